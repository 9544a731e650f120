"""Learners, their training, and what they have learned."""

from noughts.learn.learners.curve import curve_svg
from noughts.learn.learners.player import LearnedPlayer
from noughts.learn.learners.store import read, to_json
from noughts.learn.learners.training import (
    EVERY,
    SEATS,
    Point,
    Training,
    new_training,
    settings_of,
)

__all__ = [
    "EVERY",
    "SEATS",
    "LearnedPlayer",
    "Point",
    "Training",
    "curve_svg",
    "new_training",
    "read",
    "settings_of",
    "to_json",
]
