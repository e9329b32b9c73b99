"""The command line, a module a group of commands; ``commands`` lists them all.

``add``, ``amend``, ``new`` and ``record`` write a game down; ``check``, ``audit``, ``replay`` and
``rules`` judge; ``ruling``, ``whose``, ``whatif``, ``repair`` and ``compare`` settle quarrels;
``games``, ``keeping`` and ``moving`` see to the record book; ``serve`` opens the web form. They
share ``logs`` and ``book`` (where a log comes from), ``output``, ``table`` and ``scribe`` (what is
printed), and ``language``.

May use everything below; nothing is judged here. A new command gets a module of its own, or goes to
its group, and a line in ``commands``; its module is loaded when it is asked for, and what only some
of its runs need where they need it.
"""
