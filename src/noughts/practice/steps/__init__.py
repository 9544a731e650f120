"""Lessons: steps as data, asked by `practice/lesson.py`.

A step is an entry of `STEPS`: a title, a text, a position, a question, and functions that ask the
real search: what is right, why, and which figures the text mentions.
"""

from noughts.practice.steps.minimax import STEPS
from noughts.practice.steps.step import Asks, Step

__all__ = ["STEPS", "Asks", "Step"]
