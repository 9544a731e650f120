"""A game as a Gymnasium environment: one agent, and an opponent that answers."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from noughts.errors import NotationError, RulesError
from noughts.learn.environments import environment as shared
from noughts.learn.environments.opponents import RANDOM, Opponent
from noughts.rules import Game, Position, game_of

WHO_IS_FIRST = ("agent", "opponent", "random")


class GymEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """Plane 0 of an observation has the agent's stones; info["action_mask"] what it may choose.

    An illegal action ends the game with -1. The seed of reset settles who begins, where that is
    random, and all that the opponent leaves to chance.
    """

    metadata = {  # noqa: RUF012 (Gymnasium wants it so)
        "render_modes": list(shared.RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game = "3x3",
        opponent: Any = RANDOM,
        first: str = "agent",
        render_mode: str | None = None,
        seconds: float | None = None,
    ) -> None:
        self.game = game_of(game)
        self.render_mode = shared.read_render_mode(render_mode)
        if first not in WHO_IS_FIRST:
            raise NotationError(
                f"nobody called {first!r} can begin: expected {', '.join(WHO_IS_FIRST)}"
            )
        self.first = first
        self.opponent = Opponent(opponent, self.game, seconds)
        self.action_space = Discrete(shared.action_count(self.game))
        self.observation_space = Box(0, 1, (*shared.board_shape(self.game), 2), np.int8)
        self.position = Position(self.game)
        self.side = shared.FIRST  # the agent's
        self._illegal_side: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin anew; where the opponent begins, it has moved."""
        super().reset(seed=seed)
        self.opponent.seed(int(self.np_random.integers(2**63)))
        lots = int(self.np_random.integers(2))
        self.side = lots if self.first == "random" else int(self.first == "opponent")
        self._illegal_side = None
        self.position = Position(self.game)
        if self.side != shared.FIRST:
            self._answer()
            if self.position.is_over:
                raise RulesError(f"{self.game.name} is over before the agent has moved")
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Let the agent move, and the opponent answer."""
        if self._is_over():
            raise RulesError("the game is over: reset() begins another")
        cell = shared.cell_of(self.position, shared.read_action(action, self.game))
        if cell is None:
            self._illegal_side = self.side
            result = shared.illegal_returns(self.side)
        else:
            self.position = self.position.child(cell)
            if not self.position.is_over:
                self._answer()
            result = shared.returns(self.position)
        reward = float(result[self.side])
        return self._observation(), reward, self._is_over(), False, self._info()

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode: ansi or svg")
            return None
        return shared.rendered(self.position, self.render_mode, self._illegal_side)

    def _answer(self) -> None:
        self.position = self.position.child(self.opponent.move(self.position))

    def _is_over(self) -> bool:
        return self._illegal_side is not None or self.position.is_over

    def _observation(self) -> NDArray[np.int8]:
        return shared.observation(self.position, self.side)

    def _info(self) -> dict[str, Any]:
        is_over = self._is_over()
        mask = shared.no_actions(self.game) if is_over else shared.action_mask(self.position)
        return {"action_mask": mask}
