"""The conformance kit: it passes what is right, and names what is wrong."""

from __future__ import annotations

import random
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from naive import Cli

from noughts.errors import MissingExtra, NotationError
from noughts.learn.conformance.conformance import (
    CHECKS,
    RIGHT,
    EnvironmentAudit,
    audit_environment,
    audit_made,
)
from noughts.learn.conformance.foreign import adapter_for, named
from noughts.learn.conformance.replayed import ReplayedSubject
from noughts.learn.conformance.subjects import AecSubject, GymSubject, Look
from noughts.learn.environments.environment import returns
from noughts.rules.catalog import game
from noughts.rules.position import Position

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

GAME = game("3x3")


# Small environments with the interface of PettingZoo, and one fault each


class Right:
    """Tic-tac-toe as it should be, with as little as the kit needs."""

    possible_agents = ("one", "two")
    # What never changes belongs to all of them: a walk copies the rest at every step.
    infos: Mapping[str, Any] = {"one": {}, "two": {}}
    truncations: Mapping[str, bool] = {"one": False, "two": False}

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.position = Position(GAME)
        self.agents = list(self.possible_agents)
        self.agent_selection = "one"
        self.settle()

    def settle(self) -> None:
        over = self.is_over()
        self.terminations = dict.fromkeys(self.agents, over)
        self.rewards = dict(zip(self.agents, self.result(), strict=True))

    def step(self, action: int | None) -> None:
        if action is None:
            self.agents.remove(self.agent_selection)
        else:
            self.play(action)
        self.agent_selection = "two" if self.agent_selection == "one" else "one"

    def play(self, action: int) -> None:
        if self.is_over():
            raise ValueError("the game is over")
        self.position = self.position.play(action)
        self.settle()

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        return (None, self.rewards[self.agent_selection])

    def observe(self, agent: str) -> Any:
        return {"observation": self.position.key, "action_mask": self.mask()}

    def agent_iter(self) -> Iterator[str]:
        raise NotImplementedError

    def is_over(self) -> bool:
        return self.position.is_over

    def result(self) -> tuple[float, float]:
        return returns(self.position)

    def mask(self) -> list[int]:
        return [self.position.open_mask() >> cell & 1 for cell in range(9)]


class WrongSign(Right):
    """The loser of a game that the second player wins gets a reward."""

    def result(self) -> tuple[float, float]:
        first, second = super().result()
        return (1, second) if second > 0 else (first, second)


class LateReward(Right):
    """The agents are told something else at their last turn."""

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        return (None, 0.0)


class EarlyReward(Right):
    """A reward for the middle cell, before the game is over."""

    def result(self) -> tuple[float, float]:
        return (0.1, 0) if self.position.first == 16 else super().result()


class MaskOff(Right):
    """A cell too many when it is the last cell's turn."""

    def mask(self) -> list[int]:
        return [1, *super().mask()[1:]]


class MaskShort(Right):
    """The last cell is never offered."""

    def mask(self) -> list[int]:
        return [*super().mask()[:8], 0]


class LastCellDraw(Right):
    """A full board is a draw, whatever is on it."""

    def result(self) -> tuple[float, float]:
        return (0, 0) if self.position.is_full else super().result()


class PlaysOn(Right):
    """Moves are taken after the end, and the reward is given again."""

    def play(self, action: int) -> None:
        if self.is_over():
            self.rewards = {"one": 5.0, "two": 5.0}
        else:
            super().play(action)


class NeverEnds(Right):
    """Lines in the last row do not end the game."""

    def is_over(self) -> bool:
        row = 0b111_000_000
        lined = self.position.first & row == row or self.position.second & row == row
        return self.position.is_full or (not lined and self.position.is_over)


class EndsEarly(Right):
    """A game of eight moves is a draw."""

    def is_over(self) -> bool:
        return self.position.stones == 8 or super().is_over()


class SameTwice(Right):
    """The first player is asked twice at the start."""

    def step(self, action: int | None) -> None:
        super().step(action)
        if self.position.stones == 1:
            self.agent_selection = "one"


class Raises(Right):
    """A legal move that fails."""

    def play(self, action: int) -> None:
        if action == 4 and self.position.stones == 3:
            raise RuntimeError("no middle now")
        super().play(action)


class Unseeded(Right):
    """Something random in the observation, whatever the seed."""

    def observe(self, agent: str) -> Any:
        return {**super().observe(agent), "observation": random.random()}


FAULTS: dict[type[Right], set[str]] = {
    WrongSign: {"rewards", "games"},
    LateReward: {"rewards", "last cell"},
    EarlyReward: {"rewards"},
    MaskOff: {"masks"},
    MaskShort: {"masks", "games"},
    LastCellDraw: {"last cell", "games"},
    PlaysOn: {"after"},
    NeverEnds: {"end", "games"},
    EndsEarly: {"end", "games"},
    SameTwice: {"turns"},
    Raises: {"errors", "games"},
    Unseeded: {"seeding"},
}


audits: dict[tuple[type, bool], EnvironmentAudit] = {}


def audited(kind: type, *, quick: bool = True) -> EnvironmentAudit:
    """The audit of a kind, made once."""
    if (kind, quick) not in audits:
        found = audit_made(lambda: AecSubject(kind()), kind.__name__, quick=quick)
        audits[kind, quick] = found
    return audits[kind, quick]


class Bare:
    """A position as a subject: what is quickest to walk through."""

    kind, complete = "bare", True

    def __init__(self, position: Position | None = None) -> None:
        self.position = position or Position(GAME)

    def begin(self, seed: int) -> list[int]:
        self.position = Position(GAME)
        return []

    def choose(self, action: int) -> list[int]:
        self.position = self.position.play(action)
        return [action]

    def look(self) -> Look:
        position = self.position
        over = position.is_over
        side = None if over else position.stones % 2
        return Look(over, side, 0 if over else position.open_mask(), returns(position))

    def seen(self) -> int:
        return self.position.key

    def last_rewards(self) -> tuple[float | None, float | None]:
        return returns(self.position)

    def copy(self) -> Bare:
        return Bare(self.position)


def test_a_right_environment_passes_by_every_game() -> None:
    told: list[int] = []
    audit = audit_made(Bare, "bare", tell=told.append)
    assert audit.passes
    assert audit.count == RIGHT
    assert RIGHT.games == 255_168
    assert told == list(range(1, 255_169))
    assert (audit.notes, audit.untold) == ([], [])


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.__name__)
def test_each_fault_is_found_and_named(kind: type[Right]) -> None:
    audit = audited(kind)
    assert set(audit.findings) == FAULTS[kind]
    assert not audit.passes
    for check, finding in audit.findings.items():
        assert check in CHECKS
        assert finding.nodes >= 1
        assert finding.sentence


def test_the_first_place_is_told_with_its_moves() -> None:
    finding = audited(LastCellDraw).findings["last cell"]
    position = Position(GAME)
    for cell in finding.moves:
        position = position.play(cell)
    assert position.is_full
    assert position.winner == "X"
    assert finding.sentence == "the rewards are 0 and 0, and should be 1 and -1"
    games = audited(LastCellDraw).findings["games"].sentence
    # 127,872 games take nine moves, and 46,080 of them are drawn: the others are X's.
    assert games == "49,392 won by the first player for 131,184; 127,872 drawn for 46,080"


def test_every_game_and_every_position_find_the_same() -> None:
    quick, full = audited(MaskShort), audited(MaskShort, quick=False)
    assert quick.count == full.count
    assert set(quick.findings) == set(full.findings)
    assert full.findings["masks"].nodes > quick.findings["masks"].nodes


class Uncopied(Right):
    """A copy of it starts anew, as copies of Gymnasium's EzPickle do."""

    def __init__(self) -> None:
        self.made = 1

    def __reduce__(self) -> Any:
        return Uncopied, ()


class Locked(Right):
    """It cannot be copied at all."""

    def __init__(self) -> None:
        self.generator = (number for number in range(3))


@pytest.mark.parametrize("kind", [Uncopied, Locked])
def test_what_cannot_be_copied_is_played_again(kind: type) -> None:
    audit = audited(kind)
    assert audit.passes
    assert audit.count == RIGHT


def test_a_replayed_one_is_where_its_copy_was_left() -> None:
    subject = ReplayedSubject(AecSubject(Right()))
    subject.begin(1)
    subject.choose(0)
    twin = subject.copy()
    twin.choose(1)
    subject.choose(2)
    assert (twin.look().legal, subject.look().legal) == (0b111_111_100, 0b111_111_010)
    assert subject.seen() != twin.seen()


# Gymnasium: one agent for both sides, and one with an opponent


class Alternating:
    """One agent plays both sides, and the reward is for who moved."""

    action_space = None

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        self.position = Position(GAME)
        return self.board(), {}

    def board(self) -> Any:
        marks = [(self.position.first >> c & 1) - (self.position.second >> c & 1) for c in range(9)]
        return np.array(marks).reshape(3, 3)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        side = self.position.stones % 2
        self.position = self.position.play(action)
        reward = float(returns(self.position)[side])
        return self.board(), reward, self.position.is_over, False, {}


class WinnerLoses(Alternating):
    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        board, reward, *rest = super().step(action)
        return (board, -reward, *rest)


class WithOpponent(Alternating):
    """It answers with any cell, and may or may not heed the seed."""

    heeds_seed = True

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        self.rng = random.Random(seed if self.heeds_seed else None)
        board, _ = super().reset()
        return board, self.info()

    def info(self) -> dict[str, Any]:
        return {"action_mask": [int(cell in self.position.moves()) for cell in range(9)]}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.position = self.position.play(action)
        if not self.position.is_over:
            self.position = self.position.play(self.rng.choice(self.position.moves()))
        result = float(returns(self.position)[0])
        return self.board(), result, self.position.is_over, False, self.info()


class HeedsNoSeed(WithOpponent):
    heeds_seed = False


def test_one_agent_for_both_sides_is_walked_completely() -> None:
    audit = audit_made(lambda: GymSubject(Alternating()), "alternating", quick=True)
    assert audit.passes
    assert audit.count == RIGHT
    assert audit.untold == ["masks", "turns"]
    wrong = audit_made(lambda: GymSubject(WinnerLoses()), "wrong", quick=True)
    assert set(wrong.findings) == {"rewards", "games"}


def test_an_opponent_in_the_environment_is_followed() -> None:
    audit = audit_made(lambda: GymSubject(WithOpponent()), "opponent", quick=False)
    assert audit.passes
    assert not audit.complete
    assert audit.untold == ["games", "turns"]
    unseeded = audit_made(lambda: GymSubject(HeedsNoSeed()), "unseeded", quick=True)
    assert set(unseeded.findings) == {"seeding"}


@pytest.mark.parametrize("first", ["agent", "opponent"])
def test_our_own_single_agent_passes(first: str) -> None:
    import gymnasium

    def make() -> GymSubject:
        return GymSubject(gymnasium.make("noughts.learn:noughts/TicTacToe-v0", first=first))

    assert audit_made(make, "ours", quick=True).passes


# By name


def test_our_own_environment_passes() -> None:
    audit = audit_environment("noughts.learn:aec", quick=True)
    assert (audit.passes, audit.count, audit.kind) == (True, RIGHT, "PettingZoo AEC")
    assert audit.notes == []


@pytest.fixture
def pygame_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's tic-tac-toe draws with pygame, which the walk does not need."""
    try:
        import pygame  # type: ignore[import-not-found, unused-ignore]  # noqa: F401
    except ImportError:
        monkeypatch.setitem(sys.modules, "pygame", types.ModuleType("pygame"))


def test_pettingzoos_environment_passes(pygame_or_none: None) -> None:
    audit = audit_environment("pettingzoo.classic:tictactoe_v3", quick=True)
    assert (audit.passes, audit.count) == (True, RIGHT)
    assert audit.package.startswith("pettingzoo ")
    assert audit.notes == ["When a game is won, its mask still shows the free cells."]


def test_another_game_is_not_taken_for_tic_tac_toe(pygame_or_none: None) -> None:
    audit = audit_environment("pettingzoo.classic:connect_four_v3", quick=True)
    assert {"masks", "games"} <= set(audit.findings)


def test_openspiels_game_passes() -> None:
    pytest.importorskip("pyspiel")
    audit = audit_environment("openspiel:tic_tac_toe", quick=True)
    assert (audit.passes, audit.count, audit.kind) == (True, RIGHT, "OpenSpiel")


def test_what_cannot_be_audited_is_said() -> None:
    for text, error, sentence in (
        ("tictactoe", NotationError, "expected MODULE:NAME such as"),
        ("no_such_module:env", MissingExtra, "No module named 'no_such_module'"),
        ("noughts.learn:no_such_name", NotationError, "there is no 'no_such_name' in noughts"),
        ("noughts.rules.catalog:game", NotationError, "cannot be made: TypeError"),
        ("noughts.value:Outcome.WIN", NotationError, "is no environment that is known here"),
        ("gymnasium:NoSuch-v0", NotationError, "cannot be made: NameNotFound"),
        ("gymnasium:CartPole-v1", NotationError, "where the stones lie cannot be told"),
    ):
        with pytest.raises(error, match=sentence):
            audit_environment(text, quick=True)


def test_an_environment_for_three_does_not_begin() -> None:
    class Three(Right):
        possible_agents = ("one", "two", "three")  # type: ignore[assignment]

    with pytest.raises(NotationError, match="does not begin as tic-tac-toe for two does"):
        audited(Three)


def test_names_lead_to_adapters() -> None:
    assert adapter_for(Right(), "right") is AecSubject
    found = named("noughts.learn:aec")
    subject = found.make()
    assert subject.begin(0) == []
    assert subject.look() == Look(False, 0, 0b111_111_111, (0.0, 0.0))
    assert found.package.startswith("noughts")


# The command


def test_the_command_says_what_holds(cli: Cli) -> None:
    ran = cli("audit-env", "noughts.learn:aec", "--quick")
    assert (ran.code, ran.err) == (0, "")
    assert "won by the first player  131,184  131,184" in ran.out
    assert " no\n" not in ran.out
    for sentence in CHECKS.values():
        assert sentence in ran.out


def test_the_command_says_what_it_cannot_do(cli: Cli) -> None:
    for text, code in (("tictactoe", 2), ("gymnasium:CartPole-v1", 2), ("no_such_module:env", 3)):
        ran = cli("audit-env", text)
        assert (ran.code, ran.out) == (code, "")
        assert ran.err.startswith("noughts: ")
        assert ran.err.count("\n") == 1


def test_the_command_ends_with_one_where_something_is_wrong(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = types.ModuleType("broken_environment")
    module.env = LastCellDraw  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "broken_environment", module)
    ran = cli("audit-env", "broken_environment:env", "--quick")
    assert ran.code == 1
    assert "Not so: a win with the last cell is a win" in ran.out
    assert "the rewards are 0 and 0, and should be 1 and -1." in ran.out
    as_json = cli("audit-env", "broken_environment:env", "--quick", "--json")
    assert as_json.code == 1
    found = as_json.json()
    assert (found["schema"], found["passes"], found["walked"]) == (1, False, "positions")
    assert found["expected"]["games"] == 255_168
    assert found["count"]["drawn"] == 127_872
    assert {row["check"] for row in found["checks"] if not row["passes"]} == {"games", "last cell"}
    assert [row["check"] for row in found["checks"]] == list(CHECKS)


def test_warnings_of_the_environment_are_its_own() -> None:
    class Warns(Right):
        def reset(self, seed: int | None = None, options: Any = None) -> None:
            warnings.warn("old", DeprecationWarning, stacklevel=1)
            super().reset()

    module = types.ModuleType("warning_environment")
    module.env = Warns  # type: ignore[attr-defined]
    sys.modules["warning_environment"] = module
    try:
        assert audit_environment("warning_environment:env", quick=True).passes
    finally:
        del sys.modules["warning_environment"]


def test_a_terminal_sees_how_far_it_is(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    right = audit_made(Bare, "bare", quick=True)

    def audit(name: str, *, quick: bool, tell: Callable[[int], None]) -> EnvironmentAudit:
        tell(100)
        tell(RIGHT.games)
        return right

    monkeypatch.setattr("noughts.cli.audit_env.audit_environment", audit)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ran = cli("audit-env", "bare:bare")
    assert ran.code == 0
    assert "games" in ran.err
