"""The Toll Bridge: a captain and his guards want a toll."""
