"""Dimes, also called Texas Rummy: eleven rounds of three to thirteen cards from several packs.

Where to look: ``rounds`` has what is wild and what cards count, ``melds`` what may lie together,
``arranging`` how a hand is laid out so that the least is left of it.
"""
