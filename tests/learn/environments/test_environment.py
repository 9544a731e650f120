"""The environments: the official conformance tests, and every promise about them by itself."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import noughts.learn
from noughts.errors import MissingExtra, NotationError, NoughtsError, RulesError
from noughts.learn.environments.environment import action_count, action_of, cell_of, returns
from noughts.learn.learners.store import to_json
from noughts.learn.learners.training import new_training
from noughts.play.players import PerfectPlayer
from noughts.rules.catalog import CATALOG, game
from noughts.rules.position import Position
from noughts.solver import solve
from noughts.value import Outcome

np = pytest.importorskip("numpy")
gym = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402

with warnings.catch_warnings():
    # PettingZoo loads its own environments the old way, and warns of it.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

from noughts.learn import aec  # noqa: E402

SPECS = [entry.spec for entry in CATALOG]
ID = "noughts.learn:noughts/TicTacToe-v0"

# PettingZoo's tests warn of what holds for every environment with a mask in its observation, its
# own among them, unless their names are on a list in the test; and of boards with slices.
EXPECTED_WARNINGS = (
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Observation numpy array is all zeros",
    "Observation is not a NumPy array",
    "Observation has more than 3 dimensions",
)


@pytest.fixture
def only_expected_warnings() -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        assert str(warning.message).startswith(EXPECTED_WARNINGS), warning.message


# The official tests


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_own_tests_pass(
    spec: str, only_expected_warnings: None, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(aec(spec), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: aec(spec), num_cycles=60)


@pytest.mark.parametrize("first", ["agent", "opponent", "random"])
@pytest.mark.parametrize("spec", SPECS)
def test_gymnasiums_own_test_passes(spec: str, first: str) -> None:
    env = gym.make(ID, game=spec, first=first, render_mode="ansi")
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("opponent", ["random", "easy", "hard", "perfect", "alphabeta", "mcts:20"])
def test_gymnasiums_own_test_passes_with_each_kind_of_opponent(opponent: str) -> None:
    check_env(gym.make(ID, opponent=opponent, first="random", render_mode="svg").unwrapped)


# PettingZoo


def walked(env: Any, position: Position, actions: list[int]) -> None:
    """Play actions, and compare what the environment says with the position at each."""
    env.reset()
    for action in actions:
        check_point(env, position)
        env.step(action)
        cell = cell_of(position, action)
        assert cell is not None
        position = position.play(cell)
    check_point(env, position)


def check_point(env: Any, position: Position) -> None:
    side = position.stones % 2
    over, result = position.is_over, returns(position)
    assert env.agent_selection == f"player_{side}"
    assert env.terminations == {"player_0": over, "player_1": over}
    assert env.truncations == {"player_0": False, "player_1": False}
    assert env.rewards == {"player_0": result[0], "player_1": result[1]}
    for number, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        mine, theirs = (position.first, position.second)[:: 1 - 2 * number]
        planes = seen["observation"].reshape(-1, 2)
        for cell in range(position.game.cells):
            assert planes[cell].tolist() == [mine >> cell & 1, theirs >> cell & 1]
        legal = [action_of(position.game, cell) for cell in position.moves()]
        expected = legal if number == side else []
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(expected)


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "3x3+torus", "connect4", "3x3x3", "8x2:4"])
def test_random_games_are_told_as_they_are(spec: str) -> None:
    rng, env = random.Random(1), aec(spec)
    for _ in range(10):
        position, actions = Position(game(spec)), []
        while not position.is_over:
            cell = rng.choice(position.moves())
            actions.append(action_of(position.game, cell))
            position = position.play(cell)
        walked(env, Position(game(spec)), actions)


def test_the_shapes_are_those_that_were_promised() -> None:
    for spec, shape, actions in (
        ("3x3", (3, 3, 2), 9),
        ("4x3:3", (3, 4, 2), 12),
        ("connect4", (6, 7, 2), 7),
        ("3x3x3", (3, 3, 3, 2), 27),
    ):
        env = aec(spec)
        env.reset()
        assert env.possible_agents == ["player_0", "player_1"]
        seen = env.observe("player_0")
        assert seen["observation"].shape == shape
        assert seen["action_mask"].shape == (actions,)
        assert seen["observation"].dtype == seen["action_mask"].dtype == np.int8
        assert env.action_space("player_1").n == actions
        single = gym.make(ID, game=spec)
        observation, info = single.reset(seed=0)
        assert (observation.shape, observation.dtype) == (shape, np.int8)
        assert info["action_mask"].shape == (actions,)


@pytest.mark.parametrize("action", [4, 9, -1, 10**30])
def test_an_illegal_action_ends_the_game_and_costs_who_chose_it(action: int) -> None:
    env = aec("3x3", render_mode="ansi")
    env.reset()
    env.step(4)
    env.step(action)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert env.render().endswith("O chose an illegal action")
    assert env.last()[:3][1:] == (0, True)
    assert not env.observe("player_0")["action_mask"].any()
    env.step(None)
    assert env.last()[1] == -1
    env.step(None)
    assert env.agents == []


def test_a_full_column_is_illegal() -> None:
    env = aec("connect4")
    env.reset()
    for _ in range(6):
        env.step(2)
    assert env.observe("player_0")["action_mask"].tolist() == [1, 1, 0, 1, 1, 1, 1]
    env.step(2)
    assert env.rewards == {"player_0": -1, "player_1": 0}


def test_nobody_moves_after_the_end() -> None:
    env = aec("3x3")
    env.reset()
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    with pytest.raises(ValueError, match="None"):
        env.step(8)


def test_what_is_no_action_at_all_is_said() -> None:
    env = aec("3x3")
    env.reset()
    for action in (None, 1.5, "b2", float("nan")):
        with pytest.raises(NotationError, match="expected an action as a whole number from 0 to 8"):
            env.step(action)
    assert not any(env.terminations.values())


def test_a_copy_goes_its_own_way() -> None:
    env = aec("3x3")
    env.reset()
    env.step(0)
    twin = copy.deepcopy(env)
    twin.step(1)
    assert env.observe("player_1")["action_mask"].sum() == 8
    assert twin.observe("player_0")["action_mask"].sum() == 7
    again = pickle.loads(pickle.dumps(env.unwrapped))
    assert again.position == env.unwrapped.position


def test_it_shows_itself_as_text_and_as_a_picture() -> None:
    env = aec("3x3", render_mode="ansi")
    env.reset()
    env.step(4)
    assert env.render() == "  a b c\n1 . . .\n2 . X .\n3 . . .\n\nO to move"
    for action in (0, 3, 1, 5):
        env.step(action)
    assert env.render().endswith("X has won with a2-b2-c2")
    picture = aec("connect4", render_mode="svg")
    picture.reset()
    assert ElementTree.fromstring(picture.render()).tag.endswith("svg")
    silent = aec("3x3")
    silent.reset()
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert silent.render() is None
    for made in (env, picture, silent):
        made.close()
    with pytest.raises(NotationError, match="no render mode 'human': expected ansi or svg"):
        aec("3x3", render_mode="human")


def test_the_state_is_the_board_of_the_first_player() -> None:
    env = aec("3x3")
    env.reset()
    env.step(0)
    assert (env.state() == env.observe("player_0")["observation"]).all()
    assert env.unwrapped.state_space.contains(env.state())
    assert env.metadata["name"] == "noughts_v0"


# Gymnasium


def play(env: Any, choose: Callable[[Any], int], seed: int | None = None) -> float:
    """One game; what it brought."""
    _, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        _, reward, over, cut, info = env.step(choose(info["action_mask"]))
        assert not cut
        assert over or not reward
        total += reward
    assert not info["action_mask"].any()
    return total


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "4x4+drop"])
def test_the_perfect_opponent_never_loses(spec: str) -> None:
    env = gym.make(ID, game=spec, opponent="perfect", first="random")
    rng = random.Random(3)
    results = [play(env, lambda mask: rng.choice(np.flatnonzero(mask)), seed) for seed in range(40)]
    assert solve(Position(game(spec))).value.outcome is Outcome.DRAW
    assert max(results) <= 0
    assert min(results) == -1


def test_who_begins_is_as_asked() -> None:
    for first, stones in (("agent", 0), ("opponent", 1)):
        env = gym.make(ID, first=first)
        for seed in range(5):
            observation, info = env.reset(seed=seed)
            assert observation[..., 1].sum() == stones
            assert observation[..., 0].sum() == 0
            assert info["action_mask"].sum() == 9 - stones
    env = gym.make(ID, first="random")
    begun = {int(env.reset(seed=seed)[0].sum()) for seed in range(20)}
    assert begun == {0, 1}
    with pytest.raises(NotationError, match="nobody called 'me' can begin"):
        gym.make(ID, first="me")


@pytest.mark.parametrize("opponent", ["random", "easy", "medium", "hard", "perfect", "mcts:30"])
def test_the_same_seed_repeats_the_same_games(opponent: str) -> None:
    def games(env: Any) -> list[Any]:
        found = []
        for seed in (5, None, None, 6):
            observation, info = env.reset(seed=seed)
            found.append(observation.tolist())
            over = False
            while not over:
                observation, reward, over, _, info = env.step(first_legal(info["action_mask"]))
                found += [observation.tolist(), reward]
        return found

    env = gym.make(ID, opponent=opponent, first="random")
    assert games(env) == games(env) == games(gym.make(ID, opponent=opponent, first="random"))


def test_an_illegal_action_loses() -> None:
    env = gym.make(ID, opponent=lambda position: position.moves()[0], render_mode="ansi")
    env.reset(seed=0)
    observation, reward, over, _, _ = env.step(4)
    assert (reward, over, int(observation.sum())) == (0.0, False, 2)
    observation, reward, over, cut, info = env.step(0)  # where the opponent is
    assert (reward, over, cut, int(observation.sum())) == (-1.0, True, False, 2)
    assert not info["action_mask"].any()
    assert env.render().endswith("X chose an illegal action")
    with pytest.raises(RulesError, match="the game is over: reset"):
        env.unwrapped.step(8)


def test_opponents_of_ones_own() -> None:
    """A function, a player and a table play what they say."""
    replies = []

    def lowest(position: Position) -> int:
        replies.append(position)
        return position.moves()[0]

    env = gym.make(ID, opponent=lowest)
    env.reset(seed=0)
    observation, *_ = env.step(8)
    assert observation.reshape(9, 2)[0].tolist() == [0, 1]
    assert [position.stones for position in replies] == [1]
    observation, _ = gym.make(ID, opponent=PerfectPlayer(), first="opponent").reset(seed=0)
    assert observation.sum() == 1
    centre = {Position(game("3x3")): 4}
    observation, _ = gym.make(ID, opponent=centre, first="opponent").reset(seed=0)
    assert observation.reshape(9, 2)[4].tolist() == [0, 1]


def test_an_opponent_that_breaks_the_rules_is_told_of() -> None:
    env = gym.make(ID, opponent=lambda position: 4)
    env.reset(seed=0)
    with pytest.raises(RulesError, match="b2, which cannot be played"):
        env.step(4)
    for opponent, error in (
        ("no-such-player", NotationError),
        (lambda position: {0: float("nan")}, RulesError),
        (7, RulesError),
    ):
        with pytest.raises(error):
            gym.make(ID, opponent=opponent, first="opponent").reset(seed=0)
    with pytest.raises((NotationError, RulesError), match="nearest known game"):
        gym.make(ID, game="3y3")
    with pytest.raises(RulesError, match="over before the agent has moved"):
        gym.make(ID, game="3x3:1", first="opponent").reset(seed=0)


# Without the extra


def test_learn_imports_without_the_extra_and_says_what_is_missing() -> None:
    code = """
import sys
for name in ("gymnasium", "pettingzoo", "numpy", "numba"):
    sys.modules[name] = None
import noughts.learn
from noughts.errors import MissingExtra
for make in (noughts.learn.aec, noughts.learn.BatchEnv):
    try:
        make("3x3")
    except MissingExtra as error:
        print(error)
"""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        'this environment needs PettingZoo: pip install ".[learn]"',
        'the batch environment needs numba: pip install ".[fast]"',
    ]


def test_gymnasium_knows_the_environment_in_whichever_order_they_are_imported() -> None:
    for lines in (
        "import noughts.learn, gymnasium; gymnasium.make('noughts/TicTacToe-v0')",
        "import gymnasium, noughts.learn; gymnasium.make('noughts/TicTacToe-v0')",
        "import gymnasium; gymnasium.make('noughts.learn:noughts/TicTacToe-v0')",
    ):
        subprocess.run([sys.executable, "-W", "error", "-c", lines], check=True, timeout=120)


def test_the_names_of_the_room() -> None:
    assert set(noughts.learn.__all__) == {"GYM_ID", "BatchEnv", "aec"}
    assert f"noughts.learn:{noughts.learn.GYM_ID}" == ID
    for name in noughts.learn.__all__:
        assert getattr(noughts.learn, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        noughts.learn.no_such_name  # noqa: B018
    with pytest.raises(MissingExtra):
        noughts.learn.need_learn("no_such_module_at_all", "Nothing")


def test_every_game_of_the_catalogue_has_its_actions() -> None:
    for spec in SPECS:
        rules = game(spec)
        start = Position(rules)
        legal = [a for a in range(action_count(rules)) if cell_of(start, a) is not None]
        assert legal == list(range(action_count(rules)))
        assert {action_of(rules, cell) for cell in start.moves()} == set(legal)


def test_a_learned_table_is_an_opponent(tmp_path: Path) -> None:
    training = new_training("q", game("3x3"), seed=1)
    training.run(200, every=200)
    table = tmp_path / "q.json"
    table.write_text(to_json(training), encoding="utf-8")
    best = training.learner.chances(Position(game("3x3")))
    observation, _ = gym.make(ID, opponent=str(table), first="opponent").reset(seed=0)
    assert {int(cell) for cell in np.flatnonzero(observation.reshape(9, 2)[:, 1])} == set(best)
    with pytest.raises(NotationError, match="was learned for 3x3, not for 4x4"):
        gym.make(ID, game="4x4", opponent=str(table))
    with pytest.raises(NoughtsError):
        gym.make(ID, opponent=str(tmp_path / "missing.json"))
