"""The rules of Battlemat: maps, the engine that plays a battle, and the five systems. Knows no web."""
