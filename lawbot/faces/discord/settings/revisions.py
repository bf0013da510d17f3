"""The tables of the settings of servers, and the changes that each version of the bot made to them.

A revision that was released stays as it is, and so do the tables here: a new one is a line at the
end of REVISIONS, which new databases go through too.
"""

# Alembic maintained this table once
_VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);"
_DAILY = """
CREATE TABLE daily (
    guild BIGINT NOT NULL PRIMARY KEY,
    day INTEGER NOT NULL,     -- of the question that somebody has taken on, counted as date.toordinal() does
    since BIGINT NOT NULL,    -- when that was, in seconds
    posted INTEGER NOT NULL,  -- the day of the question that is open
    key TEXT NOT NULL DEFAULT '',
    channel BIGINT NOT NULL DEFAULT 0,
    message BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE daily_votes (guild BIGINT NOT NULL, voter TEXT NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (guild, voter));
"""
FIRST = "0003"
"""The revision of the tables below, with which a new database begins."""
TABLES = f"""
CREATE TABLE guilds (
    guild BIGINT NOT NULL PRIMARY KEY,
    language TEXT,
    edition TEXT,
    public BOOLEAN NOT NULL DEFAULT false,
    inline BOOLEAN NOT NULL DEFAULT false,
    everybody BOOLEAN NOT NULL DEFAULT false,
    channels TEXT NOT NULL DEFAULT '',  -- ids between blanks
    notes BOOLEAN NOT NULL DEFAULT true,
    daily_channel BIGINT,
    daily_hour INTEGER NOT NULL DEFAULT 18,
    daily_zone TEXT NOT NULL DEFAULT 'UTC'
);
CREATE TABLE notes (
    guild BIGINT NOT NULL,
    place TEXT NOT NULL,
    text TEXT NOT NULL,
    written BIGINT NOT NULL DEFAULT 0,  -- their order
    PRIMARY KEY (guild, place)
);
{_DAILY}{_VERSION}
"""
REVISIONS = {
    # this and the next two were of files alone, and kept by sqlite-utils
    "first_version": "",
    "inline_citations": "ALTER TABLE guilds ADD COLUMN inline BOOLEAN NOT NULL DEFAULT false;",
    "a_club_of_its_own": """
        ALTER TABLE guilds ADD COLUMN everybody BOOLEAN NOT NULL DEFAULT false;
        ALTER TABLE guilds ADD COLUMN channels TEXT NOT NULL DEFAULT '';
        ALTER TABLE guilds ADD COLUMN notes BOOLEAN NOT NULL DEFAULT true;
        CREATE TABLE notes (guild BIGINT NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (guild, place));
    """,
    "0001": f"""
        ALTER TABLE notes ADD COLUMN written BIGINT NOT NULL DEFAULT 0;
        UPDATE notes SET written = rowid;
        DROP TABLE _sqlite_migrations;
        {_VERSION}
    """,
    "0002": f"""
        ALTER TABLE guilds ADD COLUMN daily_channel BIGINT;
        ALTER TABLE guilds ADD COLUMN daily_hour INTEGER NOT NULL DEFAULT 18;
        ALTER TABLE guilds ADD COLUMN daily_zone TEXT NOT NULL DEFAULT 'UTC';
        {_DAILY}
    """,
    "0003": "ALTER TABLE guilds DROP COLUMN director_role;",
}
"""SQL that makes each version out of the one before it, the newest last."""
