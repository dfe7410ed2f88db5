"""The pages that are open: who has one, and what is sent to each when something changes."""
