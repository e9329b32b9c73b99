"""Evenings that nobody played: whole logs by the rules, for teaching, for load and for archives.

Each game has a module that deals and plays with real cards, and writes down what a good scribe
would. The players are no masters, but they follow the rules. ``pen`` makes slips, and hides cards
that the scribe did not see. The same seed plays the same evening, on every machine.
"""
