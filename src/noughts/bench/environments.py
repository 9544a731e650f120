"""Other people's environments at random play: adapters to PettingZoo, OpenSpiel and Pgx.

As with the solvers, each function makes ready and returns a job; only the job is timed. A job
counts moves, and its outcome says who wins more of the random games.
"""

import random
from functools import cache
from typing import Any

from noughts.bench.peers import Found, Job, load_peer
from noughts.rules import Position
from noughts.rules.catalog import game
from noughts.value import outcome_of

AEC_MOVES = 10_000
STATE_MOVES = 200_000
ROLLOUTS = 200_000
BATCH, BATCH_STEPS = 4096, 500


def pettingzoo_loop() -> Job:
    """tictactoe_v3 as its documentation plays it: last(), a sample from the mask, step()."""
    env = load_peer("PettingZoo", "pettingzoo.classic.tictactoe.tictactoe").env()
    return aec_loop(env)


def aec_loop(env: Any) -> Job:
    """Random play of any such environment, one move a call."""

    def job() -> Found:
        moves, won = 0, 0.0
        while moves < AEC_MOVES:
            env.reset()
            first = env.agents[0]
            for agent in env.agent_iter():
                seen, reward, ended, cut, _ = env.last()
                if ended or cut:
                    won += reward if agent == first else 0
                    env.step(None)
                    continue
                space = env.action_space(agent)
                env.step(space.sample(seen["action_mask"]))
                moves += 1
        return Found(outcome_of(int(won)), moves)

    return job


def openspiel_loop() -> Job:
    """A Python loop over pyspiel's states."""
    start = load_peer("OpenSpiel", "pyspiel").load_game("tic_tac_toe").new_initial_state()
    rng = random.Random(0)

    def job() -> Found:
        moves, won = 0, 0.0
        while moves < STATE_MOVES:
            state = start.clone()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
            won += state.returns()[0]
        return Found(outcome_of(int(won)), moves)

    return job


def openspiel_rollouts() -> Job:
    """Its own random playouts in C++; it does not count moves, so their mean number is worked out.

    They are what its Monte-Carlo search asks for: here one simulation that is all playouts.
    """
    pyspiel = load_peer("OpenSpiel", "pyspiel")
    rules = pyspiel.load_game("tic_tac_toe")
    start = rules.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 0)
    bot = pyspiel.MCTSBot(rules, evaluator, 1.0, 1, 1, False, 0, False)
    moves = round(ROLLOUTS * mean_length(Position(game("3x3"))))

    def job() -> Found:
        bot.mcts_search(start)
        return Found(None, moves)

    return job


@cache
def mean_length(position: Position) -> float:
    """How many moves random play makes from here to the end, on average."""
    moves = position.moves()
    if not moves:
        return 0.0
    return 1 + sum(mean_length(position.child(move)) for move in moves) / len(moves)


def pgx_batch() -> Job:
    """Pgx as its documentation has it: many games at once, all steps in one compiled loop."""
    pgx = load_peer("Pgx", "pgx")
    jax = load_peer("Pgx", "jax")
    auto_reset = load_peer("Pgx", "pgx.experimental").auto_reset
    env = pgx.make("tic_tac_toe")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one_step(carried: Any, key: Any) -> tuple[Any, None]:
        act, again = jax.random.split(key)
        logits = jax.numpy.log(carried.legal_action_mask.astype("float32"))
        actions = jax.random.categorical(act, logits, axis=-1)
        return step(carried, actions, jax.random.split(again, BATCH)), None

    @jax.jit  # type: ignore[untyped-decorator]
    def play(states: Any, key: Any) -> Any:
        states, _ = jax.lax.scan(one_step, states, jax.random.split(key, BATCH_STEPS))
        return states

    keys = jax.random.split(jax.random.PRNGKey(0), BATCH)
    states = jax.jit(jax.vmap(env.init))(keys)
    jax.block_until_ready(play(states, keys[0]))  # compiles it

    def job() -> Found:
        jax.block_until_ready(play(states, keys[1]))
        return Found(None, BATCH * BATCH_STEPS)

    return job
