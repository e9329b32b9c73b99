"""The rulebooks: every game that the referee knows, with its rules and house rules."""

from typing import Any

from flask import abort
from referee_schemas import api

from referee.answers.book import count_cards
from referee.judging.registry import games
from referee.web.access import rulebook_of
from referee.web.api.parts import RouteGroup

PART = RouteGroup("rulebooks", "The rulebooks")


@PART.get("/rulebooks")
@PART.response(200, api.RulebooksSchema)
def listed() -> dict[str, Any]:
    """Return the games that the referee knows."""
    return {"rulebooks": [book.to_dict() for book in games()]}


@PART.get("/rulebooks/<game>")
@PART.response(200, api.RulebookSchema)
def whole(game: str) -> dict[str, Any]:
    """Return a rulebook; ``name@2`` is the second edition of the game with that name."""
    return rulebook_of(game).to_dict()


@PART.get("/rulebooks/<game>/rules/<rule>")
@PART.response(200, api.RuleSchema)
def single(game: str, rule: str) -> dict[str, Any]:
    """Return one rule, by its id."""
    return (rulebook_of(game).rule(rule) or abort(404)).to_dict()


@PART.post("/rulebooks/<game>/count")
@PART.arguments(api.HandToCountSchema)
@PART.response(200, api.HandCountSchema)
@PART.alt_response(422, "UNPROCESSABLE_ENTITY")
def count(hand: dict[str, Any], game: str) -> dict[str, Any]:
    """Count the cards of a hand, as the game does. Nothing is stored."""
    name = rulebook_of(game).name
    return count_cards(name, hand["cards"], hand.get("round"), hand.get("house")).to_dict()
