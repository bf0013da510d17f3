"""Adds the question of the day: where and when a server wants it, the one that is open, and what was answered to it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds three columns and two tables."""
    op.add_column("guilds", sa.Column("daily_channel", sa.BigInteger))
    op.add_column("guilds", sa.Column("daily_hour", sa.Integer, nullable=False, server_default="18"))
    op.add_column("guilds", sa.Column("daily_zone", sa.Text, nullable=False, server_default="UTC"))
    op.create_table(
        "daily",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("posted", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False, server_default=""),
        sa.Column("channel", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("message", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "daily_votes",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("voter", sa.Text, primary_key=True),
        sa.Column("choice", sa.Integer, nullable=False),
    )
