"""Which provision of one code stands where in another, read from data/concordance; and how two
wordings differ."""
