"""The pages, each in a module of its own with its blueprint.

A page asks ``access`` who is visiting and tells only what ``Visit.replay`` has. A new one is listed
below, and its template lies in ``templates``.
"""

from referee.web.pages import (
    asking,
    casebook,
    counting,
    dispute,
    installing,
    links,
    opening,
    pad,
    printing,
    problems,
    quarrels,
    replay,
    report,
    rulebook,
    season,
    start,
    table,
    whatif,
)

BLUEPRINTS = (
    start.PAGES,
    opening.PAGES,
    counting.PAGES,
    quarrels.PAGES,
    links.PAGES,
    table.PAGES,
    pad.PAGES,
    replay.PAGES,
    report.PAGES,
    printing.PAGES,
    dispute.PAGES,
    asking.PAGES,
    casebook.PAGES,
    whatif.PAGES,
    rulebook.PAGES,
    installing.PAGES,
    season.PAGES,
    problems.PAGES,
)
"""All pages."""
