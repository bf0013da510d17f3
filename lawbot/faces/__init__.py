"""The places where cards are drawn: Discord, the terminal."""
