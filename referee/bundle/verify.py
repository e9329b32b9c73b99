"""Check an evidence bundle, with nothing but Python 3.9 or newer:

    python3 verify.py [BUNDLE.zip] [HEAD]

Without a bundle it checks the folder in which it lies. Only a HEAD that was written down elsewhere
shows that the record was not made up as a whole. Exit status: 0 unchanged, 4 changed.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import BadZipFile, ZipFile

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXY"


def files_in(place: Path) -> list[tuple[str, bytes]]:
    """The files of a bundle, or of the folder in which it was unpacked."""
    if place.is_dir():
        return [(path.name, path.read_bytes()) for path in place.iterdir() if path.is_file()]
    with ZipFile(place) as bundle:
        return [(entry.filename, bundle.read(entry)) for entry in bundle.infolist()]


def on_paper(seq: int, digest: bytes) -> str:
    """A head as it is written down."""
    number = int.from_bytes(digest[:13], "big")
    short = "".join(SIGNS[number // 31**place % 31] for place in reversed(range(20)))
    places = enumerate(reversed(f"{seq}{short}"), 2)
    check = SIGNS[sum(place * SIGNS.index(sign) for place, sign in places) % 31]
    return "-".join([str(seq), *(short[at : at + 5] for at in range(0, 20, 5)), check])


def claims(found: list[tuple[str, bytes]], noted: list[str]) -> Iterator[tuple[bool, str]]:
    """Yield whether each check holds, with the message if not; last, True and the summary."""
    files = dict(found)
    listed = json.loads(files["manifest.json"])["files"]
    fits = sorted([*listed, "manifest.json"]) == sorted(name for name, _content in found)
    yield fits, "a file is missing, is in it twice, or does not belong to it"
    for name, digest in listed.items():
        yield sha256(files[name]).hexdigest() == digest, f"{name} was changed"
    about, *events = map(json.loads, files["chain.jsonl"].splitlines())
    facts = ("name",) if about["chain"] == 1 else ("number", "format", "opened_at", "name")
    parts = [f"desmoche-referee record {about['chain']}", *(str(about[fact]) for fact in facts)]
    head, heads = sha256("\n".join(parts).encode()).digest(), []
    for seq, event in enumerate(events, 1):
        head = sha256(head + bytes.fromhex(event["salt"]) + event["content"].encode()).digest()
        yield (event["seq"], event["hash"]) == (seq, head.hex()), f"event {seq} was changed"
        heads.append(on_paper(seq, head))
    log = [json.loads(line) for line in files["log.jsonl"].splitlines()]
    written = [json.loads(event["content"]) for event in events]
    yield log == written, "log.jsonl does not say what the chain says"
    yield from ((head.upper() in heads, f"no event has the head {head}") for head in noted)
    yield True, f"{len(heads)} events, head {heads[-1]}"


def main(words: list[str]) -> int:
    """Print whether a bundle is unchanged; return the exit status."""
    named = bool(words) and Path(words[0]).exists()
    place = Path(words[0]) if named else Path(__file__).resolve().parent
    wrong = []
    try:
        for fits, claim in claims(files_in(place), words[named:]):
            wrong += [] if fits else [claim]
    except (LookupError, TypeError, ValueError, BadZipFile) as problem:
        wrong.append(f"something in it cannot be read ({problem})")
    print(f"NOT as it was written: {wrong[0]}." if wrong else f"Unchanged: {claim}")
    return 4 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
