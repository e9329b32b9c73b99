"""Files of other kinds that people mistake for a log, recognized by their first bytes."""

from typing import Final

from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence

HEAD: Final = 512  # the number of bytes that tell the kind of a file

_UNPACK: Final = Word("Unpack it first, and give the log that is in it.")
_SAVE: Final = Word("Save it as plain text in UTF-8, and give that file.")
_GIVE: Final = Word("Give the log itself: a score sheet as text, or JSON Lines.")
_BOOK: Final = "Its games are listed by: referee book list --db {file}"
_PICTURE: Final = Word("a picture")
_OFFICE: Final = Word("a spreadsheet or text document, such as .xlsx or .docx")

_KINDS: Final[tuple[tuple[bytes, Word, Word], ...]] = (
    (b"\x1f\x8b", Word("a gzip file"), _UNPACK),
    (b"BZh", Word("a bzip2 file"), _UNPACK),
    (b"\xfd7zXZ\0", Word("an xz file"), _UNPACK),
    (b"\x28\xb5\x2f\xfd", Word("a zstd file"), _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", Word("a 7z file"), _UNPACK),
    (b"Rar!\x1a\x07", Word("a rar file"), _UNPACK),
    (b"%PDF-", Word("a PDF file"), _GIVE),
    (b"\x89PNG", _PICTURE, _GIVE),
    (b"\xff\xd8\xff", _PICTURE, _GIVE),
    (b"GIF8", _PICTURE, _GIVE),
    (b"\xd0\xcf\x11\xe0", _OFFICE, _SAVE),
    (b"{\\rtf", Word("an RTF document"), _SAVE),
)
"""The first bytes of each kind, its name, and the remedy."""

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_BOOK_BEGINS: Final = b"SQLite format 3\0"
_IN_OFFICE_FILES: Final = (b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis", b"_rels/")


def is_zip(head: bytes) -> bool:
    """Return whether this is a zip file, as office files are, too."""
    return head.startswith(_ZIP)


def other_kind(head: bytes, file: Phrase) -> tuple[Phrase, Phrase] | None:
    """Return the kind of a file with these first bytes, and the remedy; None if it may be a log.

    >>> other_kind(b"\\x1f\\x8b\\x08", "evening.jsonl.gz")
    ('a gzip file', 'Unpack it first, and give the log that is in it.')
    >>> other_kind(b"desmoche", "evening.sheet")
    """
    for begins, found, remedy in _KINDS:
        if head.startswith(begins):
            return found, remedy
    if head.startswith(_BOOK_BEGINS):
        return Word("a record book"), Sentence(_BOOK, {"file": file})
    if is_zip(head):
        if any(name in head for name in _IN_OFFICE_FILES):
            return _OFFICE, _SAVE
        return Word("a zip file"), _UNPACK
    if head[4:12] in (b"ftypheic", b"ftypmif1") or (head[:4], head[8:12]) == (b"RIFF", b"WEBP"):
        return _PICTURE, _GIVE
    return None
