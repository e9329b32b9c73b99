"""What several games do or say alike, and each takes over as far as it has it.

``pile_game`` is a game with a deck, a discard pile and turns, ``hands`` and ``table`` its state,
``mechanics`` what its events do, ``rules`` the shared rules by topic; ``sayings``, ``accounts`` and
``secrets`` are the shared words. What only one game has goes into its own folder.
"""
