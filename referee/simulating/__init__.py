"""Evenings that nobody played: whole logs by the rules, for teaching, for load and for archives.

Evenings are dealt and played with real cards, and written down as a good scribe would do it. The
players are no masters, but they follow the rules: in a game that is declared on the core by asking
the rules that judge it (``declared``), in the others as the module of the game knows them. ``pen``
makes slips, and hides cards that the scribe did not see. The same seed plays the same evening, on
every machine.
"""
