"""How a sheet is completed, imported and compared, and what is wrong with one."""
