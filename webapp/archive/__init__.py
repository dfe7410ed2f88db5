"""What outlives an evening: tables as files that another laptop opens, backups, and logs to read."""
