BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'lawbot.faces.discord','first_version','2026-11-22 19:16:18.373101+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'lawbot.faces.discord','inline_citations','2026-11-22 19:16:18.373322+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'lawbot.faces.discord','a_club_of_its_own','2026-11-22 19:16:18.373833+00:00');
CREATE TABLE "guilds" (
   "guild" INTEGER PRIMARY KEY,
   "language" TEXT,
   "edition" TEXT,
   "public" INTEGER NOT NULL DEFAULT 0,
   "director_role" INTEGER
, "inline" INTEGER NOT NULL DEFAULT 0, "everybody" INTEGER NOT NULL DEFAULT 0, "channels" TEXT NOT NULL DEFAULT '', "notes" INTEGER NOT NULL DEFAULT 1);
INSERT INTO "guilds" VALUES(7,'vi','plain-2017',1,1100000000000000009,1,1,'1100000000000000001 1100000000000000002',0);
CREATE TABLE "notes" (
   "guild" INTEGER,
   "place" TEXT,
   "text" TEXT NOT NULL,
   PRIMARY KEY ("guild", "place")
);
INSERT INTO "notes" VALUES(7,'64A','Cà phê');
INSERT INTO "notes" VALUES(7,'27','Tea first.');
INSERT INTO "notes" VALUES(8,'chart:revoke','Trà trước, ชาก่อน');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
COMMIT;
