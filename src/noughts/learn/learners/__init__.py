"""Learners, their training, and what they have learned."""

from noughts.learn.learners.curve import curve_svg
from noughts.learn.learners.player import LearnedPlayer
from noughts.learn.learners.shelf import LEARNERS, Method
from noughts.learn.learners.store import read, to_json
from noughts.learn.learners.training import (
    AGAINST,
    EVERY,
    SEATS,
    SEED,
    Point,
    Training,
    new_training,
)

__all__ = [
    "AGAINST", "EVERY", "LEARNERS", "SEATS", "SEED", "LearnedPlayer", "Method", "Point", "Training",
    "curve_svg", "new_training", "read", "to_json",
]  # fmt: skip
