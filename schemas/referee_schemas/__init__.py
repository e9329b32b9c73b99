"""Events and reports as data: the input that a log may contain, and the referee's answers.

``reading`` reads logs. ``events`` declares their events, built from ``fields`` (and ``people`` and
``cards``), with the ``vocabulary`` and the ``forms`` of the games. A field reads a value or says
what it expected; ``log_so_far`` makes an error of that. ``sheets`` reads score sheets, ``typed`` a
scribe's input. ``report`` and ``api`` declare the output as marshmallow schemas (``loading``);
``json_schema`` publishes both.

Imports the core, and sits beside the store. A new kind of value goes into the module of its
subject, an event of all games into ``events``; the events of one game belong to its rulebook.
"""
