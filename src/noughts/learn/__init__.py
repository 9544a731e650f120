"""Learning against the truth: environments, learners, and an exact yardstick.

This imports without the extra `learn`; only the PettingZoo and Gymnasium environments need it.
Where Gymnasium is installed, its environment `noughts/TicTacToe-v0` is there from now on.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from noughts.errors import MissingExtra
from noughts.rules import Game

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from noughts.learn.environments.batch import BatchEnv

__all__ = ["GYM_ID", "BatchEnv", "aec"]

GYM_ID = "noughts/TicTacToe-v0"


def aec(game: str | Game = "3x3", render_mode: str | None = None) -> "AECEnv":
    """A game as a PettingZoo environment, its two agents moving in turn."""
    need_learn("pettingzoo", "PettingZoo")
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from noughts.learn.environments.aec import AecEnv

    return OrderEnforcingWrapper(AecEnv(game, render_mode))


def need_learn(module: str, name: str) -> None:
    """Refuse, with what to install, where the extra is missing."""
    if find_spec(module) is None:
        raise MissingExtra(f'this environment needs {name}: pip install ".[learn]"')


def _register() -> None:
    """Make the environment known to Gymnasium, where that is installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return
    if GYM_ID not in registry:
        register(GYM_ID, entry_point="noughts.learn.environments.gym:GymEnv")


def __getattr__(name: str) -> Any:
    if name == "BatchEnv":  # needs the extra `fast`, and says so
        from noughts.learn.environments.batch import BatchEnv

        return BatchEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_register()
