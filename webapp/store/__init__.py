"""The database: its tables, the log of every battle, and the frozen rows that come out."""
