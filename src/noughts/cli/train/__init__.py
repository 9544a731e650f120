"""noughts train: a learner, and what is said while it learns."""

from noughts.cli.train.train import command

__all__ = ["command"]
