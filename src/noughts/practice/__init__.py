"""Practice: puzzles and a lesson, checked against the truth."""

from noughts.practice.lesson import Lesson
from noughts.practice.puzzle import KINDS, LEVELS, Puzzle, puzzles
from noughts.practice.sheet import Sheet
from noughts.practice.steps import STEPS

__all__ = ["KINDS", "LEVELS", "STEPS", "Lesson", "Puzzle", "Sheet", "puzzles"]
