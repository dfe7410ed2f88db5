"""What a viewer may know: of a battle, its map, its turns and its refusals."""
