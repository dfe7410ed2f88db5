"""What the GM may do under any system: commands, marks, changes of the map, and states set by touch."""
