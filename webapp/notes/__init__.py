"""Notes to read: the page behind a pin, and what the GM has written down about a scene."""
