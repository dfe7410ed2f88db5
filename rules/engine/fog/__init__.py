"""The fog of war and light: what has been explored, by whom, and the GM's hand in it."""
