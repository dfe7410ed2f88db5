"""What Alembic runs around each revision; always on a connection that is handed to it."""

from alembic import context

from webapp.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
