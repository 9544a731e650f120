"""How fast are environments: random play, ours and other people's, in moves a second."""

from functools import partial
from typing import TYPE_CHECKING

from noughts.bench import environments
from noughts.bench.peers import Found, Job
from noughts.bench.work import Contender, Work
from noughts.value import outcome_of

if TYPE_CHECKING:
    from noughts.learn.environments.batch import BatchEnv

STEPS, PLAYOUT_STEPS = 1000, 10_000


def batch_steps(spec: str, size: int) -> Job:
    """A batch, and two calls a step: which actions, and what they come to."""
    env = _batch(spec, size)
    steps = max(STEPS * 4096 // size, 1)

    def job() -> Found:
        for _ in range(steps):
            rewards, _ = env.step(env.random_actions())
        return Found(outcome_of(int(rewards[:, 0].sum())), size * steps)

    job()  # compiles what is not compiled yet
    return job


def batch_playouts(spec: str, size: int) -> Job:
    """The same with all steps in one call."""
    env = _batch(spec, size)
    env.play_random(1)

    def job() -> Found:
        tally = env.play_random(PLAYOUT_STEPS)
        return Found(outcome_of(tally.first - tally.second), size * PLAYOUT_STEPS)

    return job


def aec_steps(spec: str) -> Job:
    """Our PettingZoo environment, one move a call."""
    from noughts.learn import aec

    return environments.aec_loop(aec(spec))


def _batch(spec: str, size: int) -> "BatchEnv":
    from noughts.learn.environments.batch import BatchEnv

    return BatchEnv(spec, size, seed=0)


LEARN_WORK = (
    Work(
        "random play of 3x3",
        (
            Contender("noughts", "batch of 4,096", partial(batch_steps, "3x3", 1 << 12), "moves"),
            Contender("noughts", "batch of 65,536", partial(batch_steps, "3x3", 1 << 16), "moves"),
            Contender(
                "noughts", "4,096, in one call", partial(batch_playouts, "3x3", 1 << 12), "moves"
            ),
            Contender("noughts", "PettingZoo AEC", partial(aec_steps, "3x3"), "moves"),
            Contender("PettingZoo", "tictactoe_v3", environments.pettingzoo_loop, "moves"),
            Contender("OpenSpiel", "loop over states", environments.openspiel_loop, "moves"),
            Contender("OpenSpiel", "playouts in C++", environments.openspiel_rollouts, "moves"),
            Contender("Pgx", "batch of 4,096", environments.pgx_batch, "moves"),
        ),
        by_rate=True,
    ),
    Work(
        "random play of connect4",
        (
            Contender(
                "noughts", "batch of 4,096", partial(batch_steps, "connect4", 1 << 12), "moves"
            ),
            Contender(
                "noughts",
                "4,096, in one call",
                partial(batch_playouts, "connect4", 1 << 12),
                "moves",
            ),
        ),
        by_rate=True,
    ),
)
