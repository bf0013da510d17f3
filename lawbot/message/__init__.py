"""A typed text, read once: tokens, citations, scores, auctions, clauses, players."""
