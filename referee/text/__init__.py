"""Reports as text: lines, tables and scorecards that fit the terminal.

``report`` prints a whole report, and ``document`` the parts of any document, with its sparklines;
``terminal`` is the console they print on.
"""
