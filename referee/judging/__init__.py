"""The judging of logs of any game.

``rulebook`` defines a game and ``forms`` the fields of its events; ``replay`` plays a log, with its
``corrections``; ``registry`` has the games that a log may name, loaded on demand. The results:
``findings`` with the facts and what may come next, the ``report`` and its ``summary`` in words, the
``account`` of debts, and ``live`` for what may be said at the table.

Uses ``wording`` and ``cards``; knows no game. Code for every game goes here.
"""
