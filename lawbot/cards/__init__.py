"""Cards without any chat system, a module a kind; the address that opens one again."""
