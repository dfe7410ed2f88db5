"""The Pass in Snow: orcs hold the road, a ledge above it and a rope bridge."""
