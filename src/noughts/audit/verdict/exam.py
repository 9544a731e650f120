"""The exam: which positions a candidate is asked, and what it answered in each.

The proof asks only what can arise when the candidate plays: at its turn its own answers are
followed, at the other side's turn every reply. If no game among these is lost, none can be.
`every` follows every move on both sides.

Both walks ask a position once, whichever way it is reached, and use no symmetry: a program need
not be symmetric. Of the positions that are open, the earliest and the latest found are asked in
turn, so that a walk which is cut short by its budget has seen both openings and ends of games.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from noughts.audit.candidate import Answer, Candidate, Fault
from noughts.notation import position as read_position
from noughts.rules import Game, Position, other_mark

SECONDS = 120.0
SECONDS_AGAIN = 1.0  # to ask the quickest answered positions once more
MOST_FINISHED = 30  # finished boards, where the form of the program says nothing of them
HOPELESS = 25  # answers without a move, and none with one: the rest would be the same
HOPELESS_SLOW = 4  # the same where each of them takes all the time there is for a move

# A board that is asked for now and then with "X to move": X has won on it.
SAMPLE = "XOX OX. .OX"

BROKEN = {Fault.RAISES, Fault.CRASH, Fault.FLOOD, Fault.MEMORY, Fault.GARBLED}

OnQuestion: TypeAlias = Callable[[int, int], None]
"""Told now and then: how many positions were asked, and how many are open."""


@dataclass(slots=True)
class Examination:
    """Everything that was asked, and answered."""

    name: str
    taken_for: str
    mark: str | None
    game: Game
    every: bool = False
    times: int = 1
    answers: dict[Position, list[Answer]] = field(default_factory=dict)
    """The positions in which it was its turn, in the order in which they were asked."""
    finished: dict[Position, Answer] = field(default_factory=dict)
    """What it answered where there is nothing to answer."""
    must_pass: bool = False
    """Does its form promise an answer for a finished board, such as None?"""
    open: int = 0
    """Positions that are known to arise, and were not asked before the budget ended."""

    @property
    def asked(self) -> int:
        return len(self.answers)

    @property
    def is_whole(self) -> bool:
        """Was every position asked that had to be?"""
        return self.open == 0

    @property
    def is_broken(self) -> bool:
        """Did it never so much as name a move?"""
        return bool(self.answers) and all(
            answer.fault in BROKEN for answers in self.answers.values() for answer in answers
        )

    def starts(self) -> list[Position]:
        """The empty board as it sees it: when it moves first, and when it moves second."""
        return starts(self.game, self.mark)


def starts(game: Game, mark: str | None) -> list[Position]:
    """The empty board for the first and for the second player, who has that mark in both."""
    if mark is None:
        return [Position(game), Position(game)]
    return [Position(game, first_mark=mark), Position(game, first_mark=other_mark(mark))]


def examine(
    candidate: Candidate,
    game: Game,
    *,
    every: bool = False,
    times: int = 1,
    seconds: float = SECONDS,
    progress: OnQuestion | None = None,
) -> Examination:
    """Ask a candidate, within so many seconds, what the proof needs, or everything.

    times is how often each position is asked; all answers are followed.
    """
    walk = _Walk(candidate, game, every, times, time.perf_counter() + seconds, progress)
    walk.run()
    found = walk.found
    if any(answer.move is not None for answers in found.answers.values() for answer in answers):
        walk.ask_again()
        walk.ask_finished()
    found.open = len(walk.frontier)
    return found


class _Walk:
    """One walk through the positions of a game."""

    def __init__(
        self,
        candidate: Candidate,
        game: Game,
        every: bool,
        times: int,
        deadline: float,
        progress: OnQuestion | None,
    ) -> None:
        self.candidate, self.deadline, self.progress = candidate, deadline, progress
        self.found = Examination(
            candidate.name, candidate.taken_for, candidate.mark, game, every, times,
            must_pass=candidate.must_pass,
        )  # fmt: skip
        self.frontier: deque[Position] = deque()
        self.ends: dict[Position, None] = {}
        self._its: set[Position] = set()
        self._others: set[Position] = set()
        first, second = self.found.starts()
        self._reach(first, its_turn=True)
        self._reach(second, its_turn=False)

    def run(self) -> None:
        """Ask until nothing is open, the time is up, or there is no hope."""
        from_front = True
        while self.frontier and not self._is_late():
            position = self.frontier.popleft() if from_front else self.frontier.pop()
            from_front = not from_front
            answers = [self.candidate.ask(position) for _ in range(self.found.times)]
            self.found.answers[position] = answers
            self._follow(position, answers)
            if self.progress is not None:
                self.progress(self.found.asked, len(self.frontier))
            if self._is_hopeless():
                return

    def _is_hopeless(self) -> bool:
        if self.found.asked == HOPELESS_SLOW:
            faults = {answer.fault for answers in self.found.answers.values() for answer in answers}
            return faults == {Fault.SLOW}
        return self.found.asked == HOPELESS and self.found.is_broken

    def _is_late(self) -> bool:
        return time.perf_counter() >= self.deadline

    def _follow(self, position: Position, answers: list[Answer]) -> None:
        moves = dict.fromkeys(answer.move for answer in answers if answer.move is not None)
        for move in position.moves() if self.found.every else moves:
            self._reach(position.child(move), its_turn=False)

    def _reach(self, position: Position, *, its_turn: bool) -> None:
        known = self._its if its_turn else self._others
        if position in known:
            return
        known.add(position)
        if position.is_over:
            self.ends[position] = None
        elif its_turn:
            self.frontier.append(position)
        else:
            for move in position.moves():
                self._reach(position.child(move), its_turn=True)

    def ask_again(self) -> None:
        """Ask the quickest a second time, and follow what is new: does it play at random?"""
        until = min(self.deadline, time.perf_counter() + SECONDS_AGAIN)
        while once := self._asked_once(until - time.perf_counter()):
            for position in once:
                answers = self.found.answers[position]
                if time.perf_counter() + answers[0].seconds > until:
                    break
                answers.append(self.candidate.ask(position))
                self._follow(position, answers)
            self.run()

    def _asked_once(self, seconds: float) -> list[Position]:
        """The positions that can be asked once more in that time, the quickest first."""
        found = [
            (answers[0].seconds, number, position)
            for number, (position, answers) in enumerate(self.found.answers.items())
            if len(answers) == 1 and answers[0].fault in (None, Fault.ILLEGAL)
        ]
        return [position for taken, _, position in sorted(found) if taken < seconds]

    def ask_finished(self) -> None:
        """Ask what there is to do when the game is over."""
        for board in self._finished_boards():
            if self._is_late():
                return
            self.found.finished[board] = self.candidate.ask(board)

    def _finished_boards(self) -> Iterator[Position]:
        game, ends = self.found.game, list(self.ends)
        if game.name == "3x3":
            yield read_position(SAMPLE, game)
        step = 1 if self.found.must_pass else max(1, len(ends) // MOST_FINISHED)
        yield from islice(ends, 0, None, step)
