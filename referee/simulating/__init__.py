"""Simulated evenings: whole logs by the rules, for teaching, for load and for archives.

Evenings are dealt and played with real cards, and recorded as a good scribe would. The players are
no masters, but they follow the rules: in declared games by running the rules that judge them
(``declared``), in others by the game's own module. ``many`` makes slips, and hides cards that
the scribe did not see. The same seed gives the same evening on every machine.
"""
