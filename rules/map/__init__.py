"""Where things are, and what that says about an action. Knows no system."""
