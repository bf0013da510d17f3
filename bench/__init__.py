"""Measure how fast, how well and how lightly the bot works; not shipped."""
