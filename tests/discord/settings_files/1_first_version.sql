BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'lawbot.faces.discord','first_version','2026-11-22 19:16:18.368245+00:00');
CREATE TABLE "guilds" (
   "guild" INTEGER PRIMARY KEY,
   "language" TEXT,
   "edition" TEXT,
   "public" INTEGER NOT NULL DEFAULT 0,
   "director_role" INTEGER
);
INSERT INTO "guilds" VALUES(7,'vi',NULL,1,NULL);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
COMMIT;
