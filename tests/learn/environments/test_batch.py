"""The batch environment: beside a loop over positions, by seed, in threads and in two processes."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from naive import Cli

from noughts.bench import environments, peers
from noughts.bench.environments import mean_length
from noughts.bench.steps import aec_steps
from noughts.errors import LimitReached, MissingExtra, NotationError, RulesError
from noughts.learn.environments.environment import (
    action_count,
    action_mask,
    board_shape,
    cell_of,
    illegal_returns,
    observation,
    returns,
    side_to_move,
)
from noughts.notation.gamefile import read_game
from noughts.rules.catalog import CATALOG, game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.value import Outcome

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from noughts.learn.environments import batch as module  # noqa: E402
from noughts.learn.environments.batch import BatchEnv, Tally  # noqa: E402

SMALL = [entry.spec for entry in CATALOG if game(entry.spec).cells <= 64]
ODD = ["1x1", "3x3:1", "2x1:2", "4x4+drop+misere", "3x3+misere+torus", "8x8:5", "3x2:2+drop"]


class Loop:
    """The slow and obvious twin: a list of positions."""

    def __init__(self, rules: Game, size: int) -> None:
        self.start = Position(rules)
        self.positions = [self.start] * size

    def step(self, actions: list[int]) -> tuple[list[tuple[int, int]], list[bool]]:
        rewards, dones = [], []
        for number, action in enumerate(actions):
            position = self.positions[number]
            cell = cell_of(position, action)
            if cell is None:
                rewards.append(illegal_returns(side_to_move(position)))
                over = True
            else:
                position = position.play(cell)
                rewards.append(returns(position))
                over = position.is_over
            dones.append(over)
            self.positions[number] = self.start if over else position
        return rewards, dones


def assert_same(env: BatchEnv, loop: Loop) -> None:
    expected = loop.positions
    assert [env.position(number) for number in range(env.size)] == expected
    assert env.turns().tolist() == [side_to_move(position) for position in expected]
    masks, views = env.legal_masks(), env.observe()
    assert masks.dtype == views.dtype == np.int8
    assert views.shape == (env.size, *board_shape(env.game), 2)
    for number, position in enumerate(expected):
        assert (masks[number] == action_mask(position)).all()
        assert (views[number] == observation(position, side_to_move(position))).all()


@pytest.mark.parametrize("spec", [*SMALL, *ODD])
def test_random_play_is_that_of_a_loop_over_positions(spec: str) -> None:
    env, loop = BatchEnv(spec, 12, seed=3), Loop(game(spec), 12)
    ended = 0
    for step in range(2 * game(spec).cells + 3):
        actions = env.random_actions()
        assert all(
            cell_of(p, int(a)) is not None for p, a in zip(loop.positions, actions, strict=True)
        )
        if step % 7 == 5:  # one that is illegal now and then
            actions[step % 12] = [-1, env.actions, 2**62, -(2**63)][step % 4]
        rewards, dones = env.step(actions)
        expected = loop.step(actions.tolist())
        assert (rewards.tolist(), dones.tolist()) == (
            [list(pair) for pair in expected[0]],
            expected[1],
        )
        ended += int(dones.sum())
        assert_same(env, loop)
    assert ended > 12


def test_every_action_in_every_position_of_3x3() -> None:
    """All 4,520 unfinished positions, each with all nine actions and two that do not exist."""
    rules = game("3x3")
    positions = reachable(Position(rules))
    unfinished = [position for position in positions if not position.is_over]
    assert (len(positions), len(unfinished)) == (5478, 4520)
    actions = list(range(-1, 10))
    pairs = [(position, action) for position in unfinished for action in actions]
    env, loop = BatchEnv(rules, len(pairs), seed=0), Loop(rules, len(pairs))
    loop.positions = [position for position, _ in pairs]
    env.sides[0] = [position.first for position, _ in pairs]
    env.sides[1] = [position.second for position, _ in pairs]
    rewards, dones = env.step(np.array([action for _, action in pairs]))
    expected = loop.step([action for _, action in pairs])
    assert rewards.tolist() == [list(pair) for pair in expected[0]]
    assert dones.tolist() == expected[1]
    assert [env.position(number) for number in range(env.size)] == loop.positions


def reachable(start: Position) -> set[Position]:
    found, stack = {start}, [start]
    while stack:
        position = stack.pop()
        fresh = [child for move in position.moves() if (child := position.child(move)) not in found]
        found.update(fresh)
        stack += fresh
    return found


@pytest.mark.parametrize("spec", ["3x3", "connect4", "3x3+misere", "4x4x4"])
def test_many_steps_in_one_call_are_the_steps_one_by_one(spec: str) -> None:
    one, other = BatchEnv(spec, 100, seed=5), BatchEnv(spec, 100, seed=5)
    counted: Counter[str] = Counter()
    for _ in range(150):
        rewards, dones = one.step(one.random_actions())
        counted["first"] += int((rewards[:, 0] > 0).sum())
        counted["second"] += int((rewards[:, 1] > 0).sum())
        counted["drawn"] += int((dones & (rewards[:, 0] == 0)).sum())
    tally = other.play_random(150)
    assert tally == Tally(**counted)
    assert tally.games == sum(counted.values()) > 100
    assert (one.sides == other.sides).all()
    assert (one.random_actions() == other.random_actions()).all()


def test_random_play_has_the_chances_it_should_have() -> None:
    """Who wins a random game of 3x3 is known exactly; a million games come close to it."""
    exact = chances(Position(game("3x3")), {})
    tally = BatchEnv("3x3", 4096, seed=2).play_random(2000)
    assert tally.games > 1_000_000
    for count, chance in zip(tally, exact, strict=True):
        assert abs(count / tally.games - chance) < 0.003


def chances(position: Position, known: dict[Position, Any]) -> Any:
    if position.is_over:
        first, second = returns(position)
        return np.array([first > 0, second > 0, first == second], float)
    if position not in known:
        children = [chances(position.child(move), known) for move in position.moves()]
        known[position] = sum(children) / len(children)
    return known[position]


def test_every_legal_action_comes_as_often() -> None:
    env = BatchEnv("3x3", 90_000, seed=9)
    counts = np.bincount(env.random_actions(), minlength=9)
    assert counts.min() > 9_500
    assert counts.max() < 10_500


def test_the_same_seed_repeats_and_another_does_not() -> None:
    def actions(seed: int | None, size: int = 50) -> list[list[int]]:
        env = BatchEnv("4x4", size, seed=seed)
        found = []
        for _ in range(20):
            found.append(env.random_actions().tolist())
            env.step(np.array(found[-1]))
        return found

    assert actions(4) == actions(4) != actions(5)
    assert [row[:50] for row in actions(4, 80)] == actions(4)  # a game knows nothing of the others
    assert actions(None) != actions(None)
    env = BatchEnv("4x4", 50, seed=1)
    env.play_random(7)
    env.reset(4)
    assert env.random_actions().tolist() == actions(4)[0]
    assert not env.sides.any()


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_threads_change_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES_TO_A_THREAD", 8)
    alone, shared = (
        BatchEnv("connect4", 101, seed=1, threads=1),
        BatchEnv("connect4", 101, seed=1, threads=threads),
    )
    for _ in range(60):
        actions = alone.random_actions()
        assert (shared.random_actions() == actions).all()
        for mine, its in zip(alone.step(actions), shared.step(actions), strict=True):
            assert (mine == its).all()
    assert alone.play_random(50) == shared.play_random(50)
    assert (alone.observe() == shared.observe()).all()
    assert (alone.legal_masks() == shared.legal_masks()).all()


def test_a_copy_and_a_pickle_go_on_alike() -> None:
    env = BatchEnv("4x4", 30, seed=1)
    env.play_random(5)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = env.random_actions().tolist()
    for twin in twins:
        assert twin.random_actions().tolist() == expected
        assert twin.game is env.game


def test_a_game_of_ones_own() -> None:
    rules = read_game("2x2\na1 b2\n", name="diagonal")
    env, loop = BatchEnv(rules, 20, seed=1), Loop(rules, 20)
    for _ in range(10):
        actions = env.random_actions()
        rewards = env.step(actions).rewards
        assert [list(pair) for pair in loop.step(actions.tolist())[0]] == rewards.tolist()
        assert_same(env, loop)


def test_actions_of_any_whole_type_are_taken() -> None:
    for kind in (np.int8, np.int32, np.uint8, np.uint64, list):
        env = BatchEnv("3x3", 3, seed=0)
        actions = [4, 0, 9] if kind is list else np.array([4, 0, 9], kind)
        rewards, dones = env.step(actions)
        assert rewards.tolist() == [[0, 0], [0, 0], [-1, 0]]
        assert dones.tolist() == [False, False, True]


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(LimitReached, match=r"15x15:5 has 225 cells: .* games of up to 64"):
        BatchEnv("15x15:5")
    with pytest.raises(NotationError, match="number of games from 1, got 0"):
        BatchEnv("3x3", 0)
    with pytest.raises(NotationError, match="number of threads from 1, got 0"):
        BatchEnv("3x3", 4, threads=0)
    with pytest.raises(NotationError, match="seed as a whole number from 0, got -1"):
        BatchEnv("3x3", 4, seed=-1)
    with pytest.raises((NotationError, RulesError), match="nearest known game"):
        BatchEnv("3x3:9", 4)
    env = BatchEnv("3x3", 4, seed=0)
    with pytest.raises(NotationError, match=r"expected 4 actions, one a game, got .* \(3,\)"):
        env.step([1, 2, 3])
    with pytest.raises(NotationError, match="actions as whole numbers, got float64"):
        env.step(np.array([1.0, 2.0, float("nan"), 0.0]))
    with pytest.raises(NotationError, match="number of steps from 1, got 0"):
        env.play_random(0)
    assert not env.sides.any()


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtra, match='needs numba: pip install "\\.\\[fast\\]"'):
        BatchEnv("3x3", 4)


PLAY = """
import time
from noughts.learn.environments.batch import BatchEnv
started = time.perf_counter()
for spec in {specs}:
    env = BatchEnv(spec, 64, seed=1)
    env.step(env.random_actions())
    tally = env.play_random({steps})
    print(*tally, int(env.legal_masks().sum()), int(env.observe().sum()), end=" ")
print(time.perf_counter() - started)
"""


def in_a_process(
    specs: list[str], steps: int = 40, warnings: str = "error", **settings: str
) -> list[float]:
    """What random play comes to in a process of its own, and the seconds it took there."""
    ran = subprocess.run(
        [sys.executable, "-W", warnings, "-c", PLAY.format(specs=specs, steps=steps)],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return [float(word) for word in ran.stdout.split()]


def test_a_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    *first, _ = in_a_process(["3x3", "connect4"], NUMBA_CACHE_DIR=str(tmp_path))
    made = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    *second, seconds = in_a_process(["3x3", "connect4"], NUMBA_CACHE_DIR=str(tmp_path))
    assert first == second
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == made
    assert {path.suffix for path in made} == {".nbi", ".nbc"}
    assert seconds < 15  # 0.5 on a free machine


def test_without_the_jit_the_same_happens() -> None:
    *compiled, _ = in_a_process(["3x3"], 5)
    # Words overflow as they should, and numpy alone would warn of it.
    *plain, _ = in_a_process(["3x3"], 5, "ignore::RuntimeWarning", NUMBA_DISABLE_JIT="1")
    assert compiled == plain


def test_the_number_of_actions_is_that_of_the_other_environments() -> None:
    assert BatchEnv("connect4", 1).actions == action_count(game("connect4")) == 7


# noughts bench --learn


def test_the_bench_of_environments_compares_moves_a_second(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in peers.MODULES.values():
        monkeypatch.setitem(sys.modules, name, None)
    found = cli("bench", "--learn", "--repeat", "1", "--json").json()
    assert found["agree"] is True
    rows = [row for row in found["rows"] if row["seconds"] is not None]
    assert [row["work"] for row in rows] == ["random play of 3x3"] * 3 + [
        "random play of connect4"
    ] * 2
    for work in ("random play of 3x3", "random play of connect4"):
        ours = [row for row in rows if row["work"] == work]
        quickest = max(row["rate"] for row in ours)
        for row in ours:
            assert (row["unit"], row["outcome"]) == ("moves", "win")
            assert row["ratio"] == pytest.approx(quickest / row["rate"])
    missing = [row["program"] for row in found["rows"] if row["seconds"] is None]
    assert missing == ["noughts", "PettingZoo", "OpenSpiel", "OpenSpiel", "Pgx"]


def test_the_loop_over_an_environment_counts_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    monkeypatch.setattr(environments, "AEC_MOVES", 900)
    found = aec_steps("3x3")()
    assert found.outcome is Outcome.WIN  # the first player wins twice as many random games
    assert 900 <= (found.count or 0) < 910


def test_the_table_says_which_extra_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*peers.MODULES.values(), "numba"):
        monkeypatch.setitem(sys.modules, name, None)
    ran = cli("bench", "--learn")
    assert (ran.code, ran.out) == (3, "")
    monkeypatch.delitem(sys.modules, "numba")
    ran = cli("bench", "--learn", "--repeat", "1")
    assert ran.code == 0
    assert "PettingZoo AEC      needs learn" in ran.out
    assert ran.out.endswith(
        'This environment needs PettingZoo: pip install ".[learn]".\n'
        'Not installed: OpenSpiel, PettingZoo and Pgx (pip install ".[peers]").\n'
    )


def test_the_peers_where_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(environments, "STATE_MOVES", 9000)
    monkeypatch.setattr(environments, "ROLLOUTS", 1000)
    assert environments.openspiel_loop()().outcome is Outcome.WIN
    assert environments.openspiel_rollouts()().count == 7626
    pytest.importorskip("pgx")
    monkeypatch.setattr(environments, "BATCH", 8)
    assert environments.pgx_batch()().count == 8 * environments.BATCH_STEPS


def test_the_mean_length_of_a_random_game() -> None:
    """Beside the moves and games of a million played ones."""
    env = BatchEnv("3x3", 4096, seed=1)
    games = env.play_random(2000).games
    assert 4096 * 2000 / games == pytest.approx(mean_length(Position(game("3x3"))), abs=0.05)
