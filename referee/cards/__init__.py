"""Cards: one deck as bits of an integer, and melds of such cards.

Uses no other package. Code about cards and melds that is the same for all games goes here.
"""
