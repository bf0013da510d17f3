"""Tools for those who work on the data; no part of the bot."""
