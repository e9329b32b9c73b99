"""How a log is judged, whatever its game.

``rulebook`` says what a game is made of, ``kernel`` plays it event by event, ``replay`` takes a log
through it, ``report`` and ``summary`` say what came out, ``live`` what may be said at the table.
Uses ``wording``, ``knowledge`` and ``cards``; knows no game. What holds for every game goes here.
"""
