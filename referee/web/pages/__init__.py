"""The pages, each in a module of its own with its blueprint."""

from referee.web.pages import (
    dispute,
    links,
    opening,
    pad,
    printing,
    replay,
    report,
    rulebook,
    start,
    table,
    whatif,
)

BLUEPRINTS = (
    start.PAGES,
    opening.PAGES,
    links.PAGES,
    table.PAGES,
    pad.PAGES,
    replay.PAGES,
    report.PAGES,
    printing.PAGES,
    dispute.PAGES,
    whatif.PAGES,
    rulebook.PAGES,
)
"""All pages."""
