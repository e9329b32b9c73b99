"""Rulings: what settles a quarrel once the findings are known. A room for each question.

``ruling``: was it in order, what does it cost, what may be done? ``whatif``: what would have been?
``crux``: which house rules does the evening hang on? ``ask``: what has the table to be asked?
``repair``: was it a slip in the record? ``compare``: what did two scribes write otherwise?
``casebook``: how was it ruled before?

Uses ``judging`` and what lies below it, and knows no game. A room shows in its ``__init__`` what
others may ask of it; all may use ``whatif``, and ``answers``, which settles what is open. Another
question about an evening gets a room of its own.
"""
