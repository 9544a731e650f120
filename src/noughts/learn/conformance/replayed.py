"""An environment under audit that cannot be copied: it is brought to each point anew."""

from typing import Any

from noughts.learn.conformance.subjects import Look, Subject
from noughts.rules import Cell


class _Seat:
    """One environment, and the actions that brought it to where it is."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.seed = 0
        self.actions: tuple[int, ...] | None = None  # None: it has to begin anew


class ReplayedSubject:
    """One that is not copied: whoever needs it elsewhere begins anew and makes the same moves."""

    def __init__(self, seat: Subject | _Seat, actions: tuple[int, ...] = ()) -> None:
        self._seat = seat if isinstance(seat, _Seat) else _Seat(seat)
        self._actions = actions
        self.kind, self.complete = self._seat.subject.kind, self._seat.subject.complete

    def _here(self) -> Subject:
        """The environment, brought to this point."""
        seat = self._seat
        done = seat.actions
        if done is None or done != self._actions[: len(done)]:
            seat.subject.begin(seat.seed)
            done = ()
        for action in self._actions[len(done) :]:
            seat.subject.choose(action)
        seat.actions = self._actions
        return seat.subject

    def begin(self, seed: int) -> list[Cell]:
        self._seat.seed, self._seat.actions, self._actions = seed, (), ()
        return self._seat.subject.begin(seed)

    def choose(self, action: int) -> list[Cell]:
        here = self._here()
        self._actions = (*self._actions, action)
        self._seat.actions = None  # until it has been done without an error
        taken = here.choose(action)
        self._seat.actions = self._actions
        return taken

    def look(self) -> Look:
        return self._here().look()

    def seen(self) -> Any:
        return self._here().seen()

    def last_rewards(self) -> tuple[float | None, float | None]:
        told = self._here().last_rewards()
        self._seat.actions = None
        return told

    def copy(self) -> "ReplayedSubject":
        return ReplayedSubject(self._seat, self._actions)
