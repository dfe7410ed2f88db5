"""One table: its host, who may do what there, who waits to come in, its scenes and groups."""
