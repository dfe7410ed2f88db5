"""The Old Mill: an ogre and its thugs in a ruin, on hexes."""
