"""The tables of the settings of servers, and the changes that each version of the bot made to them.

A revision that was released stays as it is: a new one is an entry at the end of REVISIONS, which
new databases go through too.
"""

REVISIONS = {
    # the tables of 0.4.0, the first version that clubs ran; Alembic maintained the last one once
    "0003": """
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
        CREATE TABLE daily (
            guild BIGINT NOT NULL PRIMARY KEY,
            day INTEGER NOT NULL,     -- claimed by a process, counted as date.toordinal() does
            since BIGINT NOT NULL,    -- when that was, in seconds
            posted INTEGER NOT NULL,  -- the day of the question that is open
            key TEXT NOT NULL DEFAULT '',
            channel BIGINT NOT NULL DEFAULT 0,
            message BIGINT NOT NULL DEFAULT 0
        );
        CREATE TABLE daily_votes (
            guild BIGINT NOT NULL,
            voter TEXT NOT NULL,
            choice INTEGER NOT NULL,
            PRIMARY KEY (guild, voter)
        );
        CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
    """,
    "0004": """
        ALTER TABLE guilds ADD COLUMN ear BOOLEAN NOT NULL DEFAULT true;
        CREATE TABLE unheard (member BIGINT NOT NULL PRIMARY KEY);  -- codes made from their ids
    """,
    "0005": "ALTER TABLE guilds ADD COLUMN directors BIGINT;",
    "0006": """
        ALTER TABLE guilds ADD COLUMN verdicts BOOLEAN NOT NULL DEFAULT false;
        CREATE TABLE verdicts (
            opened TEXT NOT NULL,  -- a chart, a citation, or 'choice'
            language TEXT NOT NULL,
            hit BOOLEAN NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (opened, language, hit)
        );
    """,
}
"""SQL that makes each version out of the one before it, the newest last."""
