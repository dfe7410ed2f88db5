"""The Brickyard: a gang behind bricks and crates."""
