"""Many games at once, on arrays: the environment for learners that want millions of steps.

>>> import pytest
>>> _ = pytest.importorskip("numba")
>>> env = BatchEnv("3x3", 4096, seed=1)
>>> rewards, dones = env.step(env.random_actions())
>>> rewards.shape, int(dones.sum()), env.legal_masks().sum(axis=1).tolist()[:3]
((4096, 2), 0, [8, 8, 8])

A game that ends begins anew within the same step: its reward says how it ended, and what is
observed next is an empty board. Games of up to 64 cells can be played so.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.errors import LimitReached, NotationError
from noughts.learn.environments.environment import action_count, board_shape
from noughts.rules import Game, Position, game_of, mask_of
from noughts.solver.machine import cpu_count
from noughts.solver.sweep import need_fast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from noughts.learn.environments.kernels import Rules

MOST_CELLS = 64  # a side's stones are the bits of one word
GAMES_TO_A_THREAD = 1 << 14  # fewer are done sooner than they are handed out


class Step(NamedTuple):
    """What a step of every game came to."""

    rewards: NDArray[np.int8]
    """By game and side, the first player's first: 1, 0 or -1, and 0 while a game goes on."""
    dones: NDArray[np.bool_]
    """By game: did it end, and begin anew?"""


class Tally(NamedTuple):
    """How games ended."""

    first: int
    """Won by the first player."""
    second: int
    drawn: int

    @property
    def games(self) -> int:
        return sum(self)


class BatchEnv:
    """So many games side by side; what happens depends on the seed and the actions alone.

    sides holds the stones: sides[0, i] those of the first player of game i, bit c for cell c.
    """

    def __init__(
        self,
        game: str | Game = "3x3",
        size: int = 4096,
        *,
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        need_fast("the batch environment")
        import numpy as np

        self.game = game_of(game)
        if self.game.cells > MOST_CELLS:
            raise LimitReached(
                f"{self.game.name} has {self.game.cells} cells: "
                f"the batch environment plays games of up to {MOST_CELLS}"
            )
        self.size = _counted("games", size)
        self.actions = action_count(self.game)
        self._threads = cpu_count() if threads is None else _counted("threads", threads)
        self._rules = _rules(self.game)
        self.sides: NDArray[np.uint64] = np.zeros((2, self.size), np.uint64)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew; the same seed makes the same random actions follow."""
        self.sides[:] = 0
        self._chances = _first_chances(self.size, seed)

    def turns(self) -> NDArray[np.int8]:
        """By game: 0 where the first player is to move, 1 where the second is."""
        import numpy as np

        # Each move adds one stone, so the parity of all the bits says whose turn it is.
        bits: NDArray[np.uint64] = self.sides[0] | self.sides[1]
        for shift in (32, 16, 8, 4, 2, 1):
            bits ^= bits >> np.uint64(shift)
        turns: NDArray[np.int8] = (bits & np.uint64(1)).astype(np.int8)
        return turns

    def legal_masks(self) -> NDArray[np.int8]:
        """By game and action: 1 where the side to move may choose it."""
        import numpy as np

        from noughts.learn.environments import kernels

        masks = np.empty((self.size, self.actions), np.int8)
        self._share(kernels.write_masks, self._rules, self.sides, masks)
        return masks

    def observe(self) -> NDArray[np.int8]:
        """By game what the side to move sees: plane 0 its own stones, plane 1 the other's."""
        import numpy as np

        from noughts.learn.environments import kernels

        views = np.empty((self.size, self.game.cells, 2), np.int8)
        self._share(kernels.write_views, self.sides, views)
        return views.reshape(self.size, *board_shape(self.game), 2)

    def random_actions(self) -> NDArray[np.int64]:
        """By game one of its legal actions, each with the same chance."""
        import numpy as np

        from noughts.learn.environments import kernels

        actions = np.empty(self.size, np.int64)
        self._share(kernels.choose_actions, self._rules, self.sides, self._chances, actions)
        return actions

    def step(self, actions: Any) -> Step:
        """Let the side to move of each game take its action; an illegal one loses the game."""
        import numpy as np

        from noughts.learn.environments import kernels

        wanted = self._read(actions)
        rewards, dones = np.empty((self.size, 2), np.int8), np.empty(self.size, np.bool_)
        self._share(kernels.step_games, self._rules, self.sides, wanted, rewards, dones)
        return Step(rewards, dones)

    def play_random(self, steps: int) -> Tally:
        """So many times `step(random_actions())` in one go, and how the games ended."""
        import numpy as np

        from noughts.learn.environments import kernels

        _counted("steps", steps)
        tallies: list[NDArray[np.int64]] = []

        def play(begin: int, end: int) -> None:
            tally = np.zeros(3, np.int64)
            kernels.play_games(begin, end, self._rules, self.sides, self._chances, steps, tally)
            tallies.append(tally)

        self._share(play, fewest=GAMES_TO_A_THREAD // steps)
        first, second, drawn = np.sum(tallies, axis=0).tolist()
        return Tally(first, second, drawn)

    def position(self, number: int) -> Position:
        """One of the games, as the position it stands at."""
        return Position(self.game, int(self.sides[0, number]), int(self.sides[1, number]))

    def _read(self, actions: Any) -> NDArray[np.int64]:
        import numpy as np

        wanted = np.asarray(actions)
        if wanted.shape != (self.size,):
            raise NotationError(
                f"expected {self.size} actions, one a game, got an array of shape {wanted.shape}"
            )
        if wanted.dtype.kind not in "iu":
            raise NotationError(f"expected actions as whole numbers, got {wanted.dtype}")
        return wanted.astype(np.int64, copy=False)

    def _share(
        self, kernel: Callable[..., None], *arrays: Any, fewest: int = GAMES_TO_A_THREAD
    ) -> None:
        """Run a kernel over all games, in as many threads as are worth it."""
        threads = min(self._threads, self.size // max(fewest, 1))
        if threads < 2:
            kernel(0, self.size, *arrays)
            return
        cuts = [self.size * cut // threads for cut in range(threads + 1)]
        pool = _pool(threads, os.getpid())
        jobs = [pool.submit(kernel, begin, end, *arrays) for begin, end in pairwise(cuts[1:])]
        kernel(cuts[0], cuts[1], *arrays)
        for job in jobs:
            job.result()


@lru_cache(maxsize=4)
def _pool(threads: int, process: int) -> ThreadPoolExecutor:
    """Threads that wait for work; a process that was forked off needs its own."""
    return ThreadPoolExecutor(threads - 1, thread_name_prefix="noughts-batch")


def _rules(game: Game) -> Rules:
    """The game as the kernels want it."""
    import numpy as np

    from noughts.learn.environments.kernels import FILLING, Rules

    most = max(1, *map(len, game.through))
    rests = np.full((game.cells, most), FILLING, np.uint64)
    for cell, lines in enumerate(game.through):
        rests[cell, : len(lines)] = lines
    columns = [mask_of(range(column, game.cells, game.width)) for column in range(game.width)]
    return Rules(
        actions=action_count(game),
        width=game.width if game.drop else 0,
        floor=game.cells - game.width,
        gain=-1 if game.misere else 1,
        everywhere=np.uint64(game.all_mask),
        columns=np.array(columns, np.uint64),
        rests=rests,
    )


def _first_chances(size: int, seed: int | None) -> NDArray[np.uint64]:
    """Where each game's random numbers begin."""
    import numpy as np

    if seed is not None and (not isinstance(seed, (int, np.integer)) or seed < 0):
        raise NotationError(f"expected a seed as a whole number from 0, got {seed!r}")
    return np.random.SeedSequence(seed).generate_state(size, np.uint64).astype(np.uint64)


def _counted(what: str, number: int) -> int:
    if not isinstance(number, int) or number < 1:
        raise NotationError(f"expected a number of {what} from 1, got {number!r}")
    return number
