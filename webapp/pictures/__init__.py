"""Pictures of maps: the one queue of all work on them, tiles, and the grid that is laid over them."""
