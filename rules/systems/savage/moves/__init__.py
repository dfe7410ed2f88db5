"""Where somebody may go, and what stands in the way."""
