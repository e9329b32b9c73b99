"""Long work shows its progress on a terminal, and clears it at the end."""

import os
import sys
from contextlib import redirect_stderr
from io import StringIO

import pytest
from referee_cli.output import A_WHILE, working

pty = pytest.importorskip("pty", reason="needs pseudo-terminals")


def shown(a_while: float) -> bytes:
    """Return what a terminal shows of work that goes on once something can be read there, unless it
    is quick."""
    shows, writes = pty.openpty()
    with os.fdopen(writes, "w") as error, redirect_stderr(error):
        with working(a_while):
            told = b"" if a_while else os.read(shows, 1000)
        print("done", file=sys.stderr, flush=True)
        while b"done" not in told:
            told += os.read(shows, 100_000)
    os.close(shows)
    return told


def test_what_takes_a_while_says_so_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    told = shown(0)
    assert b"Working ... (Ctrl-C stops)" in told
    assert b"0:00:00" in told
    # the line is cleared
    assert told.endswith(b"\x1b[2Kdone\r\n")


def test_what_is_quick_says_nothing() -> None:
    assert shown(A_WHILE) == b"done\r\n"


def test_where_nobody_looks_nothing_is_said() -> None:
    elsewhere = StringIO()
    with redirect_stderr(elsewhere), working(a_while=0):
        pass
    assert elsewhere.getvalue() == ""
