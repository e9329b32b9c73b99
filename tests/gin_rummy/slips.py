"""One slip in a game of Gin Rummy, each at its moment; what it is says the name of the rule."""

from __future__ import annotations

from collections.abc import Callable

from tests.gin_rummy.deadwood import best, is_meld, worth
from tests.gin_rummy.playing import DECK, Game, HandOver, Maker, TurnOver

MAKERS: dict[str, Maker] = {}


def slip(name: str, moment: str = "turn") -> Callable[[Maker], Maker]:
    """Enter a slip under a name; it is made when the game comes to this moment."""

    def enter(maker: Maker) -> Maker:
        maker.moment = moment  # type: ignore[attr-defined]
        MAKERS[name] = maker
        return maker

    return enter


def long_enough(game: Game) -> bool:
    """Return whether the hand goes on for some turns."""
    return len(game.stock) > 8


def plain_turn(game: Game) -> None:
    """A turn without a knock."""
    player = game.turn
    game.draw(player)
    game.lay_card(player, game.held[player][-1], "discard")


# Before play


@slip("dealer.rotation", "opened")
def _other_dealer(game: Game) -> None:
    if game.number > 1 and game.slip_hand > 1:
        game.dealer = game.events[-1]["dealer"] = game.other(game.dealer)
        game.turn = game.other(game.dealer)
        game.find("dealer.rotation", "violation", game.dealer)


@slip("cut.player", "cut")
def _dealer_cuts(game: Game) -> None:
    game.write("cut", player=game.dealer)
    game.find("cut.player", "violation", game.dealer)


@slip("deal.count", "dealt")
def _nine_cards(game: Game) -> None:
    game.events[-1]["hands"] = {game.dealer: game.rng.choice((9, 11))}
    game.find("deal.count", "violation", game.dealer)
    raise HandOver("given up")


@slip("pass.first.third", "passed")
def _third_pass(game: Game) -> None:
    if game.passes == 2:
        game.write("pass", player=game.turn)
        game.find("pass.first", "violation", game.turn)
        plain_turn(game)


@slip("take.refused", "passed")
def _takes_it_after_all(game: Game) -> None:
    if game.passes == 2:
        player = game.turn
        game.take(player)
        game.find("take.refused", "violation", player)
        game.lay_card(player, game.held[player][0], "discard")


@slip("turn.order.offer", "passed")
def _draws_on_the_offer(game: Game) -> None:
    if game.passes == 1:
        game.turn = game.dealer
        game.draw(game.dealer)
        game.find("turn.order", "violation", game.dealer)
        game.lay_card(game.dealer, game.held[game.dealer][-1], "discard")


# In play


@slip("turn.order")
def _out_of_turn(game: Game) -> None:
    if long_enough(game):
        game.turn = game.other(game.turn)
        game.draw(game.turn)
        game.find("turn.order", "violation", game.turn)
        game.lay_card(game.turn, game.held[game.turn][-1], "discard")


@slip("turn.draw", "taken")
def _second_card(game: Game) -> None:
    if long_enough(game):
        game.draw(game.turn)
        game.find("turn.draw", "violation", game.turn)
        game.held[game.turn].pop()


@slip("turn.draw.taken", "taken")
def _takes_another(game: Game) -> None:
    if long_enough(game) and not game.taken:
        game.take(game.turn)
        game.find("turn.draw", "violation", game.turn)
        game.lay_card(game.turn, game.held[game.turn][-1], "discard")
        raise HandOver("given up")


@slip("turn.discard.kept", "taken")
def _keeps_it(game: Game) -> None:
    if long_enough(game):
        player = game.turn
        game.turn = game.other(player)
        game.draw(game.turn)
        game.find("turn.discard", "violation", player)
        game.lay_card(game.turn, game.held[game.turn][-1], "discard")
        game.held[player].pop()
        raise TurnOver


@slip("turn.discard.undrawn")
def _discards_at_once(game: Game) -> None:
    if long_enough(game):
        player = game.turn
        game.lay_card(player, game.held[player][0], "discard")
        game.find("turn.discard", "violation", player)
        raise HandOver("given up")


@slip("pass.first")
def _passes_later(game: Game) -> None:
    game.write("pass", player=game.turn)
    game.find("pass.first", "violation", game.turn)


@slip("pass.first.drawn", "taken")
def _passes_with_a_card(game: Game) -> None:
    game.write("pass", player=game.turn)
    game.find("pass.first", "violation", game.turn)


@slip("discard.taken")
def _lays_it_down_again(game: Game) -> None:
    if long_enough(game):
        player = game.turn
        game.take(player)
        game.lay_card(player, game.taken, "discard")
        game.find("discard.taken", "violation", player)


@slip("knock.deadwood", "taken")
def _knocks_high(game: Game) -> None:
    player = game.turn
    held = game.held[player]
    card = held[0] if held[0] != game.taken else held[1]
    if worth(best([one for one in held if one != card])[1]) > 10:
        game.lay_card(player, card, "knock")
        game.find("knock.deadwood", "violation", player)
        raise TurnOver


@slip("knock.deadwood.unseen", "laid")
def _knocked_high(game: Game) -> None:
    if worth(game.left) > int(game.house["knock_limit"]):
        game.find("knock.deadwood", "violation", game.knocker)


@slip("card.location.draw")
def _drawn_from_the_pile(game: Game) -> None:
    if long_enough(game):
        game.write("draw", player=game.turn, card=game.pile[-1])
        game.find("card.location", "record", None)
        raise HandOver("given up")


@slip("card.location.discard", "taken")
def _lays_what_is_not_there(game: Game) -> None:
    there = {*game.held[game.turn], *game.pile}
    card = next(one for one in game.rng.sample(DECK, 52) if one not in there)
    game.write("discard", player=game.turn, card=card)
    game.find("card.location", "record", None)
    raise HandOver("given up")


@slip("card.location.take")
def _takes_another_card(game: Game) -> None:
    card = game.stock[0]
    game.write("take", player=game.turn, card=card)
    game.find("card.location", "record", None)
    raise HandOver("given up")


@slip("end.early")
def _ends(game: Game) -> None:
    game.write("end")
    game.find("end.early", "record", None)
    raise HandOver("given up")


@slip("end.early.melds")
def _melds_without_a_knock(game: Game) -> None:
    melds, _ = best(game.held[game.turn])
    if melds:
        game.write("meld", player=game.turn, cards=list(melds[0]))
        game.find("end.early", "record", None)
        raise HandOver("given up")


@slip("end.early.hand")
def _next_hand(game: Game) -> None:
    if game.number < game.hands:
        game.write("hand", dealer=game.other(game.dealer))
        game.find("end.early", "record", None)
        game.dealer = game.other(game.dealer)
        raise HandOver("given up")


@slip("event.phase")
def _second_deal(game: Game) -> None:
    kind = game.rng.choice(("deal", "cut", "turn_up"))
    fields = {"deal": {"hands": {}}, "cut": {"player": game.turn}, "turn_up": {"card": "??"}}
    game.write(kind, **fields[kind])
    game.find("event.phase", "record", None)


@slip("event.reference")
def _forgives_nothing(game: Game) -> None:
    game.write("forgive", event=9999)
    game.find("event.reference", "record", None)


@slip("player.unknown")
def _stranger(game: Game) -> None:
    if long_enough(game):
        game.write("offence", player="Zoe", kind="other")
        game.find("player.unknown", "record", None)


@slip("offence.other")
def _offence(game: Game) -> None:
    game.write("offence", player=game.turn, kind="other")
    game.find("offence.other", "violation", game.turn)


# After the hand


@slip("hand.over", "knocked")
def _plays_on(game: Game) -> None:
    game.write("draw", player=game.other(game.knocker), card="??")
    game.find("hand.over", "record", None)
    raise HandOver("given up")


@slip("meld.invalid", "knocked")
def _no_meld(game: Game) -> None:
    cards = game.held[game.knocker][:3]
    if not is_meld(cards):
        game.write("meld", player=game.knocker, cards=cards)
        game.find("meld.invalid", "violation", game.knocker)


@slip("meld.invalid.other", "laid")
def _no_meld_of_the_other(game: Game) -> None:
    player = game.other(game.knocker)
    cards = game.held[player][:4]
    if not is_meld(cards):
        game.write("meld", player=player, cards=cards)
        game.find("meld.invalid", "violation", player)


@slip("card.location.meld", "knocked")
def _melds_others(game: Game) -> None:
    melds, _ = best(game.held[game.other(game.knocker)])
    if melds:
        game.write("meld", player=game.knocker, cards=list(melds[0]))
        game.find("card.location", "record", None)


@slip("card.count", "laid")
def _shows_too_many(game: Game) -> None:
    player = game.other(game.knocker)
    game.write("show", player=player, cards=["??"] * 11)
    game.find("card.count", "record", player)


@slip("layoff.invalid", "laid")
def _lays_off_what_does_not_fit(game: Game) -> None:
    player, (_, off, rest) = game.other(game.knocker), game.theirs
    cards = [card for card in rest if not any(is_meld([*one, card]) for one in game.laid)]
    if game.left and cards and not off:
        game.write("lay_off", player=player, cards=cards[:1])
        game.find("layoff.invalid", "violation", player)
        game.theirs = ([], [], [])


@slip("layoff.invalid.gin", "laid")
def _lays_off_onto_gin(game: Game) -> None:
    player = game.other(game.knocker)
    fits = [c for c in game.held[player] if any(is_meld([*one, c]) for one in game.laid)]
    if not game.left and fits:
        game.write("lay_off", player=player, cards=fits[:1])
        game.find("layoff.invalid", "violation", player)


@slip("layoff.invalid.knocker", "laid")
def _knocker_lays_off(game: Game) -> None:
    if game.left:
        game.write("lay_off", player=game.knocker, cards=game.left[:1])
        game.find("layoff.invalid", "violation", game.knocker)


@slip("score.wrong.points", "score")
def _miscounts(game: Game) -> None:
    points = dict(game.points[-1] or {})
    points[game.players[0]] += 1
    game.write("score", points=points)
    game.find("score.wrong", "record", None)


@slip("score.wrong.totals", "score")
def _adds_wrongly(game: Game) -> None:
    totals = {**game.sums, game.players[1]: game.sums[game.players[1]] + 1}
    game.write("score", points=game.points[-1], totals=totals)
    game.find("score.wrong", "record", None)


@slip("hand.over.game", "won")
def _one_more_hand(game: Game) -> None:
    game.write("hand", dealer=game.other(game.dealer))
    game.find("hand.over", "record", None)


SLIPS = tuple(MAKERS)


def with_slip(seed: object, name: str) -> Game:
    """A random game in which this slip is made once, if it can be."""
    return Game(seed, name, MAKERS)
