"""The pages, each in a module of its own with its blueprint.

A page asks ``access`` who is visiting and shows only what ``Visit.replay`` has. A new page is
listed below, and its template goes into ``templates``.
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
    quarrels,
    replay,
    report,
    rulebook,
    season,
    start,
    table,
    whatif,
)

BLUEPRINTS = [
    page.PAGES
    for page in (
        start, opening, counting, quarrels, links, table, pad, replay, report, printing, dispute,
        asking, casebook, whatif, rulebook, installing, season,
    )
]  # fmt: skip
"""All pages."""
