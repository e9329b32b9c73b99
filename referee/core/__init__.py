"""The core of every game: facts that a record may leave open, cards, turns, rules and the replay.

A game is declared once, for a table that everybody can see (see ``referee.games.golf``). The core
judges records with holes by that declaration: what the record leaves open cannot be read, and a
rule that would have to read it says nothing.

A game of another package needs no more than the names that are given here; the guide "Write a game"
uses them one by one.

Read the modules in this order: ``facts``, ``cards``, ``turns``, ``declaring``, ``hand``,
``happening``, ``rules``, ``table``.
"""

from referee.core.book import rulebook_of, variant
from referee.core.cards import Deck, face_of, faces_of
from referee.core.declaring import Game
from referee.core.facts import any_known, known
from referee.core.hand import Act, Hand, Seat
from referee.judging import forms, remedies
from referee.judging.forms import PLAYER, Field, Form
from referee.judging.rulebook import HouseRule

__all__ = [
    "PLAYER", "Act", "Deck", "Field", "Form", "Game", "Hand", "HouseRule", "Seat", "any_known",
    "face_of", "faces_of", "forms", "known", "remedies", "rulebook_of", "variant",
]  # fmt: skip
