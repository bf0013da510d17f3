"""The terminal: the chat, and the command line that scripts rely on."""
