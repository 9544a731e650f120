"""Programs that answer alike: the same moves in every position asked.

To answer alike proves nothing. Whoever tries the cells in reading order and keeps the first best
move plays as everybody does who does so; such groups are named for what they are. Those that are
wrong alike, and not by a mistake that is known to be common, are the ones to look at.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from noughts.audit.candidate import Answer
from noughts.audit.certificates import SIDES, follow
from noughts.rules import Cell, Game, Mask, Position, cells_of
from noughts.solver.sources import reach
from noughts.solver.whole import whole_game

FEWEST_MOVES = 10  # with fewer there is little that could differ

Answers: TypeAlias = Mapping[Position, Iterable["Cell | str | None"]]
"""The moves that were made in each position; the name of a fault where there was none."""

CAUTION = (
    "To answer alike proves nothing: correct programs answer alike too, when they try the cells "
    "in the same order and choose among equal moves in the same way."
)


@dataclass(frozen=True, slots=True)
class Group:
    """Programs that gave the same answer in every position asked."""

    files: list[str]
    wrong: int
    """In how many positions they are wrong, all of them alike."""
    reason: str = ""
    """What would make anyone answer so, where that is known."""

    def sentence(self) -> str:
        """What to make of it."""
        if self.wrong and not self.reason:
            where = "1 position" if self.wrong == 1 else f"{self.wrong:,} positions"
            return f"Wrong alike in {where}, and not by a mistake that is known to be common."
        how = "wrong" if self.wrong else "right"
        return f"All {how}. {self.reason or 'Correct programs answer alike too.'}"

    def to_dict(self) -> dict[str, Any]:
        """The group as JSON has it."""
        return {"files": self.files, "wrong": self.wrong, "reason": self.reason}


def exam_answers(answers: Mapping[Position, list[Answer]]) -> dict[Position, set[Cell | str]]:
    """The answers of an exam, as they are compared."""
    return {position: {_answer(answer) for answer in given} for position, given in answers.items()}


def _answer(answer: Answer) -> Cell | str:
    if answer.move is not None:
        return answer.move
    return "" if answer.fault is None else answer.fault.value


def digest(answers: Answers) -> str:
    """A short text that is the same exactly where all answers are; none if they are too few."""
    rows = [
        f"{position.first:x} {position.second:x} {' '.join(sorted(map(str, moves)))}"
        for position, moves in answers.items()
    ]
    moved = sum(any(isinstance(move, int) for move in moves) for moves in answers.values())
    if moved < FEWEST_MOVES:
        return ""
    return hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()


# Known ways to answer

Pick: TypeAlias = Callable[[list[Cell]], Cell]

_FIRST, _LAST = "the first", "the last"
_PICKS: dict[str, Pick] = {_FIRST: lambda cells: cells[0], _LAST: lambda cells: cells[-1]}


@lru_cache(maxsize=8)
def textbook(game: Game, every: bool) -> dict[str, str]:
    """The digests of programs that many people write, each in words.

    >>> from noughts.rules.catalog import game
    >>> len(textbook(game("3x3"), every=False))
    6
    """
    if not reach(game).is_whole:
        return {}
    found: dict[str, str] = {}
    for counts, moves in (("counts", _best), ("does not count", _good)):
        for which, pick in _PICKS.items():
            words = (
                f"So answers every minimax that {counts} depth, tries the cells in reading order "
                f"and keeps {which} of its best moves."
            )
            found.setdefault(digest(_played(game, every, moves, pick)), words)
    for which, pick in _PICKS.items():
        words = f"So answers everybody who takes {which} free cell."
        found.setdefault(digest(_played(game, every, Position.moves, pick)), words)
    return found


def _played(
    game: Game, every: bool, moves: Callable[[Position], list[Cell]], pick: Pick
) -> dict[Position, list[Cell]]:
    if every:
        cells, whole = game.cells, whole_game(game)
        positions = [_position(game, key & game.all_mask, key >> cells) for key in whole.best]
        return {position: [pick(moves(position))] for position in positions}
    played: dict[Position, list[Cell]] = {}
    for side in SIDES:
        played |= follow(game, side, lambda position: [pick(moves(position))])[0]
    return played


def _position(game: Game, mine: Mask, theirs: Mask) -> Position:
    turn = (mine | theirs).bit_count() % 2
    return Position(game, theirs, mine) if turn else Position(game, mine, theirs)


def _best(position: Position) -> list[Cell]:
    key = position.mine | position.theirs << position.game.cells
    return list(cells_of(whole_game(position.game).best[key]))


def _good(position: Position) -> list[Cell]:
    whole = whole_game(position.game)
    sign = _sign(whole.score(position))
    moves = position.moves()
    return [move for move in moves if -_sign(whole.score(position.child(move))) == sign]


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
