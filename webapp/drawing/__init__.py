"""What is drawn on the map, and what is measured on it."""
