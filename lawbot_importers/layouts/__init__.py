"""One module (or package) for each printed layout."""
