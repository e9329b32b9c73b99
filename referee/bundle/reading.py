"""Reads evidence bundles from others, and checks that they are unchanged."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from referee_schemas.log_so_far import LogSoFar
from referee_schemas.unreadable import Unreadable

from referee.bundle.packing import CHAIN, LOG, MANIFEST, files_of
from referee.store.chain import NotedHead, Opening, Verdict, verify
from referee.store.entries import Stored
from referee.store.errors import BookUnreadable
from referee.version import __version__
from referee.wording.language import Word, _, speaking
from referee.wording.translations import LANGUAGES, catalogue

LARGEST: Final = 2**28  # bytes of all files of a bundle

_READING_ERRORS = (KeyError, TypeError, ValueError, RuntimeError)
"""Errors raised while a file from others is read. A RuntimeError comes from JSON that is too
deep, and from zipfile for encryption or a compression that it does not support."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle: how its game was opened, what was stored, and all its files."""

    opening: Opening
    stored: Sequence[Stored]
    files: Mapping[str, bytes]

    def events(self) -> list[dict[str, Any]]:
        """The events of the log. Raises Unreadable."""
        so_far = LogSoFar(ids=False)
        return [so_far.add(game.event(self.opening.format)) for game in self.stored]

    def verdict(self, noted: Sequence[NotedHead] = ()) -> Verdict:
        """Return whether it is unchanged since it was packed, and fits the noted heads."""
        chain = verify(self.opening, self.stored, noted)
        if not chain.whole:
            return chain
        try:
            problem = self._problem()
        except (*_READING_ERRORS, Unreadable):
            problem = _("its files cannot be read")
        return replace(chain, problem=problem)

    def _problem(self) -> str:
        """Return a description of what does not fit the chain; empty if everything does."""
        about = json.loads(self.files[MANIFEST])
        listed = about["files"]
        if {*listed, MANIFEST} != set(self.files):
            return _("a file is missing in it, or does not belong to it")
        changed = _("its file {name} was changed")
        for name, digest in listed.items():
            if sha256(self.files[name]).hexdigest() != digest:
                return changed.format(name=name)
        written = [json.loads(game.content) for game in self.stored]
        if [json.loads(line) for line in self.files[LOG].splitlines()] != written:
            return changed.format(name=LOG)
        if about["made_by"] != __version__ or about["lang"] not in LANGUAGES:
            # another version may word the same content differently
            return ""
        with speaking(catalogue(about["lang"])):
            again = files_of(self.opening, self.stored, self.events(), about["lang"])
        other = [name for name, content in again.items() if self.files.get(name) != content]
        return changed.format(name=other[0]) if other else ""


def open_bundle(path: str | Path) -> Bundle:
    """The bundle in a file. Raises BookUnreadable."""
    try:
        files = _files(Path(path))
        about, *lines = map(json.loads, files[CHAIN].splitlines())
        opening = Opening(
            str(about["name"]),
            str(about["opened_at"]),
            int(about["format"]),
            int(about["number"]),
            int(about["chain"]),
        )
        return Bundle(opening, [_stored(line) for line in lines], files)
    except (*_READING_ERRORS, BadZipFile, OSError) as problem:
        text = (
            "{file} is not an evidence bundle, or was damaged. Pack it again with referee export; "
            "if it holds logs, unpack it first."
        )
        raise BookUnreadable(text, file=str(path)) from problem


def _files(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as bundle:
        names = bundle.namelist()
        if len(names) != len(set(names)):
            raise BookUnreadable(Word("The bundle has one file twice."))
        if sum(info.file_size for info in bundle.infolist()) > LARGEST:
            raise BookUnreadable(Word("The bundle is larger than any game."))
        return {name: bundle.read(name) for name in names}


def _stored(line: Mapping[str, Any]) -> Stored:
    content = line["content"].encode()
    own = json.loads(content).get("id")
    return Stored(
        line["seq"], own, content, bytes.fromhex(line["salt"]), bytes.fromhex(line["hash"])
    )
