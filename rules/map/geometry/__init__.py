"""The plane geometry beneath sight and areas: lattices of points, outlines, the nearest wall all round."""
