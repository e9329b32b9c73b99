"""Tables of tests in text files, in parts that begin with ``== title`` and end with an empty
line."""

from pathlib import Path


def part(file: Path, title: str) -> list[str]:
    """Return the lines of a part."""
    text = file.read_text("utf-8").partition(f"== {title}\n")[2]
    return text.partition("\n\n")[0].splitlines()


def pairs(file: Path, title: str) -> list[tuple[str, str]]:
    """Return the lines of a part, each with the line below it, without that line's mark ``! ``."""
    lines = part(file, title)
    below = [line.removeprefix("! ") for line in lines[1::2]]
    return list(zip(lines[::2], below, strict=True))
