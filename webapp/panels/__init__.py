"""What stands about the map on a page: the frame, cards, actions, aims and their odds."""
