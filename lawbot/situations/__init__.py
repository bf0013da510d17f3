"""The flow charts: the model, the walk, the checks."""
