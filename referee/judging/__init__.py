"""The judging of logs, whatever their game.

``rulebook`` says what a game is made of and ``forms`` how its events are written; ``kernel`` plays
it event by event; ``replay`` takes a log through it, with its ``corrections``; ``registry`` has the
games that a log may name, each loaded when one does. What comes out:
``findings`` and ``facts``, the ``report`` and its ``summary`` in words, the ``ledger`` of who pays
whom, in ``live`` what may be said at the table, in ``expectation`` what may come next.

Uses ``wording``, ``knowledge`` and ``cards``; knows no game. What holds for every game goes here.
"""
