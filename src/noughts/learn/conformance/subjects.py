"""Environments under audit: PettingZoo's, OpenSpiel's and Gymnasium's, asked in one way."""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from noughts.errors import NotationError
from noughts.learn.environments.environment import returns
from noughts.rules import Cell, Mask, Position, cells_of, mask_of
from noughts.rules.catalog import game

CELLS = 9


class Look(NamedTuple):
    """What an environment says of itself; None where it does not say."""

    over: bool
    side: int | None
    """Who is to act: 0 or 1."""
    legal: Mask | None
    """The actions of the mask."""
    rewards: tuple[float | None, float | None]
    """For the first and the second player."""


class Subject(Protocol):
    """An environment under audit, at one point of one game."""

    kind: str
    complete: bool
    """Does whoever asks choose every move? Otherwise an opponent of its own answers."""

    def begin(self, seed: int) -> list[Cell]:
        """A new game; the cells that are taken already, where an opponent moves first."""

    def choose(self, action: int) -> list[Cell]:
        """Let the agent act; the cells that were taken, an answer of the opponent included."""

    def look(self) -> Look: ...

    def seen(self) -> Any:
        """The observation, in a form that can be compared."""

    def last_rewards(self) -> tuple[float | None, float | None]:
        """The game is over: what it brought, as the agents are told at their last turn."""

    def copy(self) -> "Subject":
        """The same point of the same game, to go on differently."""


# ---- PettingZoo ---------------------------------------------------------------------------------


class AecSubject:
    """PettingZoo, agents one at a time."""

    kind = "PettingZoo AEC"
    complete = True

    def __init__(self, env: Any) -> None:
        self.env = env
        self._fixed = dict(_never_changing(env))

    def begin(self, seed: int) -> list[Cell]:
        self.env.reset(seed=seed)
        self._agents = list(self.env.possible_agents)
        return []

    def choose(self, action: int) -> list[Cell]:
        self.env.step(action)
        return [action]

    def look(self) -> Look:
        env = self.env
        over = not env.agents or any(env.terminations.values()) or any(env.truncations.values())
        agent = env.agent_selection
        first, second = (float(env.rewards.get(name, 0)) for name in self._agents)
        mask = _mask_in(env.observe(agent), env.infos.get(agent, {}))
        return Look(over, self._agents.index(agent), mask, (first, second))

    def seen(self) -> Any:
        return _comparable([self.env.observe(agent) for agent in self.env.agents])

    def last_rewards(self) -> tuple[float | None, float | None]:
        told: dict[str, float] = {}
        while self.env.agents and self.env.agent_selection not in told:
            told[self.env.agent_selection] = float(self.env.last(observe=False)[1])
            self.env.step(None)
        first, second = (told.get(agent) for agent in self._agents)
        return first, second

    def copy(self) -> "AecSubject":
        twin = copy.copy(self)
        twin.env = _twin(self.env, self._fixed)
        return twin


# ---- OpenSpiel ----------------------------------------------------------------------------------


class OpenSpielSubject:
    """OpenSpiel: a state that is told what is done to it."""

    kind = "OpenSpiel"
    complete = True

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def begin(self, seed: int) -> list[Cell]:
        self._state = self._rules.new_initial_state()
        return []

    def choose(self, action: int) -> list[Cell]:
        self._state.apply_action(action)
        return [action]

    def look(self) -> Look:
        state = self._state
        over = state.is_terminal()
        first, second = state.returns()
        side = None if over else state.current_player()
        return Look(over, side, mask_of(state.legal_actions()), (first, second))

    def seen(self) -> Any:
        return str(self._state)

    def last_rewards(self) -> tuple[float | None, float | None]:
        first, second = self._state.returns()
        return first, second

    def copy(self) -> "OpenSpielSubject":
        twin = copy.copy(self)
        twin._state = self._state.clone()
        return twin


# ---- Gymnasium ----------------------------------------------------------------------------------


class GymSubject:
    """Gymnasium: one agent, which plays both sides or has an opponent in the environment.

    Which of the two shows after its first move: an answer lies on the board, or none does.
    """

    kind = "Gymnasium"

    def __init__(self, env: Any) -> None:
        self.env = env
        self._fixed = dict(_never_changing(env))
        taken = self.begin(0)
        self._take(next(cells_of(self.position.open_mask())))
        self.complete = not taken and self._free().bit_count() == CELLS - 1

    def begin(self, seed: int) -> list[Cell]:
        self._observation, self._info = self.env.reset(seed=seed)
        self._reward, self._over = 0.0, False
        self._blank = _commonest(self._observation)
        self.position = Position(game("3x3"))
        taken = list(cells_of(self.position.open_mask() & ~self._free()))
        for cell in taken:
            self.position = self.position.child(cell)
        self._side = self.position.stones % 2
        return taken

    def choose(self, action: int) -> list[Cell]:
        self._take(action)
        if self.complete:
            self._side = self.position.stones % 2  # whoever moved gets the reward
        taken = [action]
        after = self.position.child(action)
        if not self.complete and not after.is_over:
            taken.append(self._answer(after))
            after = after.child(taken[-1])
        self.position = after
        return taken

    def _take(self, action: int) -> None:
        self._observation, reward, ended, cut, self._info = self.env.step(action)
        self._reward, self._over = float(reward), bool(ended or cut)

    def _answer(self, after: Position) -> Cell:
        """The cell that the opponent took: it is no longer free."""
        gone = list(cells_of(after.open_mask() & ~self._free()))
        if len(gone) == 1:
            return gone[0]
        # Where nothing is free at the end, the reward says what the answer can have been.
        fits = [cell for cell in gone if returns(after.child(cell))[self._side] == self._reward]
        return (fits or after.moves())[0]

    def _free(self) -> Mask:
        """The free cells, as the observation shows them, or else the mask."""
        board = _array(self._observation)
        if board.size == CELLS:
            return mask_of(cell for cell, value in enumerate(board.flat) if value == self._blank)
        if board.size == 2 * CELLS and 2 in (board.shape[0], board.shape[-1]):
            planes = board.reshape(CELLS, 2) if board.shape[-1] == 2 else board.reshape(2, CELLS).T
            return mask_of(cell for cell in range(CELLS) if not planes[cell].any())
        mask = _mask_in(self._observation, self._info)
        if mask is None:
            raise NotationError(
                "where the stones lie cannot be told: expected an action mask, or an observation "
                f"of 9 cells or of 9 cells twice, got one of shape {board.shape}"
            )
        return mask

    def look(self) -> Look:
        rewards: list[float | None] = [None, None]
        rewards[self._side] = self._reward
        mask = _mask_in(self._observation, self._info)
        return Look(self._over, None, mask, (rewards[0], rewards[1]))

    def seen(self) -> Any:
        return _comparable([self._observation, self._info])

    def last_rewards(self) -> tuple[float | None, float | None]:
        return self.look().rewards

    def copy(self) -> "GymSubject":
        twin = copy.copy(self)
        twin.env = _twin(self.env, self._fixed)
        return twin


# ---- what they share ----------------------------------------------------------------------------


def _never_changing(env: Any) -> Iterator[tuple[int, Any]]:
    """The spaces of an environment and of what it wraps: most of what a copy would cost."""
    while env is not None:
        for value in list(vars(env).values()):
            parts = value.values() if isinstance(value, dict) else (value,)
            for part in parts:
                if hasattr(part, "sample") and hasattr(part, "contains"):
                    yield id(part), part
        env = vars(env).get("env")


def _twin(env: Any, fixed: dict[int, Any]) -> Any:
    """A copy of an environment and of what it wraps.

    Not by deepcopy alone: with Gymnasium's EzPickle that gives a new environment at its start.
    """
    memo, inside = dict(fixed), vars(env).get("env")
    if inside is not None:
        memo[id(inside)] = _twin(inside, fixed)
    twin = object.__new__(type(env))
    twin.__dict__.update(copy.deepcopy(vars(env), memo))
    return twin


def _mask_in(observation: Any, info: Any) -> Mask | None:
    """The legal actions as an environment tells them, in the observation or in the info."""
    for told in (observation, info):
        if isinstance(told, dict) and "action_mask" in told:
            return mask_of(cell for cell, legal in enumerate(told["action_mask"]) if legal)
    return None


def _array(observation: Any) -> Any:
    import numpy as np

    if isinstance(observation, dict) and "observation" in observation:
        observation = observation["observation"]
    return np.asarray(observation)


def _commonest(observation: Any) -> Any:
    """The value of a free cell: most are free at the start."""
    return Counter(_array(observation).ravel().tolist()).most_common(1)[0][0]


def _comparable(told: Any) -> Any:
    """Observations and infos as lists and plain values."""
    if isinstance(told, dict):
        return {key: _comparable(value) for key, value in told.items()}
    if isinstance(told, (list, tuple)):
        return [_comparable(value) for value in told]
    return told.tolist() if hasattr(told, "tolist") else told
