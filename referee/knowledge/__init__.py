"""Deductions about hidden cards, for all games: where a card can lie, given who saw it.

Uses ``cards``. Everything that the record proves about an unseen card is worked out here.
"""
