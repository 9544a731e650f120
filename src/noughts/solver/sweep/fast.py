"""The fast way: every position of a board at once, by the compiled sweep.

Nothing here is imported before it is needed: numba takes half a second to load.
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from noughts.errors import MissingExtra
from noughts.rules import Game, Mask, Position
from noughts.solver.sweep.layers import index_of, index_of_masks
from noughts.value import Outcome

if TYPE_CHECKING:
    from noughts.solver.sweep.outcomes import Layer
    from noughts.solver.sweep.scores import ScoreLayer

FEWEST_CELLS = 12  # below, plain Python answers before numba is loaded
MOST_SCORED_CELLS = 16  # with a byte to a position: 10 MB for 16 cells
MOST_SWEPT_CELLS = 20  # with two bits to a position: 185 MB for 20 cells


def is_installed() -> bool:
    """Is the extra `fast` there? Answered without loading it."""
    return find_spec("numba") is not None


def need_fast(what: str) -> None:
    """Refuse, with what to install, where the extra is missing."""
    if not is_installed():
        raise MissingExtra(f'{what} needs numba: pip install ".[fast]"')


class ScoredGame:
    """The score of every position of a game, in memory."""

    def __init__(self, game: Game) -> None:
        from noughts.solver.sweep.scores import count_scores, scored_layers

        self._layers: list[ScoreLayer] = list(scored_layers(game))[::-1]
        self.nodes = sum(sum(count_scores(layer).values()) for layer in self._layers)

    def score(self, position: Position) -> int:
        """The score of a position that can arise, for the side to move."""
        ply, row, bit = index_of(position)
        score = self._layers[ply].score(row, bit)
        assert score is not None, "a position that can arise has a score"
        return score


class SweptGame:
    """The outcome of every position of a game, in memory."""

    def __init__(self, game: Game) -> None:
        from noughts.solver.sweep.outcomes import sweep

        solution = sweep(game, keep=True)
        self.nodes = solution.positions
        self._layers: tuple[Layer, ...] = solution.kept

    def outcome(self, first: Mask, second: Mask) -> Outcome | None:
        """The outcome of a position, for the side to move; None if it cannot arise."""
        ply, row, bit = index_of_masks(first, second)
        return self._layers[ply].outcome(row, bit)


@lru_cache(maxsize=4)
def scored_game(game: Game) -> ScoredGame:
    """The game, scored once in the life of the process."""
    return ScoredGame(game)


@lru_cache(maxsize=1)
def swept_game(game: Game) -> SweptGame:
    """The game, swept once; of several large games only the last is kept."""
    return SweptGame(game)
