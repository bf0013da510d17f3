"""The ear that an operator may bring: a language model that fills in a form, and nothing else."""
