"""The core of every game: facts that a record may leave open, cards, turns, rules and the replay.

A game is declared once, for a table that everyone can see (see ``referee.games.golf``). The core
uses the declaration to judge incomplete records: open facts cannot be read, and a rule that reads
one is silent.

Read the modules in this order: ``facts``, ``cards``, ``turns``, ``declaring``, ``hand``,
``happening``, ``rules``, ``table``.
"""
