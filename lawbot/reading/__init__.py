"""A law book as the bot knows it: editions, their catalogue, and what their texts refer to."""
