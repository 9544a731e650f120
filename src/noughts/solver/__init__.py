"""The truth, fast: `solve` and `analyze` are the one door to it."""

from noughts.solver.oracle import Analysis, Oracle, Solved, analyze, solve

__all__ = ["Analysis", "Oracle", "Solved", "analyze", "solve"]
