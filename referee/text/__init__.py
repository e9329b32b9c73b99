"""Reports as text: lines, tables and scorecards that fit the terminal.

``report`` prints a whole report and ``scorecard`` its table of hands; ``terminal`` is the console
they print on, and ``blocks`` draws sparklines.
"""
