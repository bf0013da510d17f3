"""What people type, cut once: tokens, the pieces of auctions, sentences and what is heard in them."""
