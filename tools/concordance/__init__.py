"""Computes which provision of one code stands where in another: editions in, the tables of
data/concordance out."""
