"""The truth, fast: `solve` and `analyze` are the one door to it."""

from noughts.solver.oracle import Analysis, Oracle, Solved, analyze, best_move, solve

__all__ = ["Analysis", "Oracle", "Solved", "analyze", "best_move", "solve"]
