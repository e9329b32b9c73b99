"""Reports as text: lines, tables and scorecards that fit the terminal.

``document`` prints a whole report, and the parts of any document, with its sparklines; ``terminal``
is the console to print on.
"""
