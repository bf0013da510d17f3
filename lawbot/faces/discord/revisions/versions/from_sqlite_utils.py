"""Takes over the files of before Alembic, whose three versions sqlite-utils kept."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Adds what the file's version had not; drops the record of sqlite-utils."""
    there = sa.inspect(op.get_bind())
    had = {column["name"] for column in there.get_columns("guilds")}
    for name, usual in {"inline": "0", "everybody": "0", "notes": "1"}.items():
        if name not in had:
            op.add_column("guilds", sa.Column(name, sa.Boolean, nullable=False, server_default=usual))
    if "channels" not in had:
        op.add_column("guilds", sa.Column("channels", sa.Text, nullable=False, server_default=""))
    if there.has_table("notes"):
        op.add_column("notes", sa.Column("written", sa.BigInteger, nullable=False, server_default="0"))
        op.execute("UPDATE notes SET written = rowid")
    else:
        op.create_table(
            "notes",
            sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
            sa.Column("place", sa.Text, primary_key=True),
            sa.Column("text", sa.Text, nullable=False),
            sa.Column("written", sa.BigInteger, nullable=False, server_default="0"),
        )
    op.drop_table("_sqlite_migrations")
