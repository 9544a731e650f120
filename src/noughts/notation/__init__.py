"""Text in, text out: games, positions, moves and values as people write them."""
