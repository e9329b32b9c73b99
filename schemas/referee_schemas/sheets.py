"""Score sheets, checked like JSON Lines: both forms of a log allow the same events."""

from referee.judging.corrections import Event
from referee.judging.registry import USUAL_GAME
from referee.notation import parse_sheet
from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee.wording.unreadable import Unreadable, check_depth
from referee_schemas.log_so_far import AN_EVENT, LogSoFar
from referee_schemas.places import Place

_GIVE_A_LOG = Word("Give the path of a log.")


def read_sheet(text: str, source_name: str, places: list[Place] | None = None) -> list[Event]:
    """Return the events of a score sheet. ``source_name`` is the name of its file in errors; the
    line of each event is appended to ``places``.

    >>> [event["type"] for event in read_sheet("desmoche players Ana, Beto\\nAna +8h", "a.sheet")]
    ['game', 'draw']

    Raises Unreadable with the first fault; its ``more`` has the others, in the order of the lines.
    """
    lines, faults, _language = parse_sheet(text)
    events, misfits = _checked(lines, opened=not faults)
    if not lines and not faults:
        raise Unreadable(
            Word("no event") if text.strip() else Word("an empty file"),
            Sentence(
                "a log that opens with the line of its game, such as {game}",
                {"game": USUAL_GAME},
            ),
            remedy=_GIVE_A_LOG,
            file=source_name,
        )
    faults = sorted([*faults, *misfits], key=lambda fault: (fault.line or 0, fault.column or 0))
    for fault in faults:
        fault.file = source_name
    if faults:
        faults[0].more = tuple(faults[1:])
        raise faults[0]
    if places is not None:
        written = text.split("\n")
        places += [Place(number, written[number - 1].strip()) for number, _event in lines]
    return events


def _checked(
    lines: list[tuple[int, Event]], *, opened: bool
) -> tuple[list[Event], list[Unreadable]]:
    """Return the canonical events and the faults; neither if the opening line is unreadable."""
    log = LogSoFar()
    events: list[Event] = []
    misfits: list[Unreadable] = []
    if lines and not opened and lines[0][1]["type"] != "game":
        return events, misfits
    for number, event in lines:
        try:
            check_depth(event, AN_EVENT)
            events.append(log.add(event))
        except Unreadable as fault:
            fault.line = number
            misfits.append(fault)
            if not log.events:
                break
    return events, misfits
