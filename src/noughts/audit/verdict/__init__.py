"""The exam, what it brought to light, and the verdict as words and as a page."""

from noughts.audit.verdict.exam import OnQuestion, examine
from noughts.audit.verdict.findings import Kind
from noughts.audit.verdict.replay import columns, steps
from noughts.audit.verdict.verdict import (
    CANNOT_RUN,
    NOT_PERFECT,
    PERFECT,
    UNDECIDED,
    Verdict,
    reach_verdict,
)

__all__ = [
    "CANNOT_RUN", "NOT_PERFECT", "PERFECT", "UNDECIDED", "Kind", "OnQuestion", "Verdict", "columns",
    "examine", "reach_verdict", "steps",
]  # fmt: skip
