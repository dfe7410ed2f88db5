"""The fight that comes with Battlemat: its map, who stands on it, and its picture, painted by code."""
