"""The faces of those who have no picture of their own: drawn here, from parts that many share."""
