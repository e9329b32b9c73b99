"""Rulings: answers to a quarrel once the findings are known. Each question has a module.

``ruling``: was it in order, what does it cost, what may be done? ``whatif``: what would have
happened otherwise? ``crux``: which house rules does the evening depend on? ``ask``: what should the
table be asked? ``repair``: was it a slip in the record? ``compare``: where do two scribes disagree?
``casebook``: how was it ruled before?

Uses ``judging`` and the layers below it, and knows no game. All may use ``whatif``. A new
question about an evening gets its own module.
"""
