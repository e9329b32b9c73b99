"""The core of every game: facts that a record may leave open, cards, turns, rules and the replay.

A game is declared once, for a table that everybody can see (see ``referee.games.golf``). The core
judges records with holes by that declaration: what the record leaves open cannot be read, and a
rule that would have to read it says nothing.

Read the modules in this order: ``facts``, ``cards``, ``turns``, ``declaring``, ``hand``,
``happening``, ``rules``, ``table``.
"""
