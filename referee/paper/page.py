"""A document as one self-contained HTML page, which opens without a server."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from referee.paper import blocks
from referee.paper.charts import lines
from referee.wording.language import _
from referee.wording.visible import shortened

STYLE: Final = (
    "body{font:17px/1.5 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#1c2227}"
    "h1{margin-bottom:0}h2{margin-top:1.6em;border-bottom:1px solid #bbb}h3{margin-bottom:.2em}"
    ".soft{color:#555;display:block}table{border-collapse:collapse;margin:.6em 0}"
    "th,td{padding:.2em .7em;text-align:right;border-bottom:1px solid #ddd}"
    "th,td,.soft{white-space:pre-line}th:first-child,td:first-child{text-align:left}.wide{overflow-x:auto}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px}"
    "figure{margin:1em 0}.chart{width:100%;max-width:34em;background:#fff}"
    "@media(prefers-color-scheme:dark){body{background:#14181b;color:#e6e6e6}.soft{color:#aaa}}"
)


def page(document: blocks.Document, lang: str) -> str:
    """Return the document as HTML in a language."""
    title, about = _shown(document.title), "<br>".join(map(_shown, document.about.splitlines()))
    head = _("Head, to compare with one that was written down: {head}").format(head=document.head)
    last = f'<p class="soft">{_shown(head)}</p>' if document.head else ""
    body = "\n".join(line for block in document.blocks for line in _html(block))
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style></head>\n<body><main>\n<h1>{title}</h1>\n<p>{about}</p>\n"
        f"{body}\n{last}\n</main></body></html>\n"
    )


def _html(block: blocks.Block) -> Iterator[str]:
    match block:
        case blocks.Heading(text, level):
            yield f"<h{level + 1}>{_shown(text)}</h{level + 1}>"
        case blocks.Paragraph(text, strong, soft):
            inside = f"<strong>{_shown(text)}</strong>" if strong else _shown(text)
            yield f'<p class="soft">{inside}</p>' if soft else f"<p>{inside}</p>"
        case blocks.Items(items, numbered):
            kind = "ol" if numbered else "ul"
            yield f"<{kind}>"
            for item, more in items:
                softly = f' <span class="soft">{_shown(more)}</span>' if more else ""
                yield f"<li>{_shown(item)}{softly}</li>"
            yield f"</{kind}>"
        case blocks.Amounts(head, rows, sums):
            yield '<div class="wide"><table>'
            yield _row(head, "th")
            yield from (_row(row, "td") for row in rows)
            if sums:
                yield _row(sums, "th")
            yield "</table></div>"
        case blocks.Chart(title):
            yield f"<figure><figcaption>{_shown(title)}</figcaption>{lines(block).svg()}</figure>"
        case blocks.Lines(text):
            yield f"<pre>{_shown(text)}</pre>"
        case blocks.Blanks(labels):
            yield from (f"<p>{_shown(label)}: ____________</p>" for label in labels)
        case blocks.Ruled(head, rows):
            empty = [""] * len(head)
            yield from _html(blocks.Amounts(head, [empty] * rows))


def _row(cells: Sequence[str], kind: str) -> str:
    return "<tr>" + "".join(f"<{kind}>{_shown(cell)}</{kind}>" for cell in cells) + "</tr>"


def _shown(text: str) -> str:
    return escape(shortened(text))
