"""Cards: one deck as bits of an integer, and melds of such cards.

Uses nothing. What a card or a meld is, whatever the game, goes here.
"""
