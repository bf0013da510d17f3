"""Which provision of one code stands where in the next: codes in, rows out. Matcher, differ and sorter are its three parts."""
