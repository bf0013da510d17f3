"""Takes the director role away, which did no more than hide a line."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Drops its column; all else stays."""
    with op.batch_alter_table("guilds") as guilds:  # SQLite before 3.35 can drop a column only so
        guilds.drop_column("director_role")
