"""What the games with a deck, a discard pile and a count of points have in common.

A game is a `CardGame` with a hand of its own; ``hands`` has the state, ``whereabouts`` where the
cards are as far as somebody saw them, ``rules`` the rules that all these games share.
"""
