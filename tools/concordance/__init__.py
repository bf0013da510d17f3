"""Tool that computes the tables of data/concordance from the editions: which provision of one code
stands where in another."""
