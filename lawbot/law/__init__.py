"""The pure domain: citations, scores, editions and differences of wording."""
