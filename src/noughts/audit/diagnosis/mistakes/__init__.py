"""A catalogue of deliberate mistakes, each a small program that makes it."""

from noughts.audit.diagnosis.mistakes.catalog import MISTAKES
from noughts.audit.diagnosis.mistakes.mistake import Form, Mistake

__all__ = ["MISTAKES", "Form", "Mistake"]
