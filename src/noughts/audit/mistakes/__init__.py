"""A catalogue of deliberate mistakes, each a small program that makes it."""

from noughts.audit.mistakes.catalog import MISTAKES
from noughts.audit.mistakes.mistake import Form, Mistake

__all__ = ["MISTAKES", "Form", "Mistake"]
