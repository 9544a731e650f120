"""Anything that chooses moves, as a candidate for the audit."""

from noughts.audit.candidates.adapters import candidate_for, split_target
from noughts.audit.candidates.engines import split_command

__all__ = ["candidate_for", "split_command", "split_target"]
