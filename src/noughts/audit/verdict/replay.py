"""The shortest game that a candidate loses, replayed with boards."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from noughts.audit.verdict.sides import shortest_loss
from noughts.notation import draw, format_move, format_moves, result_sentence
from noughts.rules import Position

if TYPE_CHECKING:
    from noughts.audit.verdict.judge import Judged
    from noughts.audit.verdict.sides import Side
    from noughts.audit.verdict.verdict import Verdict

MOST_COLUMNS, FEWEST_COLUMNS = 80, 20
MOST_LINES = 24
BETWEEN = "   "


def columns() -> int:
    """How wide a line of the report may be: as wide as the screen, within reason."""
    return max(min(shutil.get_terminal_size().columns, MOST_COLUMNS), FEWEST_COLUMNS)


class Step(NamedTuple):
    """A move of a game, and the position after it."""

    number: int
    mark: str
    move: int
    after: Position
    is_wrong: bool

    @property
    def title(self) -> str:
        """The move as it stands above its board: ? is a mistake."""
        return f"{self.number} {self.mark} {format_move(self.after.game, self.move)}" + (
            "?" * self.is_wrong
        )


def losing_side(sides: Sequence[Side]) -> Side:
    """The side as which it loses the shortest game."""
    record = shortest_loss(sides)
    return next(side for side in sides if record in (side.losing, side.doubtful))


def steps(verdict: Verdict) -> list[Step]:
    """The moves of the game it loses; none where it loses no game."""
    record = verdict.losing_game
    if record is None:
        return []
    wrong = {turn.example.position for turn in verdict.turns}
    return [
        Step(number, before.to_move, move, after, before in wrong)
        for number, ((before, after), move) in enumerate(
            zip(pairwise(record.positions()), record.moves, strict=True), start=1
        )
    ]


def mistakes(judged: Mapping[Position, list[Judged]], sides: Sequence[Side]) -> list[Judged]:
    """The moves of the shortest game it loses that lowered the outcome."""
    record = shortest_loss(sides)
    if record is None:
        return []
    is_first = losing_side(sides).is_first
    found = []
    for position, move in zip(record.positions(), record.moves, strict=False):
        if (position.stones % 2 == 0) == is_first:
            cases = judged.get(position, [])
            found += [case for case in cases if case.answer.move == move and case.lowers][:1]
    return found


def losing_sentence(verdict: Verdict) -> str:
    """Which game is shown."""
    record = verdict.losing_game
    assert record is not None
    side = losing_side(verdict.sides)
    order = "moves first" if side.is_first else "moves second"
    last = record.position
    return (
        f"it is {side.mark} and {order}, and after {format_moves(record.game, record.moves)} "
        f"{result_sentence(last)}."
    )


def replay_text(verdict: Verdict) -> str:
    """The boards of the game side by side, the last move in brackets; of a long one the end."""
    blocks = [
        [step.title, *draw(step.after, marked=1 << step.move).splitlines()]
        for step in steps(verdict)
    ]
    width = max(len(line) for block in blocks for line in block)
    in_row = max(1, (columns() + len(BETWEEN)) // (width + len(BETWEEN)))
    rows = [blocks[at : at + in_row] for at in range(0, len(blocks), in_row)]
    rows = rows[-max(1, MOST_LINES // (len(blocks[0]) + 1)) :]
    return "\n\n".join("\n".join(_side_by_side(row, width)) for row in rows)


def _side_by_side(blocks: list[list[str]], width: int) -> list[str]:
    return [
        BETWEEN.join(line.ljust(width) for line in lines).rstrip()
        for lines in zip(*blocks, strict=True)
    ]
