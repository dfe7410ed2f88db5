"""The Pier after Dark: smugglers load a boat, and somebody comes along the planks."""
