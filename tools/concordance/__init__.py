"""Compute the tables of data/concordance from the editions."""
