"""The fights that come with Battlemat: their maps, who stands on them, and their painted pictures."""
