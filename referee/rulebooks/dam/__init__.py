"""That Dam Game: ten hands, each with its contract of sets and runs, where twos and jokers are
wild in runs."""
