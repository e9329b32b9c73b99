"""The core of the games: deals that fit, evenings played by the rules, and a game of its own."""
