"""The games that a candidate plays: those that it loses, and how a position came about."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from noughts.audit.verdict.exam import Examination
from noughts.audit.verdict.judge import Judged, Truth
from noughts.play.record import Record
from noughts.rules import Cell, Position
from noughts.value import Outcome

Node: TypeAlias = "tuple[Position, bool]"
"""A position of a game, and whether the candidate has made a mistake in it that cost the outcome.

A position that is lost by itself is looked at again when it comes about by a mistake.
"""


@dataclass(slots=True)
class Side:
    """How it does as the first, or as the second player."""

    is_first: bool
    start: Position
    asked: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    """Final positions of the games that it plays, against every reply."""
    is_whole: bool = True
    """Were all these games played to their end?"""
    is_lost: bool = False
    """Is this side lost from the start, if the other plays well?"""
    losing: Record | None = None
    """The shortest game in which it loses what was not lost."""
    doubtful: Record | None = None
    """The shortest that it loses, where it is not known whether the start was lost already."""
    came: dict[Node, tuple[Node, Cell] | None] = field(default_factory=dict)
    """How each position of its games first came about: the one before, and the move."""

    @property
    def mark(self) -> str:
        """The mark that it has."""
        return self.start.first_mark if self.is_first else self.start.second_mark

    def path_to(self, position: Position) -> list[Cell] | None:
        """The moves of a game in which the position arises; None where there is no such game."""
        nodes = [node for node in ((position, False), (position, True)) if node in self.came]
        return self._path(nodes[0]) if nodes else None

    def _path(self, node: Node) -> list[Cell]:
        path = []
        while (step := self.came[node]) is not None:
            node, move = step
            path.append(move)
        return path[::-1]

    def record(self, node: Node) -> Record:
        """The game that leads there."""
        return Record(self.start, self._path(node))

    @property
    def finals(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def never_loses(self) -> bool | None:
        """Proven; None: not every game was played to its end."""
        if self.lost:
            return False
        return True if self.is_whole else None


def sides(
    examination: Examination, judged: Mapping[Position, list[Judged]], truth: Truth
) -> list[Side]:
    """Both sides, with every game that the candidate's answers allow."""
    first, second = examination.starts()
    return [
        _Games(judged, truth, Side(is_first=True, start=first)).play(),
        _Games(judged, truth, Side(is_first=False, start=second)).play(),
    ]


class _Games:
    """All games of one side, by their length: so the first that is lost is the shortest."""

    def __init__(self, judged: Mapping[Position, list[Judged]], truth: Truth, side: Side) -> None:
        self.judged, self.truth, self.side = judged, truth, side
        self.ended: set[Node] = set()

    def play(self) -> Side:
        side = self.side
        start = (side.start, not self._may_be_lost())
        side.came[start] = None
        reached = deque([start])
        while reached:
            node = position, erred = reached.popleft()
            if position.is_over:
                self._end(node)
                continue
            for move, errs in self._moves(position):
                after = (position.child(move), erred or errs)
                if after not in side.came:
                    side.came[after] = (node, move)
                    reached.append(after)
        asked = {position for position, _ in side.came if self._is_its_turn(position)}
        side.asked = len(asked & self.judged.keys())
        return side

    def _end(self, node: Node) -> None:
        side, (position, erred) = self.side, node
        is_lost = position.winner not in (None, side.mark)
        if is_lost and erred:
            side.losing = side.losing or side.record(node)
        elif is_lost and not side.is_lost:
            side.doubtful = side.doubtful or side.record(node)
        if (position, not erred) in self.ended:
            return
        self.ended.add(node)
        side.won += position.winner == side.mark
        side.drawn += position.winner is None
        side.lost += is_lost

    def _is_its_turn(self, position: Position) -> bool:
        return (position.stones % 2 == 0) == self.side.is_first

    def _moves(self, position: Position) -> Iterator[tuple[Cell, bool]]:
        """The moves that are played, and whether each is a mistake of the candidate."""
        if not self._is_its_turn(position):
            yield from ((move, False) for move in position.moves())
            return
        cases = self.judged.get(position)
        if cases is None:
            self.side.is_whole = False
            return
        for case in cases:
            if case.answer.move is None:
                self.side.is_whole = False
            else:
                yield case.answer.move, case.lowers

    def _may_be_lost(self) -> bool:
        """May this side be lost from the start, for all that is known?"""
        game = self.side.start.game
        if self.side.is_first and not game.drop and not game.misere:
            return False  # an extra stone does no harm, so the first player is never lost
        value = self.truth.value(self.side.start)
        loss = Outcome.LOSS if self.side.is_first else Outcome.WIN
        self.side.is_lost = value is not None and value.outcome is loss
        return value is None or self.side.is_lost


def shortest_loss(sides: Sequence[Side]) -> Record | None:
    """The shortest game that it loses, if possible one that was not lost from the start."""
    losing = [side.losing for side in sides if side.losing is not None]
    doubtful = [side.doubtful for side in sides if side.doubtful is not None]
    return min(losing or doubtful, key=lambda record: len(record.moves), default=None)
