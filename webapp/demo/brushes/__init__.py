"""What the pictures are painted with: strokes that all painters share, and the grounds of empty maps."""
