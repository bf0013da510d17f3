BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE daily (
	guild BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	since BIGINT NOT NULL, 
	posted INTEGER NOT NULL, 
	"key" TEXT DEFAULT '' NOT NULL, 
	channel BIGINT DEFAULT '0' NOT NULL, 
	message BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (guild)
);
CREATE TABLE daily_votes (
	guild BIGINT NOT NULL, 
	voter TEXT NOT NULL, 
	choice INTEGER NOT NULL, 
	PRIMARY KEY (guild, voter)
);
CREATE TABLE guilds (
	guild BIGINT NOT NULL, 
	language TEXT, 
	edition TEXT, 
	public BOOLEAN DEFAULT 0 NOT NULL, 
	inline BOOLEAN DEFAULT 0 NOT NULL, 
	everybody BOOLEAN DEFAULT 0 NOT NULL, 
	channels TEXT DEFAULT '' NOT NULL, 
	notes BOOLEAN DEFAULT 1 NOT NULL, 
	daily_channel BIGINT, 
	daily_hour INTEGER DEFAULT '18' NOT NULL, 
	daily_zone TEXT DEFAULT 'UTC' NOT NULL, 
	PRIMARY KEY (guild)
);
INSERT INTO "guilds" VALUES(7,'vi','plain-2017',1,1,1,'1100000000000000001 1100000000000000002',0,1100000000000000003,20,'Asia/Bangkok');
CREATE TABLE notes (
	guild BIGINT NOT NULL, 
	place TEXT NOT NULL, 
	text TEXT NOT NULL, 
	written BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (guild, place)
);
INSERT INTO "notes" VALUES(7,'64A','Cà phê',0);
INSERT INTO "notes" VALUES(7,'27','Tea first.',1);
INSERT INTO "notes" VALUES(8,'chart:revoke','Trà trước, ชาก่อน',0);
COMMIT;
