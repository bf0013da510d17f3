"""Decide what a message leads to: provisions, charts with facts, and what leads."""
