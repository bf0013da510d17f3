"""The quiz of a club and the question of the day."""
