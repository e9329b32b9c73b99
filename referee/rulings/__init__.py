"""Rulings: what settles a quarrel once the findings are known.

``whatif`` shows an evening as it would have been, ``crux`` which house rules it hangs on.
"""
