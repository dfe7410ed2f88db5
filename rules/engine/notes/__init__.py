"""Notes: what people write and draw on a scene's map, and what the GM writes down about the scene."""
