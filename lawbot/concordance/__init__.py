"""Counterparts of provisions in other codes, from data/concordance, and differences of wording."""
