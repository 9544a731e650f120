"""What all environments share: actions, observations, rewards, and what an illegal action costs.

An action is a number: the cell in reading order, in drop games the column from the left. An
illegal one ends the game, with -1 to the side that chose it and 0 to the other.
"""

from operator import index
from typing import TYPE_CHECKING, Any

from noughts.errors import NotationError
from noughts.notation import draw, position_svg, result_sentence
from noughts.rules import Cell, Game, Mask, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST = 0  # the side that moves first; the other is 1
ILLEGAL_REWARD = -1
RENDER_MODES = ("ansi", "svg")


# ---- actions ------------------------------------------------------------------------------------


def action_count(game: Game) -> int:
    """How many actions there are.

    >>> from noughts.rules.catalog import game
    >>> action_count(game("3x3")), action_count(game("connect4"))
    (9, 7)
    """
    return game.width if game.drop else game.cells


def action_of(game: Game, cell: Cell) -> int:
    """The action that takes a cell."""
    return cell % game.width if game.drop else cell


def cell_of(position: Position, action: int) -> Cell | None:
    """The cell that an action takes; None if it is illegal.

    >>> from noughts.rules.catalog import game
    >>> start = Position(game("connect4"))
    >>> cell_of(start, 3), cell_of(start.play(38), 3), cell_of(start, 7)
    (38, 31, None)
    """
    for cell in position.moves():
        if action_of(position.game, cell) == action:
            return cell
    return None


def read_action(action: Any, game: Game) -> int:
    """An action as a plain number; whether it is legal is another matter."""
    try:
        return index(action)
    except TypeError:
        most = action_count(game) - 1
        raise NotationError(
            f"expected an action as a whole number from 0 to {most}, got {action!r}"
        ) from None


# ---- rewards ------------------------------------------------------------------------------------


def side_to_move(position: Position) -> int:
    """0 for the first player, 1 for the second."""
    return position.stones % 2


def returns(position: Position) -> tuple[int, int]:
    """What the game brought to the first and to the second player: 0 and 0 while it goes on.

    >>> from noughts.notation.parse import position
    >>> returns(position("XXX OO. ...")), returns(position("XX. OO. ..."))
    ((1, -1), (0, 0))
    """
    winner = position.winner
    if winner is None:
        return 0, 0
    return (1, -1) if winner == position.first_mark else (-1, 1)


def illegal_returns(side: int) -> tuple[int, int]:
    """What the two get when a side has chosen an illegal action."""
    return (ILLEGAL_REWARD, 0) if side == FIRST else (0, ILLEGAL_REWARD)


# ---- observations -------------------------------------------------------------------------------


def board_shape(game: Game) -> tuple[int, ...]:
    """The board as an array: height and width, in 3-D the slices first.

    >>> from noughts.rules.catalog import game
    >>> board_shape(game("connect4")), board_shape(game("3x3x3"))
    ((6, 7), (3, 3, 3))
    """
    width, height, depth = game.shape
    return (height, width) if game.shape.is_flat else (depth, height, width)


def observation(position: Position, side: int) -> "NDArray[np.int8]":
    """What a side sees: plane 0 has its own stones, plane 1 those of the other."""
    import numpy as np

    sides = (position.first, position.second)
    planes = [_bits(stones, position.game.cells) for stones in (sides[side], sides[1 - side])]
    return np.stack(planes, axis=-1).reshape(*board_shape(position.game), 2)


def action_mask(position: Position) -> "NDArray[np.int8]":
    """1 for each action that the side to move may choose; all 0 when the game is over."""
    import numpy as np

    mask = np.zeros(action_count(position.game), np.int8)
    mask[[action_of(position.game, cell) for cell in position.moves()]] = 1
    return mask


def no_actions(game: Game) -> "NDArray[np.int8]":
    """The mask of a side that is not to move."""
    import numpy as np

    return np.zeros(action_count(game), np.int8)


def _bits(mask: Mask, count: int) -> "NDArray[np.int8]":
    import numpy as np

    octets = np.frombuffer(mask.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(octets, count=count, bitorder="little").astype(np.int8)


# ---- rendering ----------------------------------------------------------------------------------


def read_render_mode(mode: str | None) -> str | None:
    """A mode in which an environment can be shown."""
    if mode is not None and mode not in RENDER_MODES:
        raise NotationError(f"no render mode {mode!r}: expected {' or '.join(RENDER_MODES)}")
    return mode


def rendered(position: Position, mode: str, illegal_side: int | None = None) -> str:
    """The position as text or as a picture."""
    if mode == "svg":
        return position_svg(position)
    marks = (position.first_mark, position.second_mark)
    if illegal_side is not None:
        sentence = f"{marks[illegal_side]} chose an illegal action"
    elif position.is_over:
        sentence = result_sentence(position)
    else:
        sentence = f"{position.to_move} to move"
    return f"{draw(position)}\n\n{sentence}"
