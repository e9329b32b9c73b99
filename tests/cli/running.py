"""The command as somebody at a table runs it: a real process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def referee(
    *words: object, encoding: str = "utf-8", stdin: bytes = b"", book: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command; nothing is a terminal. ``book`` is the file of the record book."""
    named = {"REFEREE_DB": str(book)} if book else {}
    return subprocess.run(
        [sys.executable, "-m", "cli.main", *map(str, words)],
        input=stdin,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "COLUMNS": "80"} | named,
        check=False,
    )
