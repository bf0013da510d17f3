"""Run by Alembic (``settings_database.bring_forward``) in the transaction of the connection that it is given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
