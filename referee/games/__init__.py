"""The games, each declared for the core (``referee.core``).

A game in another package needs only the names exported here; the guide "Write a game" introduces
them one by one.
"""

from referee.answers.book import rulebook_of, variant
from referee.cards.deck import RANKS, UNRECORDED, Deck
from referee.core.cards import face_of, faces_of
from referee.core.declaring import Event, Game
from referee.core.facts import NotKnown, any_known, known
from referee.core.hand import Act, Hand, Seat
from referee.core.happening import finish
from referee.judging import forms, remedies
from referee.judging.counting import HandCount
from referee.judging.forms import PLAYER, Field, Form
from referee.judging.rectification import Irregularity, Rectification
from referee.judging.rulebook import HouseRule
from referee.wording.sentences import InOrder, Sentence

__all__ = [
    "PLAYER", "RANKS", "UNRECORDED", "Act", "Deck", "Event", "Field", "Form", "Game", "Hand",
    "HandCount", "HouseRule", "InOrder", "Irregularity", "NotKnown", "Rectification", "Seat",
    "Sentence", "any_known", "face_of", "faces_of", "finish", "forms", "known", "remedies",
    "rulebook_of", "variant",
]  # fmt: skip
