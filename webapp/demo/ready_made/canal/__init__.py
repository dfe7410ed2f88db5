"""The Dry Canal: a farm on Mars, and raiders who come up the canal's bed."""
