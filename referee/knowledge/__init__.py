"""What follows about hidden cards, for all games: where cards can lie as far as somebody saw them.

Uses ``cards``. What a record proves about a card that nobody saw is worked out here.
"""
