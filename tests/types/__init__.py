"""What mypy must say, and must not: checked beside `rules` and `webapp`, never run."""
