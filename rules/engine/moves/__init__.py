"""What the moves of all systems share: ways and who is in them, and doors."""
