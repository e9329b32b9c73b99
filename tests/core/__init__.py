"""The core of the games: deals that fit, and a game of its own."""
