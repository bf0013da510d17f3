"""Read a text beside what is open, and the case that it tells of."""
