"""Several processes that serve the same tables: what they tell each other over Redis.

Nothing here is imported on a laptop, where one process serves alone.
"""
