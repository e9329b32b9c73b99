"""The command line, with one module for each group of commands; ``commands`` lists them all.

``check``, ``replay`` and ``rules`` judge; ``quarrel``, ``ruling`` and ``settling`` settle quarrels;
``new``, ``record`` and ``writing`` write games; ``keeping`` manages the record book, ``exporting``
writes files; ``serve`` serves the web form. They share ``options`` and ``logs`` (input), ``output``
and ``table`` (printing), and ``language``.

May import everything below; nothing is judged here. A new command gets its own module, or joins its
group, and a line in ``commands``. What only some runs need is imported on demand.
"""
