"""The flow charts: the model, the walk, and what a text tells of their facts."""
