"""The truth, fast: `solve` and `analyze` are the one door to it."""

from noughts.solve.oracle import Analysis, Oracle, Solved, analyze, solve

__all__ = ["Analysis", "Oracle", "Solved", "analyze", "solve"]
