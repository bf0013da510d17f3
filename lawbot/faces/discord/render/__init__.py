"""A card as a message of Discord."""
