"""Events and reports as data: what a log may say, and what the referee answers.

``reading`` takes logs in: ``events`` has what may stand in them, made of ``fields`` (``people``,
``cards``, ``numbers`` and ``instants`` have those of one subject), with the ``vocabulary`` of the
games and their ``forms``. A field reads a value or refuses it; ``faults`` has the words for what it
refuses. ``sheets`` reads the other form of a log, ``typed`` what a scribe types, ``unreadable`` is
the one error of it all. ``report`` and ``api`` have what goes out, as marshmallow's schemas
(``loading``); ``json_schema`` publishes both.

Uses the core, and stands beside the store. A value of another kind goes to those of its subject, an
event of all games into ``events``; the events of one game belong to its rulebook.
"""
