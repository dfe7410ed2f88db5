"""The Last Drop: two old enemies meet in a bar."""
