"""The maneuvers beside those that attack."""
