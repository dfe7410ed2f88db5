"""What people at a table say, throw and show each other; no undo of a fight takes any of it back."""
