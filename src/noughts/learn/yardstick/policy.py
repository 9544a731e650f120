"""Policies: with what chance each move is played; from whatever it is that chooses."""

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from math import isfinite
from numbers import Integral, Real
from typing import Any, TypeAlias

from noughts.errors import MissingExtra, RulesError
from noughts.learn.environments.environment import (
    action_count,
    action_mask,
    cell_of,
    observation,
    side_to_move,
)
from noughts.notation import format_move, format_position
from noughts.play.players import Choice
from noughts.rules import Cell, Game, Position

Chances: TypeAlias = Mapping[Cell, float]
Policy: TypeAlias = Callable[[Position], Chances]
"""The chance of each move in a position that is not over; a move left out is never played."""

NEAR = (
    1e-6  # by so much chances may miss 1 in all: they may have been worked out in single precision
)


def policy_of(chooser: Any) -> Policy:
    """The policy of a function, a learner, a player or a table of positions.

    A function of a position may return a move, the chance of each move, or one number for each
    cell; a learner has `chances`, a player `choose`. A mapping holds these under positions.

    >>> from noughts.rules.catalog import game
    >>> dict(policy_of(lambda position: 4)(Position(game("3x3"))))
    {4: 1.0}
    """
    ask = _asked(chooser)
    return lambda position: checked(ask(position), position)


def _asked(chooser: Any) -> Callable[[Position], Any]:
    if hasattr(chooser, "chances"):
        asked: Callable[[Position], Any] = chooser.chances
        return asked
    if hasattr(chooser, "choose"):
        return lambda position: chooser.choose(position)
    if isinstance(chooser, Mapping):
        return lambda position: _row(chooser, position)
    if callable(chooser):
        return chooser  # type: ignore[no-any-return]
    raise RulesError(
        "expected a policy: a function of a position, a learner, a player or a mapping, "
        f"got {type(chooser).__name__}"
    )


def _row(rows: Mapping[Any, Any], position: Position) -> Any:
    if position not in rows:
        raise RulesError(f"the policy has no row for {format_position(position)}")
    return rows[position]


def checked(answer: Any, position: Position) -> dict[Cell, float]:
    """What a policy answered as chances that add up to one, or a sentence about why not."""
    if isinstance(answer, Choice):
        answer = answer.move
    if isinstance(answer, Integral):
        answer = {int(answer): 1.0}
    elif isinstance(answer, Sequence) or hasattr(answer, "tolist"):
        answer = _by_cell(answer, position)
    if not isinstance(answer, Mapping):
        raise _wrong(position, f"answered {answer!r}; expected a move or the chance of each move")
    moves = position.moves()
    for cell, chance in answer.items():
        if not isinstance(chance, Real) or not isfinite(chance) or chance < 0:
            raise _wrong(position, f"gave {cell!r} the chance {chance!r}; expected a number from 0")
        if chance and cell not in moves:
            raise _wrong(position, f"answered {_name(position.game, cell)}, which cannot be played")
    chances = {int(cell): float(chance) for cell, chance in answer.items() if chance}
    total = sum(chances.values())
    if abs(total - 1) > NEAR:
        raise _wrong(position, f"gave chances that add up to {total:g}; expected 1")
    return {cell: chance / total for cell, chance in chances.items()}


def _by_cell(answer: Any, position: Position) -> dict[Cell, Any]:
    """One number for each action: cells in reading order, or columns where stones drop."""
    numbers = list(answer.tolist() if hasattr(answer, "tolist") else answer)
    count = action_count(position.game)
    if len(numbers) != count:
        raise _wrong(position, f"gave {len(numbers)} numbers; expected {count}")
    cells = [cell_of(position, action) for action in range(count)]
    for action, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
        if cell is None and number:
            raise _wrong(position, f"answered action {action}, which cannot be played")
    return {c: number for c, number in zip(cells, numbers, strict=True) if c is not None}


def observing(choose: Callable[[dict[str, Any]], Any]) -> Policy:
    """The policy of a function of what a PettingZoo agent observes.

    It is given `{"observation": …, "action_mask": …}` as the environments of this library have
    them, and returns an action or a number for each. (PettingZoo's own tic-tac-toe numbers its
    actions down the columns: there an agent sees the board reflected.)
    """

    if find_spec("numpy") is None:
        raise MissingExtra('observations are arrays of numpy: pip install ".[learn]"')

    def answer(position: Position) -> dict[Cell, float]:
        seen = {
            "observation": observation(position, side_to_move(position)),
            "action_mask": action_mask(position),
        }
        answer = choose(seen)
        if isinstance(answer, Integral):
            cell = cell_of(position, int(answer))
            if cell is None:
                raise _wrong(position, f"answered action {answer}, which cannot be played")
            return {cell: 1.0}
        return checked(answer, position)

    return answer


def _name(game: Game, cell: Any) -> str:
    on_board = isinstance(cell, Integral) and 0 <= int(cell) < game.cells
    return format_move(game, int(cell)) if on_board else repr(cell)


def _wrong(position: Position, what: str) -> RulesError:
    return RulesError(f"in {format_position(position)} the policy {what}")
