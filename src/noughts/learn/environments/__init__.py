"""Games as environments: PettingZoo, Gymnasium, and thousands at once.

Nothing is imported here: each needs an extra of its own, and `noughts.learn` opens them.
"""
