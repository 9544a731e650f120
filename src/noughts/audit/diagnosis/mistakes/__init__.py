"""A catalogue of deliberate mistakes, each a small program that makes it.

A program under audit is compared with all of them.
"""

from noughts.audit.diagnosis.mistakes.minimax import MINIMAX_MISTAKES
from noughts.audit.diagnosis.mistakes.mistake import Form, Mistake
from noughts.audit.diagnosis.mistakes.programs import PROGRAM_MISTAKES

__all__ = ["MISTAKES", "Form", "Mistake"]

MISTAKES = {mistake.name: mistake for mistake in (*MINIMAX_MISTAKES, *PROGRAM_MISTAKES)}
