"""Everything this library raises on purpose:

* NoughtsError
  x NotationError   the text is no game, no position, or no move   (also a ValueError)
  x RulesError      well formed, but the rules forbid it           (also a ValueError)
  x LimitReached    too big for the time or memory allowed         (also a RuntimeError)
    x MissingExtra  an optional part is not installed              (also an ImportError)
"""

from collections.abc import Sequence


class NoughtsError(Exception):
    """Base of the errors of this library; complaints holds each thing that is wrong by itself."""

    def __init__(self, message: str, complaints: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.complaints = list(complaints) or [message]


class NotationError(NoughtsError, ValueError):
    """The text is no game, no position, or no move."""


class RulesError(NoughtsError, ValueError):
    """The text is well formed, and the rules forbid it."""


class LimitReached(NoughtsError, RuntimeError):
    """The question is too big for the time or memory allowed."""


class MissingExtra(LimitReached, ImportError):
    """An optional part is not installed; the message says what to install."""
