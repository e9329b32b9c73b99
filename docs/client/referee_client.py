"""A client of the referee's interface for programs, made from its description.

``Referee("http://127.0.0.1:8000").games_stand("friday")["view"]`` is what lies on that table.
It needs nothing but Python 3.11. A request that is refused raises ``RefereeError``.
"""

from __future__ import annotations

import json
from typing import Any, Literal, NotRequired, TypedDict, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

Event = dict[str, Any]
"""An event of a log; its fields hang on its type."""


class RefereeError(Exception):
    """What the referee says where something cannot be done: ``told`` is its problem object."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["detail"])
        self.told = told


# ---- what is asked and answered, made from the description


class Games(TypedDict):
    """The games that the caller may see, newest first."""

    games: list[KeptGame]


class KeptGame(TypedDict):
    """A game in the record book."""

    name: str
    opened_at: str
    events: int


class Opened(TypedDict):
    """A table that was opened, and its scribe's link, which is shown only once, and only if the
    server requires links."""

    first: int
    last: int
    repeated: bool
    head: str | None
    name: str
    token: str | None


class Opening(TypedDict):
    """A table to open: its first events, the ``game`` event first. A name is made up if none is
    given."""

    name: NotRequired[str]
    events: list[Event]


class GameNow(TypedDict):
    """A game as the caller may see it: their role, its opening event, the number of its events and
    of the current hand, the players in turn order, the acts that may come next, and the table."""

    name: str
    role: Literal["scribe", "player", "viewer"]
    player: str | None
    opening: Event
    events: int
    head: str | None
    hand: int
    hand_is_open: bool
    seated: list[str]
    expected: list[Expectation]
    view: View


class Expectation(TypedDict):
    """An act that may come next, and the players who may do it; play waits for an act that is
    ``required``."""

    act: str
    players: list[str]
    required: bool
    rule: str | None
    message: str


class View(TypedDict):
    """The players at the table in turn order, and the current or last hand; null before the
    first."""

    seated: list[str]
    hand: HandInView | None


class HandInView(TypedDict):
    """A hand at one moment. ``pot`` is null if nothing is at stake, ``deck`` if the number of cards
    left is unknown; ``pile`` excludes the card on offer."""

    hand: int
    stage: Literal["betting", "dealt", "playing", "over"]
    dealer: str
    pot: int | None
    side_pots: dict[str, int]
    deck: int | None
    draws_next: list[str]
    owed_by: str | None
    offer: Offer | None
    pile: list[str]
    winner: str | None
    outcome: Literal[
        "melds",
        "automatic",
        "last_standing",
        "out",
        "knock",
        "stock_empty",
        "none",
        "undecided",
        "open",
    ]
    seats: list[Seat]


class Offer(TypedDict):
    """The card that may be taken: the player who laid it down or still holds it up (``held``), the
    players who declined it, and the player who asked for it."""

    card: str
    by: str | None
    held: bool
    knocked: list[str]
    claimed_by: list[str]


class Seat(TypedDict):
    """A player at the table: their melds, the cards that are certainly in their hand, and the
    number of other cards there at most (``unknown``) and at least (``surely_unknown``)."""

    player: str
    standing: Literal["in", "withdrawn", "disqualified"]
    melds: list[list[str]]
    hand: list[str]
    surely_unknown: int
    owes: bool
    unknown: int


class Lines(TypedDict):
    """Events of a record that the caller may see, and the number of the last one."""

    events: list[Event]
    last: int


class Written(TypedDict):
    """The numbers of events in the record; ``repeated`` if they were already there. ``head`` is the
    proof code of the record."""

    first: int
    last: int
    repeated: bool
    head: str | None


class Appending(TypedDict):
    """Events to append to a record. ``expects`` is the number of its last event, as the writer
    knows it. Events with ids may be sent again if the answer was lost."""

    expects: int
    events: list[Event]


class Report(TypedDict):
    """The whole verdict on a log, as ``report.schema.json`` describes it. ``totals`` is each
    player's gain or loss; with ``carried`` and ``side_carried`` the sum is 0. Games that count
    points have ``scores``, and ``winners`` once the last hand is counted; games with money have the
    ``account``."""

    format: Any
    game: Literal[
        "desmoche", "conquien", "desmoche_app", "golf", "cambio_cabo", "gin_rummy", "dimes", "dam"
    ]
    edition: int
    house: HouseRules
    players: list[str]
    events: int
    findings: list[Finding]
    hands: list[HandReport]
    totals: dict[str, int]
    carried: int
    side_carried: dict[str, int]
    account: NotRequired[Account]
    scores: NotRequired[dict[str, int | None]]
    winners: NotRequired[list[str]]
    undecided: list[Undecided]


class HouseRules(TypedDict):
    """HouseRules"""

    misdeal: NotRequired[Literal["dealer_out", "redeal"]]
    carry_bet: NotRequired[Literal["locked", "unanimous", "free"]]
    carry_join: NotRequired[Literal["locked", "free"]]
    automatic_wins: NotRequired[Literal["on", "off"]]
    color_win: NotRequired[Literal["same_color", "same_suit", "off"]]
    automatic_order: NotRequired[Literal["rarest", "highest_card", "first_declared"]]
    opening: NotRequired[Literal["second_if_unused", "single"]]
    knock: NotRequired[Literal["binding", "free"]]
    desmoche: NotRequired[Literal["free", "one_card", "sets_of_four"]]
    ace_runs: NotRequired[Literal["low", "both"]]
    hand_melds: NotRequired[Literal["own_decision", "with_card", "never"]]
    meld_order: NotRequired[Literal["free", "strict"]]
    forced_cards: NotRequired[Literal["off", "on_demand", "automatic"]]
    force_back: NotRequired[Literal["on", "off"]]
    forced_pay: NotRequired[Literal["pays", "free"]]
    withdraw: NotRequired[Literal["blocked_melds", "free", "off"]]
    withdraw_looks: NotRequired[Literal["as_it_lies", "with_desmoche"]]
    last_card: NotRequired[Literal["claimable", "dead", "as_played", "turn", "at_once"]]
    last_standing: NotRequired[Literal["plays_on", "wins"]]
    play_everything: NotRequired[Literal["off", "on"]]
    color_bonus: NotRequired[Literal["same_suit", "same_color"]]
    disqualified_pays_bonuses: NotRequired[Literal["yes", "no"]]
    side_games: NotRequired[
        list[
            Literal[
                "oro",
                "corazon",
                "flor",
                "corazon_negro",
                "par_rojo",
                "par_negro",
                "dos_par_rojo",
                "dos_par_negro",
                "tres_cuerpos",
                "escalera",
            ]
        ]
    ]
    escalera_a23: NotRequired[Literal["high", "low"]]
    side_empty: NotRequired[Literal["carry", "refund"]]
    side_passed: NotRequired[Literal["loses", "keeps"]]
    enforcement: NotRequired[Literal["table", "strict"]]
    whole_meld_back: NotRequired[Literal["on", "off"]]
    recycled: NotRequired[Literal["turned_over", "as_it_lies"]]
    renewed: NotRequired[Literal["when_needed", "at_once"]]
    first_knock: NotRequired[Literal["allowed", "barred"]]
    knock_penalty: NotRequired[Literal["none", "plus_ten", "double"]]
    pairs: NotRequired[Literal["count", "cancel"]]
    tie: NotRequired[Literal["shared", "last_hole"]]
    knock_limit: NotRequired[Literal["10", "7", "5", "0"]]
    gin: NotRequired[Literal["25", "20"]]
    undercut: NotRequired[Literal["25", "20", "10"]]
    line: NotRequired[Literal["0", "20", "25"]]
    game: NotRequired[Literal["0", "100"]]
    wild_in_place: NotRequired[Literal["wild", "natural"]]
    first_take: NotRequired[Literal["allowed", "barred"]]
    penalty: NotRequired[Literal["as_declared", "best_arrangement"]]
    dimes: NotRequired[Literal["on", "off"]]
    decks: NotRequired[Literal["by_players", "four"]]
    begs: NotRequired[Literal["game", "hand"]]
    beggars: NotRequired[Literal["others", "all"]]
    two_in_place: NotRequired[Literal["natural", "wild"]]
    grown_runs: NotRequired[Literal["any_wilds", "contract"]]
    lay_off: NotRequired[Literal["next_turn", "at_once"]]
    last_discard: NotRequired[Literal["free", "required"]]


class Finding(TypedDict):
    """A breach of a rule, or an error in the record. ``hand`` is 0 before the first hand,
    ``status`` is null for kinds that cannot be forgiven, ``cites`` are the other events that show
    it. For a log from a file, ``line`` is the line of the event, and for a score sheet ``written``
    is its text."""

    event: int
    hand: int
    rule: str
    kind: Literal["record", "violation", "disqualification", "forfeit", "missed", "payment"]
    player: str | None
    status: Literal["open", "forgiven", "enforced"] | None
    cites: list[int]
    message: str
    line: NotRequired[int]
    written: NotRequired[str]


class HandReport(TypedDict):
    """A hand and its money. ``net`` is each player's gain or loss, bets included; ``carried`` is
    the money that stays in the middle. ``scores`` are the points, in games that count them; null if
    the record leaves them open. ``basis`` says where known points come from: ``cards``, or
    ``written`` if they were written down."""

    hand: int
    first_event: int
    last_event: int
    dealer: str
    bet: int
    stakes: int
    pot: int
    outcome: Outcome
    bonuses: list[Bonus]
    side_games: list[SideGameResult]
    disqualified: list[str]
    withdrawn: list[str]
    net: dict[str, int]
    carried: int
    if_enforced: IfEnforced | None
    scores: NotRequired[dict[str, int | None]]
    basis: NotRequired[dict[str, Literal["cards", "written"]]]


class Outcome(TypedDict):
    """The end of a hand (``kind``), its winner and winning cards, and the event that decided it."""

    kind: Literal[
        "melds",
        "automatic",
        "last_standing",
        "out",
        "knock",
        "stock_empty",
        "none",
        "undecided",
        "open",
    ]
    winner: str | None
    win: Literal["color", "cuatro_cuerpos", "peladilla"] | None
    melds: list[list[str]]
    event: int | None


Bonus = TypedDict(
    "Bonus",
    {
        "bonus": 'Literal["mico", "color", "arriba_del_palo"]',
        "from": "str",
        "to": "str",
        "amount": "int",
    },
)


class SideGameResult(TypedDict):
    """A side game: the money in its pot, its winners and cards, and the money that stays."""

    side_game: Literal[
        "oro",
        "corazon",
        "flor",
        "corazon_negro",
        "par_rojo",
        "par_negro",
        "dos_par_rojo",
        "dos_par_negro",
        "tres_cuerpos",
        "escalera",
    ]
    pot: int
    winners: list[str]
    cards: list[str]
    carried: int


IfEnforced = TypedDict(
    "IfEnforced",
    {
        "outcome": "Outcome",
        "net": "dict[str, int]",
        "carried": "int",
        "for": "list[int]",
    },
)


class Account(TypedDict):
    """The payments of the evening, and the debts that are left. ``paid`` is the amount that a
    player got less the amount that they gave. ``owed`` is the amount that they still get (above
    zero) or give (below zero). ``stakes`` count as paid. ``still_owed`` are the fewest payments
    that settle everything; ``open`` says that a later line may change them."""

    paid: dict[str, int]
    owed: dict[str, int]
    middle: OfTheMiddle
    stakes: dict[str, int]
    payments: list[Paid]
    still_owed: list[Owed]
    open: bool


class OfTheMiddle(TypedDict):
    """The amount put into the middle less the amount taken out, and the amount still due to it."""

    paid: int
    owed: int


Paid = TypedDict(
    "Paid",
    {
        "event": "int",
        "hand": "int",
        "from": "str",
        "to": "str",
        "amount": "int",
    },
)


Owed = TypedDict(
    "Owed",
    {
        "from": "str",
        "to": "str",
        "amount": "int",
    },
)


class Undecided(TypedDict):
    """An open question, and the fact that would decide it, in the form of a finding."""

    event: int
    hand: int
    rule: str
    player: str | None
    question: str
    would_decide: str
    line: NotRequired[int]
    written: NotRequired[str]


class Expected(TypedDict):
    """The acts that may come next."""

    expected: list[Expectation]


class Rulings(TypedDict):
    """The rulings asked for; if none may be shown now, the remark says why."""

    rulings: list[Ruling]
    remark: str | None


class Ruling(TypedDict):
    """A ruling: the verdict in one line, what to do now, what it costs, and what it rests on."""

    event: int
    asked_by: str | None
    kind: Literal[
        "in order",
        "not allowed",
        "right lost",
        "record wrong",
        "chance missed",
        "wrong payment",
        "undecided",
    ]
    verdict: str
    remedies: list[Remedy]
    cost: Cost
    rectification: Rectification
    question: list[str]
    rules: list[CitedRule]
    house_rules: list[CitedHouseRule]
    facts: list[Fact]
    finding: str
    shown_by: list[int]
    by_whom: list[str]
    would_decide: list[str]
    worlds: list[World]
    table: list[str]
    forgiveness: list[str]


class Remedy(TypedDict):
    """A remedy: the step to take, the people who take it, and the deadline."""

    what: str
    who: str
    until: str


class Cost(TypedDict):
    """The holdings of every player as recorded, as they should be, and with an offence enforced;
    null if that does not apply."""

    as_it_lies: Worth
    as_it_should_be: Worth | None
    enforced: Worth | None


class Worth(TypedDict):
    """The holdings of every player: money, the money in the pot, and points in games with
    points."""

    money: dict[str, int]
    middle: int
    points: dict[str, int | None] | None


class Rectification(TypedDict):
    """The correction: in words, and as lines for the record; none if no line can say what should
    have happened."""

    told: list[str]
    lines: list[dict[str, Any]]


class CitedRule(TypedDict):
    """A rule that a ruling applies."""

    id: str
    plain: str
    source: str
    kind: str


class CitedHouseRule(TypedDict):
    """A house rule that bears on a ruling, with the option in force."""

    name: str
    option: str
    options: list[str]
    plain: str
    turned_by: list[str]


class Fact(TypedDict):
    """A fact that a ruling rests on, and its source."""

    basis: Literal["recorded", "deduced", "agreed", "alleged", "unknown"]
    fact: str
    events: list[int]


class World(TypedDict):
    """One answer to an open question, the lines that record it, and everyone's holdings after
    it."""

    answer: str
    lines: list[dict[str, Any]]
    worth: Worth


class Difference(TypedDict):
    """The differences, as data and in ``sentences``."""

    findings_gone: list[Finding]
    findings_new: list[Finding]
    hands: list[HandsApart]
    totals: Totals
    moves: dict[str, int]
    recount: dict[str, int]
    carried: Carried
    side_carried: SideCarried
    sentences: list[str]


class HandsApart(TypedDict):
    """A hand as it was and as it would have been, if there is one, and the players who gain or lose
    by it."""

    hand: int
    was: Ending | None
    would_be: Ending | None
    moves: dict[str, int]
    recount: dict[str, int]


class Ending(TypedDict):
    """The result of a hand: its end, the money, and the amount left in the middle."""

    outcome: Outcome
    bonuses: list[Bonus]
    side_games: list[SideGameResult]
    net: dict[str, int]
    carried: int
    if_enforced: IfEnforced | None
    scores: NotRequired[dict[str, int | None]]


class Totals(TypedDict):
    """Every player's total, as it was and as it would have been."""

    was: dict[str, int]
    would_be: dict[str, int]


class Carried(TypedDict):
    """The amount that stays in the pot, as it was and as it would have been."""

    was: int
    would_be: int


class SideCarried(TypedDict):
    """The money left in each side pot, as it was and as it would have been."""

    was: dict[str, int]
    would_be: dict[str, int]


class Supposing(TypedDict):
    """A what-if: the evening under these house rules, without these events, and with others
    replaced."""

    house: NotRequired[HouseRules]
    without: NotRequired[list[int]]
    instead: NotRequired[list[Instead]]


Instead = TypedDict(
    "Instead",
    {
        "event": "int",
        "with": "Event",
    },
)


class Rulebooks(TypedDict):
    """The rulebooks that the referee knows."""

    rulebooks: list[RulebookTitle]


class RulebookTitle(TypedDict):
    """A rulebook in the list; ``game`` is its name in a log."""

    game: str
    edition: int
    title: str
    about: str


class Rulebook(TypedDict):
    """A rulebook: its rules and its house rules."""

    game: str
    edition: int
    title: str
    about: str
    rules: list[Rule]
    house_rules: list[HouseRule]


class Rule(TypedDict):
    """A rule of a rulebook, in plain words; ``house_rules`` are the ones that change it."""

    id: str
    section: str
    kind: str
    plain: str
    source: str
    house_rules: list[str]
    shown_by: str


class HouseRule(TypedDict):
    """A point on which tables differ: its options, and the usual one."""

    name: str
    section: str
    options: list[str]
    default: str | list[str]
    plain: str
    source: str


class HandCount(TypedDict):
    """The count of a hand: the points, the melds that leave the fewest, and the cards left over. A
    game without melds has only points."""

    points: int
    melds: list[list[str]]
    left: list[str]


class HandToCount(TypedDict):
    """The cards of a hand (in Golf in the order of their positions), the round where rounds differ,
    and the house rules that differ from the usual ones."""

    cards: list[str]
    round: NotRequired[int]
    house: NotRequired[HouseRules]


class PostedLog(TypedDict):
    """A log as text: JSON Lines or a score sheet."""

    log: str


class Referee:
    """The interface at an address; ``token`` is that of a table's link, where links are needed."""

    def __init__(self, address: str, token: str = "") -> None:
        self._address = address.rstrip("/")
        self._token = token

    def _ask(self, method: str, path: str, query: dict[str, Any], body: Any = None) -> Any:
        wanted = {name: value for name, value in query.items() if value is not None}
        url = f"{self._address}{path}{'?' + urlencode(wanted) if wanted else ''}"
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = json.dumps(body).encode() if body is not None else None
        try:
            with urlopen(Request(url, data, headers, method=method)) as answer:
                content = answer.read().decode()
                is_json = answer.headers.get_content_type() == "application/json"
                return json.loads(content) if is_json else content
        except HTTPError as refused:
            raise RefereeError(json.load(refused)) from refused

    # ---- the addresses, made from the description

    def games_listed(self) -> Games:
        """Return the games that you may see, newest first."""
        return cast("Games", self._ask("GET", "/api/v1/games", {}))

    def games_begin(self, body: Opening) -> Opened:
        """Open a table."""
        return cast("Opened", self._ask("POST", "/api/v1/games", {}, body))

    def games_stand(self, name: str) -> GameNow:
        """Return the state of a game, as far as you may know it."""
        return cast("GameNow", self._ask("GET", f"/api/v1/games/{quote(name, safe='')}", {}))

    def record_events(self, name: str, after: int | None = None, limit: int | None = None) -> Lines:
        """Return at most ``limit`` events after number ``after``, by default all, as far as you may
        read them."""
        return cast(
            "Lines",
            self._ask(
                "GET",
                f"/api/v1/games/{quote(name, safe='')}/events",
                {"after": after, "limit": limit},
            ),
        )

    def record_append(self, name: str, body: Appending) -> Written:
        """Write events at the end of the record, all of them or none."""
        return cast(
            "Written", self._ask("POST", f"/api/v1/games/{quote(name, safe='')}/events", {}, body)
        )

    def record_log(self, name: str) -> str:
        """Return the record as a log, one event on each line, as far as you may read it."""
        return cast("str", self._ask("GET", f"/api/v1/games/{quote(name, safe='')}/log", {}))

    def judging_report(self, name: str) -> Report:
        """Return the report, limited to what you may know and the table wants to hear now."""
        return cast("Report", self._ask("GET", f"/api/v1/games/{quote(name, safe='')}/report", {}))

    def judging_expected(self, name: str) -> Expected:
        """Return the acts that may come next and the players who may do them, without advice."""
        return cast(
            "Expected", self._ask("GET", f"/api/v1/games/{quote(name, safe='')}/expected", {})
        )

    def judging_rule(self, name: str, event: int | None = None, rule: str | None = None) -> Rulings:
        """Return the rulings on all disputes, or on one event and optionally one rule, that may be
        shown now."""
        return cast(
            "Rulings",
            self._ask(
                "GET",
                f"/api/v1/games/{quote(name, safe='')}/rulings",
                {"event": event, "rule": rule},
            ),
        )

    def judging_suppose(self, name: str, body: Supposing) -> Difference:
        """Return the difference that changes would have made; nothing is written."""
        return cast(
            "Difference",
            self._ask("POST", f"/api/v1/games/{quote(name, safe='')}/whatif", {}, body),
        )

    def rulebooks_listed(self) -> Rulebooks:
        """Return the games that the referee knows."""
        return cast("Rulebooks", self._ask("GET", "/api/v1/rulebooks", {}))

    def rulebooks_whole(self, game: str) -> Rulebook:
        """Return a rulebook; ``name@2`` is the second edition of the game with that name."""
        return cast("Rulebook", self._ask("GET", f"/api/v1/rulebooks/{quote(game, safe='')}", {}))

    def rulebooks_single(self, game: str, rule: str) -> Rule:
        """Return one rule, by its id."""
        return cast(
            "Rule",
            self._ask(
                "GET", f"/api/v1/rulebooks/{quote(game, safe='')}/rules/{quote(rule, safe='')}", {}
            ),
        )

    def rulebooks_count(self, game: str, body: HandToCount) -> HandCount:
        """Count the cards of a hand, as the game does. Nothing is stored."""
        return cast(
            "HandCount",
            self._ask("POST", f"/api/v1/rulebooks/{quote(game, safe='')}/count", {}, body),
        )

    def checking_check(self, body: PostedLog) -> Report:
        """Judge a log, JSON Lines or a score sheet. Nothing is stored."""
        return cast("Report", self._ask("POST", "/api/v1/check", {}, body))
