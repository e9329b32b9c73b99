"""The slips that somebody may make in a random game of Golf, each in a turn of its own."""

from __future__ import annotations

from tests.golf.playing import Event, Game, Maker


def _out_of_turn(game: Game) -> str | None:
    if game.knocker is not None or len(game.stock) < 2:
        return None
    who = game.rng.choice([one for one in game.players if one != game.turn])
    card = game.draw(who)
    game.find("turn.order", "violation", who)
    game.discard(who, card)
    return game.done(who)


def _out_of_turn_at_last(game: Game) -> str | None:
    """A player is passed over after a knock, and has their last turn later."""
    if game.knocker is None or len(game.due) < 2 or len(game.stock) < len(game.due) + 2:
        return None
    who = game.due[1] if game.due[0] == game.turn else game.due[0]
    card = game.draw(who)
    game.find("turn.order", "violation", who)
    game.swap(who, card)
    return game.done(who)


def _second_card(game: Game) -> str | None:
    if len(game.stock) < 3:
        return None
    player = game.turn
    one = game.draw(player)
    two = game.take(player) if game.rng.random() < 0.5 else game.draw(player)
    game.find("turn.draw", "violation", player)
    game.clear = False
    game.discard(player, one)
    if game.rng.random() < 0.5:
        game.swap(player, two)
    return game.done(player)


def _not_laid(game: Game) -> str | None:
    """The drawn card stays where it is, and the next player goes on."""
    player = game.turn
    if len(game.stock) < 2 or game.due == [player]:
        return None
    game.draw(player)
    game.done(player)
    follower = game.turn
    if game.rng.random() < 0.5:
        card, draws = game.draw(follower), True
    else:
        card, draws = game.take(follower), False
    game.find("turn.discard", "violation", player)
    if draws:
        game.discard(follower, card)
    else:
        game.swap(follower, card)
    return game.done(follower)


def _without_drawing(game: Game) -> str | None:
    """A draw is missing in the record."""
    if len(game.stock) < 2:
        return None
    player, card = game.turn, game.stock.pop()
    if game.rng.random() < 0.5:
        game.discard(player, card)
    else:
        game.swap(player, card)
        card.told = False
    game.find("turn.discard", "violation", player)
    return game.done(player)


def _nothing_on_the_pile(game: Game) -> str | None:
    if len(game.stock) < 2:
        return None
    game.swap(game.turn, game.draw(game.turn), laid=False)
    game.find("swap.discard", "violation", game.turn)
    return game.done(game.turn)


def _taken_and_discarded(game: Game) -> str | None:
    game.discard(game.turn, game.take(game.turn))
    game.find("take.swap", "violation", game.turn)
    return game.done(game.turn)


def _taken_and_kept(game: Game) -> str | None:
    player = game.turn
    if len(game.stock) < 2 or game.due == [player]:
        return None
    game.take(player)
    game.done(player)
    card = game.draw(game.turn)
    game.find("take.swap", "violation", player)
    game.discard(game.turn, card)
    return game.done(game.turn)


def _looked_again(game: Game) -> str | None:
    who = game.rng.choice(game.players)
    game.write("offence", player=who, kind="looked_again")
    game.find("look.again", "violation", who)
    return None


def _looked_late(game: Game) -> str | None:
    if game.turns == 0:
        return None
    who = game.rng.choice(game.players)
    game.write("look", player=who)
    game.find("look.again", "violation", who)
    return None


def _other_offence(game: Game) -> str | None:
    who = game.rng.choice(game.players)
    game.write("offence", player=who, kind="other")
    game.find("offence.other", "violation", who)
    return None


def _knock_after_drawing(game: Game) -> str | None:
    if game.knocker is not None or len(game.stock) < 2:
        return None
    player = game.turn
    card = game.draw(player)
    if game.rng.random() < 0.5:
        game.discard(player, card)
        game.knock(player)
        game.find("knock.alone", "violation", player)
    else:
        game.knock(player)
        game.find("knock.alone", "violation", player)
        if game.rng.random() < 0.5:
            game.swap(player, card)
    return game.done(player)


def _knock_at_first(game: Game) -> str | None:
    if game.knocker is not None or game.turns >= len(game.players):
        return None
    game.knock(game.turn)
    game.find("knock.first", "violation", game.turn)
    return game.done(game.turn)


def _knock_again(game: Game) -> str | None:
    if game.knocker is None:
        return None
    game.write("knock", player=game.turn)
    game.find("knock.last", "violation", game.turn)
    return game.done(game.turn)


def _one_turn_more(game: Game) -> str | None:
    if game.knocker is None or len(game.stock) < len(game.due) + 2:
        return None
    who = game.rng.choice([one for one in game.players if one not in game.due])
    card = game.draw(who)
    game.find("turn.last", "violation", who)
    game.discard(who, card)
    return game.done(who)


def _end_early(game: Game) -> str | None:
    game.write("end", why="tired")
    game.find("end.early", "record", None)
    game.clear = False
    return "early"


def _shown_early(game: Game) -> str | None:
    if not game.turns:
        return None  # a hand of which only the result was written
    who = game.rng.choice(game.players)
    game.write("show", player=who, cards=[card.name for card in game.layouts[who]])
    game.find("end.early", "record", None)
    game.clear = False
    return "early"


def _next_hand_early(game: Game) -> str | None:
    """The record opens the next hole in the middle of this one."""
    if game.number == game.holes or not game.turns:
        return None
    game.write("note", note="the rest was not played")
    game.slipped.append((len(game.events) + 1, "end.early", "record", None))
    game.clear = False
    return "early"


def _drawn_twice(game: Game) -> str | None:
    """A card is drawn that lies elsewhere."""
    if len(game.stock) < 2 or not game.pile[-1].told:
        return None
    player, card = game.turn, game.stock.pop()
    game.write("draw", player=player, card=game.pile[-1].name)
    game.find("card.location", "record", None)
    game.clear = False
    game.discard(player, card)
    return game.done(player)


def _swapped_out_elsewhere(game: Game) -> str | None:
    if len(game.stock) < 2 or not game.pile[-1].told:
        return None
    top = game.pile[-1].name
    card = game.draw(game.turn)
    game.swap(game.turn, card)
    game.events[-1]["card"] = top
    game.find("card.location", "record", None)
    game.clear = False
    return game.done(game.turn)


def _another_discard(game: Game) -> str | None:
    """A card is discarded that was not the one drawn."""
    if len(game.stock) < 2:
        return None
    card = game.draw(game.turn)
    other = game.rng.choice([one for one in game.stock if not one.told])
    game.pile.append(card)
    game.write("discard", player=game.turn, card=other.name)
    game.find("card.location", "record", None)
    game.clear = False
    return game.done(game.turn)


def _another_top(game: Game) -> str | None:
    if not game.pile[-1].told or not game.stock:
        return None
    other = game.rng.choice(game.stock).name
    card = game.pile.pop()
    game.write("take", player=game.turn, card=other)
    game.find("card.location", "record", None)
    game.clear = False
    game.swap(game.turn, card)
    return game.done(game.turn)


def _empty_stock(game: Game) -> str | None:
    if len(game.stock) != 1:
        return None
    card = game.draw(game.turn)
    game.write("draw", player=game.turn, card="??")
    game.find("deck.empty", "record", None)
    game.discard(game.turn, card)
    return game.done(game.turn)


def _second_deal(game: Game) -> str | None:
    kind = game.rng.choice(("deal", "cut", "turn_up") if game.turns else ("deal", "cut"))
    if game.turns == 0:
        return None
    fields: Event = {
        "deal": {"hands": {}}, "cut": {"player": game.players[0]}, "turn_up": {"card": "??"},
    }[kind]  # fmt: skip
    game.write(kind, **fields)
    game.find("event.phase", "record", None)
    return None


def _stranger(game: Game) -> str | None:
    if len(game.stock) < 2:
        return None
    player, card = game.turn, game.stock.pop()
    game.write("draw", player="Nobody", card=game.maybe(card))
    game.find("player.unknown", "record", None)
    game.discard(player, card)
    return game.done(player)


MAKERS: dict[str, Maker] = {
    "turn.order": _out_of_turn,
    "turn.order.last": _out_of_turn_at_last,
    "turn.draw": _second_card,
    "turn.discard.kept": _not_laid,
    "turn.discard.undrawn": _without_drawing,
    "swap.discard": _nothing_on_the_pile,
    "take.swap.discarded": _taken_and_discarded,
    "take.swap.kept": _taken_and_kept,
    "look.again.told": _looked_again,
    "look.again.late": _looked_late,
    "offence.other": _other_offence,
    "knock.alone": _knock_after_drawing,
    "knock.first": _knock_at_first,
    "knock.last": _knock_again,
    "turn.last": _one_turn_more,
    "end.early": _end_early,
    "end.early.shown": _shown_early,
    "end.early.hand": _next_hand_early,
    "card.location.draw": _drawn_twice,
    "card.location.swap": _swapped_out_elsewhere,
    "card.location.discard": _another_discard,
    "card.location.take": _another_top,
    "deck.empty": _empty_stock,
    "event.phase": _second_deal,
    "player.unknown": _stranger,
}

SLIPS = (
    *MAKERS,
    "dealer.rotation",
    "cut.player",
    "deal.count",
    "look.again.second",
    "look.again.three",
    "hand.over",
    "hand.over.tenth",
    "card.count",
    "card.location.show",
    "score.wrong.points",
    "score.wrong.totals",
)
"""Every slip that can be made on the way."""


def with_slip(seed: object, slip: str, game: str = "golf") -> Game:
    """A random game in which this slip is made once, if it can be."""
    return Game(seed, slip, game, makers=MAKERS)
