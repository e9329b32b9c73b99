"""Events and reports as data: what a log may say, and what the referee answers."""
