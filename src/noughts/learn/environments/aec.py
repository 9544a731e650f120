"""A game as a PettingZoo environment: two agents that move in turn."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from noughts.learn.environments import environment as shared
from noughts.rules import Game, Position, game_of

AGENTS = ["player_0", "player_1"]


class AecEnv(AECEnv):  # type: ignore[misc]  # it ships no types
    """player_0 moves first; each observes the board as its own stones and the other's.

    An illegal action ends the game: -1 to who chose it, 0 to the other. Nothing here is random.
    """

    metadata = {  # noqa: RUF012 (PettingZoo wants it so)
        "name": "noughts_v0",
        "render_modes": list(shared.RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, game: str | Game = "3x3", render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game_of(game)
        self.render_mode = shared.read_render_mode(render_mode)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        shape, count = shared.board_shape(self.game), shared.action_count(self.game)
        self.action_spaces = {agent: Discrete(count) for agent in AGENTS}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (*shape, 2), np.int8),
                    "action_mask": Box(0, 1, (count,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.state_space = Box(0, 1, (*shape, 2), np.int8)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; a seed changes nothing, as nothing is left to chance."""
        self.position = Position(self.game)
        self._illegal_side: int | None = None
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[shared.FIRST]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """The stones of that agent and of the other; the mask is empty for who is not to move."""
        is_to_move = agent == self.agent_selection and not self._is_over()
        return {
            "observation": shared.observation(self.position, AGENTS.index(agent)),
            "action_mask": shared.action_mask(self.position)
            if is_to_move
            else shared.no_actions(self.game),
        }

    def step(self, action: Any) -> None:
        """Let the selected agent act; one whose game is over may only pass None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        cell = shared.cell_of(self.position, shared.read_action(action, self.game))
        side = AGENTS.index(agent)
        if cell is None:
            self._illegal_side = side
            result = shared.illegal_returns(side)
        else:
            self.position = self.position.child(cell)
            result = shared.returns(self.position)
        self._cumulative_rewards[agent] = 0
        self.rewards = dict(zip(AGENTS, result, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(AGENTS, self._is_over())
        self.agent_selection = AGENTS[1 - side]

    def state(self) -> NDArray[np.int8]:
        """The board for both: plane 0 has the stones of player_0."""
        return shared.observation(self.position, shared.FIRST)

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode: ansi or svg")
            return None
        return shared.rendered(self.position, self.render_mode, self._illegal_side)

    def close(self) -> None:
        """Nothing is held open."""

    def _is_over(self) -> bool:
        return self._illegal_side is not None or self.position.is_over
