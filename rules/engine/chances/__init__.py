"""The third driver: what an exchange may come to, exactly or by draws."""
