"""The Drowned Temple: zealots in a ruin that the forest has taken back."""
