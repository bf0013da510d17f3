"""The settings of servers: their store, its database, and backups."""
