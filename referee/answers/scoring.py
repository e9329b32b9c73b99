"""Points: from the cards if known, else as written, else open.

A game defines the points of a seat's cards (``points``), additions to them (``counted``, such as a
penalty), and ``impossible`` points.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple

from referee.answers import knowing
from referee.core.declaring import Game, GameRule
from referee.core.facts import NotKnown, known
from referee.core.hand import GIVEN_UP, UNDECIDED, Act, Hand, Seat
from referee.core.rules import faults_of
from referee.core.table import Table
from referee.judging.corrections import Event
from referee.judging.findings import RECORD, Finding, Undecided
from referee.judging.rulebook import RuleText
from referee.judging.telling import winner_in_words
from referee.wording.sentences import Sentence

Points = dict[str, int | None]
"""Points by player; None if the record leaves them open."""

SCORE_WRONG: Final = GameRule("score.wrong", RuleText(
    "The score written down after a hand must be what the cards give, and the totals must be the "
    "sums of the hands. Each wrong score is reported once; totals that only repeat an earlier "
    "slip are not reported again.",
    "Correct the line of the score to what the cards give.",
    "the rule text",
), section="The score", kind=RECORD)  # fmt: skip
RESULT_WRONG: Final = GameRule("result.wrong", RuleText(
    "Where the cards show who won, the winner that the table writes down is that player.",
    "Correct the line of the result to what the cards give.",
    "the log format",
), section="The score", kind=RECORD)  # fmt: skip


@dataclass(slots=True)
class Result:
    """The result of a hand: its kind of end, its winner, and the points that count.

    ``basis`` is the source of each player's known points: ``cards``, or ``written`` if they rest on
    written points.
    """

    kind: str
    winner: str | None
    event: int | None
    points: Points
    melds: list[list[str]] = field(default_factory=list)
    from_cards: Points = field(default_factory=dict)
    basis: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class EveningResults:
    """The results of all hands, their sums, the winners of a game, and the open questions."""

    hands: list[Result]
    sums: Points
    winners: list[str]
    undecided: list[Undecided]


class Written(NamedTuple):
    """A written score: points and totals by player, the seat that was out, and the other points,
    each derived from a total and the one before."""

    seq: int
    points: Mapping[str, int]
    totals: Mapping[str, int]
    out: Seat | None
    derived: Mapping[str, int]


class ScoredTable(Table):
    """A table that counts its hands."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        nothing: Points = dict.fromkeys(self.players, 0)
        self.results: tuple[Any, ...] = ()
        """The results of the closed hands, included in the sums below: all but the last hand."""
        self.points = nothing
        self.sums = nothing
        """The points since the last gap between two hands, by the results."""
        self.carried = nothing
        """The points since the last gap, as written down."""

    def take_score(self, hand: Hand, seq: int, event: Event) -> None:
        """Keep a written score or result."""
        if event["type"] not in ("score", "result"):
            return
        points, totals = (
            {seat.name: count for name, count in written.items() if (seat := hand.seat_of(name))}
            for written in (event.get("points") or {}, event.get("totals") or {})
        )
        out = hand.seat_of(event.get("out") or event.get("winner") or "")
        derived = {
            name: total - before
            for name, total in ({} if self._may_have_bonuses(totals) else totals).items()
            if name not in points
            and (before := self.carried[name]) is not None
            and self.sums[name] in (None, before)  # else the table may have mended its total
        }
        hand.scores = (*hand.scores, Written(seq, points, totals, out, derived))
        known(partial(hand.ask, "reported", points_written(hand), out_of(hand)))

    def _may_have_bonuses(self, totals: Mapping[str, int]) -> bool:
        """Return whether these totals may include the bonuses at the end of the game."""
        bonuses = self.game.hooks.get("bonuses")
        if bonuses is None or not totals or not _reaches(self.game, {**totals}):
            return False
        won = Result("", None, None, dict.fromkeys(self.players, 1))
        return any(bonuses(self, [won], self.players).values())

    def count(self, hand: Hand) -> None:
        """Add the result of a closed hand to the sums, and report a wrong score."""
        result = result_of(self, hand)
        self.findings += findings(self, hand, result)
        self.results = (*self.results, result)
        self.points = _added(self.points, result.points)
        certain = _certain(hand, result)
        self.carried = _carried(hand, certain, self.carried)
        sums = _added(self.sums, certain)
        by_totals = self.carried if "by_word" in hand.game.hooks else sums
        self.sums = {name: by_totals[name] if had is None else had for name, had in sums.items()}
        if hand.missing_behind:
            self.sums = self.carried = dict.fromkeys(self.players)

    @property
    def is_complete(self) -> bool:
        """True if the game has had all its hands, or a player has certainly reached the target."""
        if self.game.target is None or self.is_full:
            return super().is_complete
        return _reaches(self.game, _results(self)[1])

    def _position(self, seq: int, event: Event) -> None:
        """Continue from the round and the points of a position event."""
        super()._position(seq, event)
        hand, found = self.hand, list[str]()
        if hand is None or hand.maybe("over"):
            return
        for rule_id, text, facts in knowing.contradictions(event, hand.deck, self.game.hands):
            self._report(seq, rule_id, text, **facts)
            found.append(rule_id)
        if "round" in event and "hand.over" not in found:
            self.rounds = event["round"]
            hand.set(round=self.rounds)
            hand.each = self.game.dealt(hand) if callable(self.game.dealt) else self.game.dealt
        named = {self.known(name): had for name, had in event.get("totals", {}).items()}
        totals = {name: had for name, had in named.items() if name is not None}
        self.points = {**self.points, **totals}
        self.sums, self.carried = {**self.sums, **totals}, {**self.carried, **totals}


def points_written(hand: Hand) -> dict[str, int]:
    """Return each player's points as written last or derived from totals, possible or not."""
    written = [{**score.derived, **score.points} for score in hand.scores]
    return {name: points for one in written for name, points in one.items()}


def out_of(hand: Hand) -> Seat | None:
    """Return the seat last recorded as out; None if none was."""
    return next((score.out for score in reversed(hand.scores) if score.out is not None), None)


def declare_score(game: Game) -> None:
    """Add the rule about written scores, unless the game has its own."""
    rule = SCORE_WRONG if game.scored else RESULT_WRONG
    if all(one.id != rule.id for one in game.rules):
        game.rules.append(replace(rule, binds=game.binds.get(rule.id, ())))


def settle(table: ScoredTable) -> EveningResults:
    """Return the results of all hands as the record stands."""
    results, sums = _results(table)
    each = zip(table.hands, results, strict=True)
    undecided = [question for hand, result in each for question in _questions(hand, result)]
    if table.hands and known(lambda: table.hands[-1].over, "?") == "?":
        sums = dict.fromkeys(sums)
    winners = _winners(table, results, sums)
    bonuses = table.game.hooks.get("bonuses")
    may_be_over = None in sums.values() and results[-1].kind != "open"
    if bonuses is not None and (winners or may_be_over):
        more = bonuses(table, results, winners or [*sums])
        sums = _added(sums, more) if winners or not any(more.values()) else dict.fromkeys(sums)
    return EveningResults(results, sums, winners, undecided)


def _results(table: ScoredTable) -> tuple[list[Result], Points]:
    """Return the results of all hands, and the points so far."""
    last = [result_of(table, hand) for hand in table.hands[len(table.results) :]]
    sums = _added(table.points, last[0].points) if last else table.points
    return [*table.results, *last], sums


def result_of(table: ScoredTable, hand: Hand) -> Result:
    """Return the result of a hand."""
    kind = known(lambda: hand.over) or "open"
    if kind != "open" and hand.contested and not hand.believed:
        kind = UNDECIDED
    if kind == GIVEN_UP and not table.game.scored:
        kind = UNDECIDED
    if kind in ("open", GIVEN_UP):
        return Result(kind, None, hand.over_at if kind != "open" else None, {})
    if not table.game.scored:
        agreed = bool(hand.scores) and hand.missing_lines
        basis = dict.fromkeys(table.players, "written") if agreed else {}
        return Result(kind, *_winner(table, hand, kind, {}), basis=basis)
    if known(lambda: hand.given_up, True):
        return Result(kind, None, hand.over_at, dict.fromkeys(table.players))
    written = _written(table, hand)
    cards_alone = from_cards = _from_cards(hand, {})
    if written and "counted" in hand.game.hooks:
        from_cards = _from_cards(hand, written)
    points: Points = {
        name: written.get(name) if from_cards[name] is None else from_cards[name]
        for name in table.players
    }
    by_word = "by_word" in hand.game.hooks
    if by_word:
        said = partial(hand.ask, "by_word")
        points = {
            player: known(partial(said, seat, from_cards[player], written.get(player)))
            for player, seat in hand.by_name.items()
        }
    elif any(from_cards[one] not in (None, cards_alone[one], had) for one, had in written.items()):
        points = cards_alone  # the written points are contradictory
    basis = {}
    for player, count in points.items():
        counted = cards_alone[player]
        is_counted = counted == count if by_word else counted is not None
        if count is not None:
            basis[player] = "cards" if is_counted else "written"
    return Result(kind, *_winner(table, hand, kind, points), from_cards, basis)


def _winner(
    table: ScoredTable, hand: Hand, kind: str, points: Points
) -> tuple[str | None, int | None, Points, list[list[str]]]:
    """Return the winner of a hand, the event that ended it, the points, and the winner's melds. The
    winner is the player named by the game, else the one with the best points."""
    best = _best(table, points)
    winner = best[0] if len(best) == 1 else None
    if "winner" in hand.game.hooks:
        seat = known(partial(hand.ask, "winner", points))
        winner = None if seat is None else str(seat.name)
    if winner is None or (kind == UNDECIDED and not hand.unwritten):
        return None, hand.over_at, points, []
    laid = hand.laid.get(hand.by_name[winner], ()) if hand.game.lays_melds else ()
    return winner, hand.over_at, points, [list(meld.cards) for meld in laid]


def decided_by(table: ScoredTable, hand: Hand) -> Hashable:
    """Return the outcome of a hand, to compare with another course of it."""
    closed = hand.number <= len(table.results)
    result = table.results[hand.number - 1] if closed else result_of(table, hand)
    return result.kind, result.winner, tuple(sorted(result.points.items()))


def _from_cards(hand: Hand, written: Mapping[str, int]) -> Points:
    """Return each player's points by the cards, with the game's additions; the additions use
    ``written`` points for players with unknown cards."""
    own = {seat: known(partial(hand.ask, "points", seat)) for seat in hand.seats}

    def points_of(seat: Seat) -> int:
        value = own[seat] if own[seat] is not None else written.get(seat.name)
        if value is None:
            raise NotKnown(seat)
        return int(value)

    if "counted" not in hand.game.hooks:
        return {seat.name: points for seat, points in own.items()}
    counted = partial(hand.ask, "counted")
    return {
        seat.name: None if own[seat] is None else known(partial(counted, seat, points_of))
        for seat in hand.seats
    }


def _written(table: ScoredTable, hand: Hand) -> dict[str, int]:
    """Return each player's points as written last or derived from totals, if possible."""
    points = dict[str, int]()
    for score in hand.scores:
        written = (*score.derived.items(), *score.points.items())
        points |= {name: had for name, had in written if why_not(hand, name, had) is None}
    out, reported = out_of(hand), points_written(hand)
    if "winner" in hand.game.hooks and hand.maybe("over") not in (None, UNDECIDED):
        left = [out.name] if out else [name for name in hand.by_name if not reported.get(name)]
        if len(left) == 1:
            points.setdefault(left[0], 0)  # a player who is out has nothing left to count
    if hand.game.one_scores and any(points.values()):
        return {**dict.fromkeys(hand.by_name, 0), **points}
    return points


def why_not(hand: Hand, name: str, points: int) -> Sentence | None:
    """Return why a player cannot have so many points; None if they can."""
    others = [player for player, last in points_written(hand).items() if last and player != name]
    if points < 0:
        return Sentence("nobody has less than 0 in a hand", {})
    if hand.game.one_scores and points and others:
        return Sentence("{other} has scored in this hand", {"other": others[0]})
    if "impossible" not in hand.game.hooks:
        return None
    why: Sentence | str | None = known(partial(hand.ask, "impossible", hand.by_name[name], points))
    return Sentence(why, {}) if isinstance(why, str) else why


def _added(sums: Points, points: Points) -> Points:
    return {
        name: None if before is None or (more := points.get(name, 0)) is None else before + more
        for name, before in sums.items()
    }


def _best(table: ScoredTable, points: Points) -> list[str]:
    if not points or None in points.values():
        return []
    counts = [count for count in points.values() if count is not None]
    best = min(counts) if table.game.lowest_wins else max(counts)
    return [name for name, count in points.items() if count == best]


def _winners(table: ScoredTable, results: list[Result], sums: Points) -> list[str]:
    game = table.game
    if not results or None in sums.values() or results[-1].kind in ("open", GIVEN_UP):
        return []
    is_over = _reaches(game, sums) if game.hands is None else table.rounds == game.hands
    best = _best(table, sums) if is_over else []
    tie = game.hooks.get("tie")
    return tie(table, results, best) if tie is not None and len(best) > 1 else best


def _questions(hand: Hand, result: Result) -> Iterator[Undecided]:
    for name in (name for name, points in result.points.items() if points is None):
        question = "How many points did {player} count in hand {hand}?"
        decides = "the cards that {player} had left, or what was written down for the hand"
        facts = {"player": name, "hand": hand.number}
        event = hand.over_at or hand.first_event
        yield Undecided(event, hand.number, SCORE_WRONG.id, name, question, decides, facts)
    for event, *about in known(lambda: [*(hand.ask("questions") or ())]) or ():
        yield Undecided(event, hand.number, *about)
    if known(lambda: hand.over, "?") == "?":
        question, decides = "Is hand {hand} over?", "the lines that are missing in hand {hand}"
        facts = {"hand": hand.number}
        yield Undecided(hand.last_event, hand.number, "end.early", None, question, decides, facts)


# ---- what was written wrong


def findings(table: ScoredTable, hand: Hand, result: Result) -> list[Finding]:
    """Return a finding for each written score of a hand that contradicts the cards or the sums."""
    if known(lambda: hand.over) is None:
        return []
    if RESULT_WRONG.id in table.rulebook.rule_ids:
        return list(_wrong_results(hand))
    found = list(_miscounted(table, hand)) if table.rules.counted else []
    if SCORE_WRONG.id in table.rulebook.rule_ids:
        found += _wrong_scores(table, hand, result, table.sums, table.carried)
    return found


def _miscounted(table: ScoredTable, hand: Hand) -> Iterator[Finding]:
    """Yield a finding for each declared number of points that breaks a rule."""
    form = hand.game.events["score"]
    declared = [
        Act(seq, {"type": "score", "player": seat.name, "points": count}, form, seat)
        for seat in hand.seats
        for count, seq in known(partial(hand.ask, "declared", seat)) or ()
    ]
    for rule, act in ((rule, act) for rule in table.rules.counted for act in declared):
        if rule.is_kept is not None and not known(partial(rule.is_kept, hand, act), otherwise=True):
            for _, found in faults_of(rule, hand, act):
                yield replace(found, player=act.seat.name)


def _reaches(game: Game, points: Points) -> bool:
    counts = [count for count in points.values() if count is not None]
    return game.target is not None and len(counts) == len(points) and max(counts) >= game.target


def _certain(hand: Hand, result: Result) -> Points:
    """Return the points of a hand by which totals can be judged: in games with declared points,
    only those of the winner and of players who declared theirs."""
    if "by_word" not in hand.game.hooks:
        return result.points
    declared = partial(hand.ask, "declared")
    said = {seat.name for seat in hand.seats if known(partial(declared, seat))}
    if result.kind != UNDECIDED:
        said |= {str(result.winner), *points_written(hand)}
    return {name: count if name in said else None for name, count in result.points.items()}


def _carried(hand: Hand, points: Points, carried: Points) -> Points:
    """Return each player's written total after a hand."""
    own, totals = {**points}, dict[str, int]()
    undecided = "by_word" in hand.game.hooks and hand.maybe("over") == UNDECIDED
    for score in hand.scores:
        totals |= score.totals
        if undecided:
            continue  # a player may be out, and have none
        own |= {
            name: had
            for name, had in score.points.items()
            if points.get(name) is not None or why_not(hand, name, had) is None
        }
    return {**_added(carried, own), **totals}


def _wrong_results(hand: Hand) -> Iterator[Finding]:
    """Yield a finding for each written result whose winner contradicts the cards."""
    for written in hand.scores:
        right = _right_out(hand, written)
        if right is not written.out:
            out, winner = (seat.name if seat else None for seat in (written.out, right))
            named = {"player": winner_in_words(out), "right": winner_in_words(winner)}
            wrong = Sentence("{player} wins instead of {right}", named)
            text = "The result written down for hand {hand} is wrong: {wrong}."
            facts = {"hand": hand.number, "wrong": [wrong], "right": {"winner": winner}}
            yield Finding(written.seq, hand.number, RESULT_WRONG.id, RECORD, None, (), text, facts)


def _wrong_scores(
    table: ScoredTable, hand: Hand, result: Result, sums: Points, carried: Points
) -> Iterator[Finding]:
    for written in hand.scores:
        wrong = [*_wrong_points(hand, result, written.points), *_wrong_out(hand, written)]
        if not wrong:
            wrong = [
                *_wrong_totals(_certain(hand, result), written, sums, carried),
                *_impossible_totals(hand, result, written),
            ]
            if hand is table.hands[-1] and wrong and "bonuses" in table.game.hooks:
                # totals may include the bonuses at the end of the game
                final = settle(table).sums.items()
                wrong = [
                    one for one in wrong if (one.facts["player"], one.facts["points"]) not in final
                ]
        if wrong:
            text = "What was written down for hand {hand} is wrong: {wrong}."
            facts = {"hand": hand.number, "wrong": wrong}
            yield Finding(written.seq, hand.number, SCORE_WRONG.id, RECORD, None, (), text, facts)


def _wrong_points(hand: Hand, result: Result, written: Mapping[str, int]) -> Iterator[Sentence]:
    for name, points in written.items():
        right = result.from_cards.get(name)
        if "right_count" in hand.game.hooks:
            right = known(partial(hand.ask, "right_count", hand.by_name[name], points))
        is_open = right is None and not hand.maybe("given_up", True)
        why = why_not(hand, name, points) if is_open else None
        facts: dict[str, Any] = {"player": name, "points": points, "right": right, "why": why}
        if why:
            yield Sentence("{player} {points}, but {why}", facts)
        elif right is not None and points != right:
            yield Sentence("{player} {points} instead of {right}", facts)


def _right_out(hand: Hand, written: Written) -> Seat | None:
    """Return the seat that was out by the cards, or as written if the cards leave it open."""
    is_open = hand.missing_lines and (hand.game.scored or not hand.unwritten)
    if is_open or hand.maybe("over") in (None, UNDECIDED):
        return written.out
    if "winner" in hand.game.hooks:
        return known(partial(hand.ask, "winner", {}), written.out)
    out: Seat | None = hand.maybe(hand.game.out, written.out)
    return out


def _wrong_out(hand: Hand, written: Written) -> Iterator[Sentence]:
    right = _right_out(hand, written)
    if written.out is not None and right is not written.out:
        text = "{player} out instead of {right}" if right else "{player} out instead of nobody"
        yield Sentence(text, {"player": written.out.name, "right": right and right.name})


def _impossible_totals(hand: Hand, result: Result, written: Written) -> Iterator[Sentence]:
    for name, points in written.derived.items():
        is_open = result.points.get(name) is None and not hand.maybe("given_up", True)
        if is_open and (why := why_not(hand, name, points)):
            why = Sentence("a total never falls", {}) if points < 0 else why
            total = written.totals[name]
            facts = {"player": name, "points": total, "before": total - points}
            text = "{player} {points} in all after {before}, but {why}"
            yield Sentence(text, {**facts, "why": why})


def _wrong_totals(
    points: Points, written: Written, sums: Points, carried: Points
) -> Iterator[Sentence]:
    for name, total in written.totals.items():
        own, before = points.get(name), [counts[name] for counts in (sums, carried)]
        if own is None or sums[name] is None:
            continue
        now = written.points.get(name, own)
        right = [base + more for base in before if base is not None for more in (own, now)]
        if total not in right:
            facts = {"player": name, "points": total, "right": right[0]}
            yield Sentence("{player} {points} in all instead of {right}", facts)
