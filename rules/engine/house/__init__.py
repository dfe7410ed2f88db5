"""What a table plays otherwise: house rules and conditions of its own."""
