"""Several server processes on a PostgreSQL and a Redis that may be stopped and broken, and pages at them."""
