"""Reports as text: lines, tables and scorecards as wide as a terminal.

``report`` prints a whole report and ``scorecard`` its table of hands; ``terminal`` is what they
print on, and ``blocks`` draws a row of amounts.
"""
