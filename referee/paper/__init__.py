"""What goes onto paper: documents of reports, rulings and score sheets, as pages and as PDF.

``documents`` says what stands in each, ``blocks`` what a document is made of; ``page`` writes one
as a page that needs no other file, ``pdf`` as PDF. Another kind of paper is a function of
``documents``.
"""
