"""The catalogue: every mistake that a program under audit is compared with."""

from __future__ import annotations

from noughts.audit.diagnosis.mistakes.minimax import MINIMAX_MISTAKES
from noughts.audit.diagnosis.mistakes.mistake import Mistake
from noughts.audit.diagnosis.mistakes.programs import PROGRAM_MISTAKES

MISTAKES: dict[str, Mistake] = {
    mistake.name: mistake for mistake in (*MINIMAX_MISTAKES, *PROGRAM_MISTAKES)
}
