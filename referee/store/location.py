"""Where the record book lies when nobody names another file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from referee.store.errors import BookUnwritable
from referee.wording.sentences import Sentence

VARIABLE: Final = "REFEREE_DB"
FILE: Final = "record-book.db"


def default_path() -> Path:
    """The file that ``REFEREE_DB`` names, or one in the user's data folder, which is made where it
    is missing. Raises BookUnwritable."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    folder = user_data_path("desmoche-referee", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BookUnwritable(
            Sentence(
                "There is no folder for the record book, and {folder} cannot be made ({problem}). "
                "Name a file with --db or REFEREE_DB.",
                {"folder": folder, "problem": problem.strerror},
            )
        ) from problem
    return folder / FILE
