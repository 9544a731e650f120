"""A learner has one home: what is said of it anywhere comes from its entry on the shelf."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from naive import REPOSITORY, Cli

from noughts.learn.learners import LEARNERS, Method, new_training, read
from noughts.learn.learners.episode import Episode
from noughts.rules.catalog import game
from noughts.rules.grid import Cell
from noughts.rules.position import Position


@dataclass
class Habit:
    """Plays what it has played most often; of this a number and two tables are kept."""

    weight: int = 2
    table: dict[int, dict[Cell, int]] = field(default_factory=dict, repr=False)
    losses: dict[int, int] = field(default_factory=dict, repr=False)

    def choose(self, position: Position, rng: random.Random) -> tuple[Cell, bool]:
        return rng.choice(position.moves()), False

    def chances(self, position: Position) -> dict[Cell, float]:
        seen = self.table.get(position.key) or {position.moves()[-1]: 1}
        return {max(seen, key=seen.__getitem__): 1.0}

    def learn(self, episode: Episode) -> None:
        for turn in episode.turns:
            seen = self.table.setdefault(turn.position.key, {})
            seen[turn.move] = seen.get(turn.move, 0) + self.weight
            self.losses[turn.position.key] = int(episode.reward(turn) < 0)


@pytest.fixture
def habit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more learner on the shelf, and not another line."""
    method = Method("habit", Habit, "what it did", "this test", seat="second", counts="times")
    monkeypatch.setitem(LEARNERS, "habit", method)


@pytest.mark.usefixtures("habit")
def test_a_learner_on_the_shelf_is_trained_kept_and_played(cli: Cli, tmp_path: Path) -> None:
    table = str(tmp_path / "habit.json")
    ran = cli("train", "habit", "--episodes", "60", "--set", "weight=3", "-o", table)
    assert (ran.code, ran.out[:36]) == (0, "habit on 3x3 after 60 episodes, agai")
    found = json.loads(Path(table).read_text(encoding="utf-8"))
    assert (found["learner"], found["settings"]) == ("habit", {"weight": 3})
    training = read(table)
    assert training.settings == {"weight": 3}
    assert isinstance(training.learner, Habit)
    assert len(training.learner.table) == len(found["values"]) > 9
    assert len(training.learner.losses) == len(found["losses"]) > 9
    assert cli("train", "habit", "--episodes", "70", "-o", table, "--resume").code == 0
    assert cli("play", "--opponent", table, "--watch").code == 0
    assert cli("yardstick", table).code == 0


@pytest.mark.usefixtures("habit")
def test_a_learner_on_the_shelf_is_in_the_help_and_in_what_is_expected(cli: Cli) -> None:
    assert "(q, sarsa, monte-carlo, td, menace or habit)" in " ".join(
        cli("train", "--help").out.split()
    )
    assert "expected q, sarsa, monte-carlo, td, menace, habit" in cli("train", "dqn").err
    assert (
        "expected weight in whole times, got 0.5" in cli("train", "habit", "--set", "weight=.5").err
    )
    assert (
        "habit has no setting 'alpha': expected weight"
        in cli("train", "habit", "--set", "alpha=1").err
    )
    assert new_training("habit", game("3x3"), against="random").seat == "second"


def test_without_it_the_help_names_the_five_that_there_are(cli: Cli) -> None:
    told = " ".join(cli("train", "--help").out.split())
    assert "Train LEARNER (q, sarsa, monte-carlo, td or menace), and say how far" in told


def test_the_table_of_the_documentation_is_the_shelf() -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in REPOSITORY.glob("docs/*.md"))
    rows = [line for line in pages.splitlines() if "| `learn/learners/" in line]
    assert rows == [
        f"| `{method.name}` | `learn/learners/{method.kind.__module__.rpartition('.')[2]}.py` "
        f"| {method.learns} | {method.source} |"
        for method in LEARNERS.values()
    ]
