"""What Alembic runs: the revisions on the connection it was given, inside the transaction of its owner."""

from alembic import context

from roundhouse.store.schema import platform

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=platform.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
