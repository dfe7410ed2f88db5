"""Areas that stay on the map, and whom they hold."""
