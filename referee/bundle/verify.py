"""Check an evidence bundle, with nothing but Python 3.8 or newer:

    python3 verify.py [BUNDLE.zip] [HEAD]

Without a bundle it checks the folder in which it lies. Without a HEAD that was written down
elsewhere it cannot notice a record that was made up as a whole. Exit status: 0 whole, 4 not.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from pathlib import Path

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXY"


def files_of(place: Path) -> dict[str, bytes]:
    """The files of a bundle, or of the folder in which it was unpacked."""
    if place.is_dir():
        return {path.name: path.read_bytes() for path in place.iterdir() if path.is_file()}
    with zipfile.ZipFile(place) as bundle:
        if len(bundle.namelist()) != len(set(bundle.namelist())):
            raise ValueError("a file is in it twice")
        return {name: bundle.read(name) for name in bundle.namelist()}


def on_paper(seq: int, digest: bytes) -> str:
    """A head as it is written down."""
    number, short = int.from_bytes(digest[:13], "big"), ""
    for _place in range(20):
        number, sign = divmod(number, len(SIGNS))
        short = SIGNS[sign] + short
    places = enumerate(reversed(f"{seq}{short}"), 2)
    check = SIGNS[sum(place * SIGNS.index(sign) for place, sign in places) % len(SIGNS)]
    return "-".join([str(seq), *(short[at : at + 5] for at in range(0, 20, 5)), check])


def check(files: dict[str, bytes]) -> list[str]:
    """Every head that the game has had. Raises ValueError where something does not fit."""
    listed = json.loads(files["manifest.json"])["files"]
    if set(listed) | {"manifest.json"} != set(files):
        raise ValueError("a file is missing, or does not belong to it")
    for name, digest in listed.items():
        if hashlib.sha256(files[name]).hexdigest() != digest:
            raise ValueError(f"{name} was changed")
    about, *events = map(json.loads, files["chain.jsonl"].splitlines())
    facts = [f"desmoche-referee record {about['chain']}", about["name"]]
    if about["chain"] != 1:
        facts[1:1] = [str(about["number"]), str(about["format"]), about["opened_at"]]
    head, heads = hashlib.sha256("\n".join(facts).encode()).digest(), []
    for seq, event in enumerate(events, 1):
        salted = head + bytes.fromhex(event["salt"]) + event["content"].encode()
        head = hashlib.sha256(salted).digest()
        if event["seq"] != seq or event["hash"] != head.hex():
            raise ValueError(f"event {seq} is not as it was written")
        heads.append(on_paper(seq, head))
    written = [json.loads(event["content"]) for event in events]
    if [json.loads(line) for line in files["log.jsonl"].splitlines()] != written:
        raise ValueError("log.jsonl does not say what the chain says")
    return heads


def main(words: list[str]) -> int:
    """Tell whether a bundle is whole; gives the exit status."""
    named = bool(words) and Path(words[0]).exists()
    place = Path(words[0]) if named else Path(__file__).resolve().parent
    try:
        heads = check(files_of(place))
    except (KeyError, TypeError, ValueError, zipfile.BadZipFile) as problem:
        print(f"NOT as it was written: {problem}.")
        return 4
    for head in words[named:]:
        if head.upper() not in heads:
            print(f"NOT as it was written: no event has the head {head}.")
            return 4
    print(f"Whole: {len(heads)} events, head {heads[-1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
