"""The hash chain: each event has a hash over its salt, its bytes and the previous hash.

A head is the number and the hash of a game's last event. Noted elsewhere, even on paper, it fixes
everything before it. Because each event is salted, a head reveals no hidden card.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, Self

from referee.store.entries import Entry, Stored, id_fits
from referee.store.errors import BookError
from referee.wording.language import Word, _

SALT_BYTES: Final = 16
LARGEST_CONTENT: Final = 2**20  # bytes of one event, as in a log
_fits_an_id = re.compile(r"[^\0\ud800-\udfff]{1,64}").fullmatch

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXY"
"""The alphabet of a head on paper: 31 signs, a prime, so that one wrong sign or two swapped ones
are always detected; no I, L, O, U, and no Z, which looks like a 2."""

MISREAD: Final = str.maketrans("ILOZ", "1102")
SIGNS_OF_THE_HASH: Final = 20
_is_a_hash = re.compile("[0-9a-fA-F]{64}").fullmatch
_is_on_paper = re.compile(f"([0-9]{{1,9}})-([-{SIGNS}]*)").fullmatch
GROUP: Final = 5

CHAIN: Final = 2  # the version of new chains; games of the first version keep theirs


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a game: its name, number, time (UTC) and log format.

    ``number`` is the game's number in the book where it was opened.
    """

    name: str
    opened_at: str
    format: int
    number: int
    chain: int = CHAIN

    def beginning(self) -> bytes:
        """Return the hash before the game's first event: 32 bytes. It covers the whole opening, in
        chains of version 1 only the name."""
        about = [str(self.number), str(self.format), self.opened_at] if self.chain > 1 else []
        covered = [f"desmoche-referee record {self.chain}", *about, self.name]
        return sha256("\n".join(covered).encode()).digest()


def link(before: bytes, salt: bytes, content: bytes) -> bytes:
    """Return the hash of an event: 32 bytes."""
    return sha256(before + salt + content).digest()


@dataclass(frozen=True, slots=True)
class Head:
    """The number and hash of a game's last event; of an empty game 0 and the opening's hash."""

    seq: int
    hash: bytes

    def on_paper(self) -> str:
        """Return the head in a form short enough to write down; its last sign checks the others.

        >>> Head(57, bytes(range(32))).on_paper()
        '57-00DSR-P7N38-AQCKR-FH4WD-C'
        """
        signs = f"{self.seq}" + _short(self.hash)
        short = signs[-SIGNS_OF_THE_HASH:]
        groups = [short[at : at + GROUP] for at in range(0, SIGNS_OF_THE_HASH, GROUP)]
        return "-".join([str(self.seq), *groups, _check_sign(signs)])


def check_entries(entries: Sequence[Entry]) -> None:
    """Refuse entries that no book accepts. Raises BookError."""
    if not entries:
        raise BookError(Word("There is nothing to write."))
    ids: dict[str, int] = {}
    for index, entry in enumerate(entries, 1):
        if not 2 <= len(entry.content) <= LARGEST_CONTENT:
            text = "Event {index} that you sent has {bytes} bytes; an event has 2 to {most}."
            size, most = f"{len(entry.content):,}", f"{LARGEST_CONTENT:,}"
            raise BookError(text, index=index, bytes=size, most=most)
        if not id_fits(entry.id, entry.content):
            text = "The id inside event {index} is not the id that you sent with it."
            raise BookError(text, index=index)
        if entry.id is None:
            continue
        if not (isinstance(entry.id, str) and _fits_an_id(entry.id)):
            text = (
                "The id of event {index} that you sent does not work: an id has 1 to 64 "
                "characters, without NUL."
            )
            raise BookError(text, index=index)
        if ids.setdefault(entry.id, index) != index:
            text = 'You sent the id "{id}" twice. An id is for one event only.'
            raise BookError(text, id=entry.id)


def linked(head: Head, entries: Sequence[Entry]) -> list[Stored]:
    """Return the entries as events after this head, with fresh salts."""
    before, made = head.hash, []
    for seq, entry in enumerate(entries, head.seq + 1):
        salt = os.urandom(SALT_BYTES)
        before = link(before, salt, entry.content)
        made.append(Stored(seq, entry.id, entry.content, salt, before))
    return made


@dataclass(frozen=True, slots=True)
class Appended:
    """The answer to an append: the numbers of its events, and the head after them.

    ``repeated`` if the book had these events already: the request was sent again.
    """

    first: int
    last: int
    head: Head
    repeated: bool = False

    @classmethod
    def of(cls, written: Sequence[Stored]) -> Self:
        """Return the answer to an append that wrote these events."""
        last = written[-1]
        return cls(written[0].seq, last.seq, Head(last.seq, last.hash))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, with the head in its paper form."""
        head = self.head.on_paper()
        return {"first": self.first, "last": self.last, "repeated": self.repeated, "head": head}


@dataclass(frozen=True, slots=True)
class Kept:
    """A game of a book: its opening, last event, and position among the chains, from 1."""

    opening: Opening
    head: Head
    position: int

    @property
    def name(self) -> str:
        """The game's name."""
        return self.opening.name


def now() -> str:
    """Return the current time in the book's format: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class NotedHead:
    """A head noted elsewhere: a whole hash in hexadecimal, or the paper form."""

    text: str
    seq: int | None
    signs: str

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the head in a text; None if it has another form, or a wrong check sign.

        >>> NotedHead.read("57-oodsr p7n38 aqckr fh4wd c").seq
        57
        >>> NotedHead.read("57-00DSR-P7N38-AQCKR-FH4WD-D")
        """
        written = text.strip()
        if _is_a_hash(written):
            return cls(written, None, written.lower())
        found = _is_on_paper(re.sub("[- ]+", "-", written.upper().translate(MISREAD)))
        number, signs = (found[1], found[2].replace("-", "")) if found else ("", "")
        if len(signs) != SIGNS_OF_THE_HASH + 1:
            return None
        if _check_sign(f"{int(number)}{signs[:-1]}") != signs[-1]:
            return None
        return cls(written, int(number), signs[:-1])

    def matches(self, stored: Stored) -> bool:
        """Return whether this was the game's head after that event."""
        if self.seq is None:
            return stored.hash.hex() == self.signs
        return stored.seq == self.seq and _short(stored.hash) == self.signs


def _short(digest: bytes) -> str:
    number = int.from_bytes(digest[:13], "big")
    signs = ""
    for _place in range(SIGNS_OF_THE_HASH):
        number, sign = divmod(number, len(SIGNS))
        signs = SIGNS[sign] + signs
    return signs


def _check_sign(signs: str) -> str:
    weighted = sum(place * SIGNS.index(sign) for place, sign in enumerate(reversed(signs), 2))
    return SIGNS[weighted % len(SIGNS)]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a game against its chain. ``problem`` is empty if everything fits;
    otherwise it describes the first misfit, at event ``at``."""

    name: str
    events: int
    head: Head
    at: int | None = None
    problem: str = ""

    @property
    def whole(self) -> bool:
        """Return whether everything fits."""
        return not self.problem


def verify(opening: Opening, events: Iterable[Stored], noted: Sequence[NotedHead] = ()) -> Verdict:
    """Verify a game's stored bytes from first to last, also against heads noted elsewhere.

    Without a noted head, events cut off at the end go undetected.
    """
    verdict = check(opening.name, opening.beginning(), events, noted)
    if verdict.whole and not verdict.events:
        return replace(verdict, at=1, problem=_("event 1 is missing; nothing is left of the game"))
    return verdict


def check(
    name: str, beginning: bytes, events: Iterable[Stored], noted: Sequence[NotedHead] = ()
) -> Verdict:
    """Verify any chain, given the hash before its first event."""
    head = Head(0, beginning)
    missing = list(noted)
    for stored in events:
        problem = _misfit(head, stored)
        if problem:
            return Verdict(name, head.seq, head, head.seq + 1, problem)
        head = Head(stored.seq, stored.hash)
        missing = [head for head in missing if not head.matches(stored)] if missing else missing
    if not missing:
        return Verdict(name, head.seq, head)
    lost = missing[0]
    if lost.seq is None or lost.seq <= head.seq:
        problem = _("no event of this game has the head {head}")
    else:
        problem = _(
            "the head {head} is that of event {seq}, which is no longer there, or that of "
            "another game"
        )
    text = problem.format(head=lost.text, seq=lost.seq)
    return Verdict(name, head.seq, head, lost.seq, text)


def _misfit(head: Head, stored: Stored) -> str:
    if stored.seq != head.seq + 1:
        missing = _("event {seq} is missing; the next one is event {next}")
        return missing.format(seq=head.seq + 1, next=stored.seq)
    # a damaged file may have text or nothing in place of bytes
    in_bytes = isinstance(stored.salt, bytes) and isinstance(stored.content, bytes)
    if not in_bytes or stored.hash != link(head.hash, stored.salt, stored.content):
        return _("this event, or one before it, was changed")
    return "" if id_fits(stored.id, stored.content) else _("its id is not the one that was written")


# ---- seals record the state of every game at one moment

BEGINNING: Final = sha256(b"desmoche-referee seals 1\n").digest()
"""The hash before the first seal. The head of the seals, noted elsewhere, exposes any game that is
later removed, renumbered or cut off."""

GAMES_AT_ONCE: Final = 4000  # the most games in one seal: as many as fit into the bytes of an event
Facts = list[Any]  # the facts about a game in a seal


def facts_of(kept: Kept) -> Facts:
    """Return the facts that a seal records about a game."""
    about = kept.opening
    return [
        *(kept.position, about.name, about.opened_at, about.format, about.number, about.chain),
        *(kept.head.seq, kept.head.hash.hex()),
    ]


def sealed_in(seals: Iterable[Stored]) -> Iterator[tuple[Stored, Facts]]:
    """Yield the facts in seals, each with its seal. Raises ValueError, TypeError and KeyError if a
    seal cannot be read."""
    for seal in seals:
        for facts in json.loads(seal.content)["games"]:
            yield seal, facts


def next_seals(games: Sequence[Kept], seals: Sequence[Stored]) -> list[Stored]:
    """Return the seals to write for the changes since these; empty if nothing changed."""
    known = {facts[0]: facts for _seal, facts in sealed_in(seals)}
    news = [facts for facts in map(facts_of, games) if known.get(facts[0]) != facts]
    parts = [news[first : first + GAMES_AT_ONCE] for first in range(0, len(news), GAMES_AT_ONCE)]
    made = [Entry.of({"sealed_at": now(), "games": games}) for games in parts]
    return linked(head_of(seals), made)


def head_of(seals: Sequence[Stored]) -> Head:
    """Return the head after these seals."""
    return Head(seals[-1].seq, seals[-1].hash) if seals else Head(0, BEGINNING)
