"""The kinds of problem, each with the address at which it is explained (RFC 9457)."""

from __future__ import annotations

from typing import Final

from referee.wording.language import N_

ADDRESS: Final = "/problems"

SENTENCES: Final = {
    400: N_("The request cannot be read."),
    401: N_("This table needs its link."),
    403: N_("Your link does not allow that."),
    404: N_("There is nothing here, or it needs a link that you do not have."),
    405: N_("That cannot be done here."),
    413: N_("The referee cannot take so much at once. Send less."),
    415: N_("This kind of content is not read here."),
    421: N_("The referee does not answer at this address."),
    429: N_("Too many requests in a short time. Wait a minute and try again."),
    503: N_("The referee has too much to do just now. Wait a minute and try again."),
    500: N_("Something went wrong on the referee's side. What was written before is kept."),
}
"""Error messages by HTTP status."""

KINDS: Final = {
    400: ("request", SENTENCES[400]),
    401: ("link", SENTENCES[401]),
    403: ("right", SENTENCES[403]),
    404: ("nothing", SENTENCES[404]),
    405: ("method", SENTENCES[405]),
    409: ("conflict", N_("Somebody else wrote first, or the name or the id is taken.")),
    413: ("size", SENTENCES[413]),
    415: ("content", SENTENCES[415]),
    421: ("name", SENTENCES[421]),
    422: (
        "unreadable",
        N_("What was sent cannot stand in the record. The faults say what and why."),
    ),
    429: ("too-often", SENTENCES[429]),
    500: ("fault", SENTENCES[500]),
    503: ("busy", SENTENCES[503]),
}
"""The name of each kind of problem by its status, and what it means."""


def type_of(status: int) -> str:
    """The address that names the kind of a problem.

    >>> type_of(404), type_of(418)
    ('/problems#nothing', 'about:blank')
    """
    return f"{ADDRESS}#{KINDS[status][0]}" if status in KINDS else "about:blank"
