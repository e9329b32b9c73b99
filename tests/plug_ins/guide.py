"""A reader who follows the guide "Write a game", block by block."""

from __future__ import annotations

import shlex
from pathlib import Path

from tests.documents.blocks import ROOT, blocks
from tests.plug_ins.installing import install, run

PAGE = ROOT / "docs" / "how-to" / "write-a-game.md"
LAST_LINE = "SCAT = rulebook_of"


def module() -> str:
    written = [block.text for block in blocks(PAGE, "python")]
    (last,) = (text for text in written if text.startswith(LAST_LINE))
    return "\n\n".join([*(text for text in written if text != last), last])


class Author:
    """An author with their own folder. ``told`` is the output of the last command."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told = folder, ""
        self.written: list[str] = []
        self.last = ""
        (folder / "scat").mkdir()

    def writes(self, code: str) -> None:
        """Write more of the game; its last line stays the last."""
        if code.startswith(LAST_LINE):
            self.last = code
        else:
            self.written.append(code)
        text = "\n\n".join([*self.written, self.last])
        (self.folder / "scat" / "__init__.py").write_text(text, encoding="utf-8")

    def saves(self, table: str) -> None:
        """Write a file whose first line gives its path."""
        name = table.partition("\n")[0].removeprefix("# ")
        (self.folder / name).write_text(table, encoding="utf-8")

    def types(self, line: str) -> None:
        program, *words = shlex.split(line)
        if program == "pip":
            install(self.folder, "scat_for_the_referee", "scat:SCAT")
            return
        done = run(self.folder, *words)
        assert done.returncode in (0, 1, 4), done.stderr
        self.told = done.stdout
