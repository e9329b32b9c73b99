"""Deductions about hidden cards for all games: the possible places of a card, given who saw it.

Uses ``cards``. All deductions about unseen cards are made here.
"""
