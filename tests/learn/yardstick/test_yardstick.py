"""The yardstick: zero for the perfect, the exact expectation for the random, and what is sown."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from naive import naive_solver, unfinished

from noughts.errors import LimitReached, RulesError
from noughts.learn.named import policy_named
from noughts.learn.yardstick.costs import Question
from noughts.learn.yardstick.meeting import odds, random_policy
from noughts.learn.yardstick.policy import observing, policy_of
from noughts.learn.yardstick.yardstick import Tally, measure
from noughts.notation.parse import position
from noughts.play.levels import LEVELS, choice_chances
from noughts.play.players import PerfectPlayer
from noughts.rules.catalog import game
from noughts.rules.position import Position

GAME = game("3x3")
SMALL = ["3x3", "misere", "3x3+torus", "3x3+drop", "3x2:2"]


def naive_tally(spec: str) -> tuple[int, int, Fraction, Fraction, Fraction, Fraction]:
    """What a random mover throws away, from the definition of the value alone."""
    rules = game(spec)
    solver = naive_solver(rules)
    decisive = 0
    blunders = outcome = kept = plies = Fraction(0)
    positions = unfinished(rules)
    for here in positions:
        best, distance = solver.value(here)
        moves = solver.move_values(here)
        drops = [best - after for after, _ in moves.values()]
        decisive += any(drops)
        blunders += Fraction(sum(drop > 0 for drop in drops), len(moves))
        outcome += Fraction(sum(drops), len(moves))
        kept += Fraction(drops.count(0), len(moves))
        if best:
            late = sum(abs(d - distance) for after, d in moves.values() if after == best)
            plies += Fraction(late, len(moves))
    return len(positions), decisive, blunders, outcome, kept, plies


@pytest.mark.parametrize("spec", SMALL)
def test_the_random_mover_is_measured_as_it_is_expected(spec: str) -> None:
    found = measure(random_policy, spec).all_positions
    positions, decisive, blunders, outcome, kept, plies = naive_tally(spec)
    assert (found.positions, found.decisive) == (positions, decisive)
    assert found.blunders == pytest.approx(float(blunders))
    assert found.outcome == pytest.approx(float(outcome))
    assert found.kept == pytest.approx(float(kept))
    assert found.plies == pytest.approx(float(plies))


def test_3x3_has_3191_decisive_positions() -> None:
    found = measure(random_policy)
    assert (found.all_positions.positions, found.all_positions.decisive) == (4520, 3191)


@pytest.mark.parametrize("spec", SMALL)
def test_the_perfect_player_loses_nothing(spec: str) -> None:
    found = measure(PerfectPlayer(), spec)
    start = naive_solver(game(spec)).value(Position(game(spec)))[0]
    for tally in (found.all_positions, found.all_reached):
        assert tally.positions > 0
        assert (tally.blunders, tally.outcome, tally.plies) == (0, 0, 0)
    assert {name: seat.result for name, seat in found.seats.items()} == {
        "first": start,
        "second": -start,
    }


@pytest.mark.parametrize("seed", range(5))
def test_a_blunderer_has_exactly_its_blunders(seed: int) -> None:
    """Perfect but for some positions, in which it plays the move that throws away most."""
    rng = random.Random(seed)
    solver = naive_solver(GAME)
    sown = {here: solver.move_values(here) for here in rng.sample(unfinished(GAME), 40)}
    perfect = PerfectPlayer()

    def policy(here: Position) -> int:
        if here in sown:
            return min(sown[here], key=lambda move: sown[here][move][0])
        return perfect.choose(here).move

    drops = {
        here: solver.value(here)[0] - min(outcome for outcome, _ in moves.values())
        for here, moves in sown.items()
    }
    found = measure(policy)
    assert found.all_positions.blunders == sum(drop > 0 for drop in drops.values())
    assert found.all_positions.outcome == sum(drops.values())
    by_ply = [tally.blunders for tally in found.everywhere]
    for ply, count in enumerate(by_ply):
        assert count == sum(drop > 0 for here, drop in drops.items() if here.stones == ply)
    reached = {here for here in _reached(policy) if drops.get(here)}
    assert found.all_reached.blunders == len(reached)


def _reached(policy: Any) -> set[Position]:
    """Where a policy that always makes the same move may be asked, by plain walking."""
    found: set[Position] = set()

    def walk(here: Position, seat: int) -> None:
        if here.is_over:
            return
        if here.stones % 2 == seat:
            found.add(here)
            walk(here.play(policy(here)), seat)
        else:
            for move in here.moves():
                walk(here.play(move), seat)

    walk(Position(GAME), 0)
    walk(Position(GAME), 1)
    return found


def naive_worst(chances: Any, first: bool) -> Fraction:
    """The mean result against the best reply to each move, in exact fractions."""

    @cache
    def worst(here: Position) -> Fraction:
        if here.is_over:
            mine = here.first_mark if first else here.second_mark
            return Fraction(0 if here.winner is None else 1 if here.winner == mine else -1)
        if (here.stones % 2 == 0) == first:
            return sum(
                (share * worst(here.play(move)) for move, share in chances(here).items()),
                Fraction(0),
            )
        return min(worst(here.play(move)) for move in here.moves())

    return worst(Position(GAME))


def test_the_best_exploiter_of_the_random_mover() -> None:
    def chances(here: Position) -> dict[int, Fraction]:
        return {move: Fraction(1, len(here.moves())) for move in here.moves()}

    found = measure(random_policy, everywhere=False)
    assert found.seats["first"].result == pytest.approx(float(naive_worst(chances, True)))
    assert found.seats["second"].result == pytest.approx(float(naive_worst(chances, False)))
    for name, seat in found.seats.items():
        end = seat.record.position
        assert end.winner == (end.second_mark if name == "first" else end.first_mark)


@pytest.mark.parametrize("name", LEVELS)
def test_levels_are_measured_by_their_exact_chances(name: str) -> None:
    def chances(here: Position) -> dict[int, Fraction]:
        return choice_chances(here, LEVELS[name])

    found = measure(policy_named(name, GAME), everywhere=False)
    assert found.seats["first"].result == pytest.approx(float(naive_worst(chances, True)))


def test_reached_is_counted_by_its_own_play() -> None:
    def lowest(here: Position) -> int:
        return here.moves()[0]

    found = measure(lowest, everywhere=False)
    assert found.everywhere == []
    assert found.all_reached.positions == len(_reached(lowest))


def test_larger_boards_are_sampled_and_say_so() -> None:
    found = measure(PerfectPlayer(), "4x4", sample=60, most_reached=40)
    assert found.is_sample
    assert not found.is_complete
    assert 20 < found.all_positions.positions <= 60
    assert (found.all_positions.blunders, found.all_reached.blunders) == (0, 0)
    assert found.to_dict()["complete"] is False


@pytest.mark.parametrize("most", [0, 1, 5, 50])
def test_a_walk_in_part_says_at_most(most: int) -> None:
    """What is left out counts as perfect play: never less than the whole walk finds."""
    for policy in (random_policy, lambda here: here.moves()[-1], PerfectPlayer()):
        whole = measure(policy, everywhere=False)
        part = measure(policy, everywhere=False, most_reached=most)
        assert not part.is_complete
        for name, seat in part.seats.items():
            assert seat.result >= whole.seats[name].result - 1e-12
            assert seat.record.position.is_over
        assert part.all_reached.positions <= whole.all_reached.positions
        assert bool(part.all_reached.positions) == bool(most)


def test_the_truth_that_is_not_found_in_time_gets_a_sentence() -> None:
    with pytest.raises(LimitReached, match=r"the truth about 5x5 was not found in 0\.01 s"):
        measure(random_policy, "5x5", seconds=0.01)


def test_a_distance_that_is_not_known_is_not_counted() -> None:
    here = Position(GAME)
    question = Question(here, dict.fromkeys(range(9), 0), {**dict.fromkeys(range(8), 2), 8: None})
    tally = Tally()
    tally.add(question, dict.fromkeys((0, 8), 0.5))
    assert (tally.kept, tally.plies, tally.mean_plies) == (0.5, 1.0, 2.0)


def test_odds_against_the_random_mover_by_fractions() -> None:
    """Both at random: 737/1260 first, 121/420 second, 8/63 drawn, as is well known."""
    first = odds(random_policy, random_policy, GAME, [0])
    assert first == pytest.approx((737 / 1260, 8 / 63, 121 / 420))


@pytest.mark.parametrize(
    "chooser",
    [
        lambda here: here.moves()[0],
        lambda here: {here.moves()[0]: 1.0},
        lambda here: [float(cell == here.moves()[0]) for cell in range(9)],
        {here: here.moves()[0] for here in unfinished(GAME)},
    ],
    ids=["move", "chances", "vector", "table"],
)
def test_every_kind_of_policy_is_understood(chooser: Any) -> None:
    policy = policy_of(chooser)
    for here in unfinished(GAME):
        assert policy(here) == {here.moves()[0]: 1.0}


def test_an_array_of_chances_is_understood() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")

    def policy(here: Position) -> Any:
        chances = numpy.zeros(9, numpy.float32)
        chances[here.moves()] = 1 / len(here.moves())
        return chances

    assert measure(policy).all_positions.blunders == pytest.approx(
        measure(random_policy).all_positions.blunders, rel=1e-5
    )


def test_actions_of_a_drop_game_are_columns() -> None:
    policy = policy_of(lambda position: [0, 0, 0, 1, 0, 0, 0])
    assert policy(Position(game("connect4"))) == {38: 1.0}


def test_a_policy_of_observations_is_understood() -> None:
    """The lowest action that the mask allows, read off the observation like PettingZoo's."""
    pytest.importorskip("numpy", reason="numpy is not installed")

    def lowest(seen: dict[str, Any]) -> int:
        free = (seen["observation"].sum(axis=-1) == 0).reshape(-1)
        assert (free == seen["action_mask"]).all()
        return int(seen["action_mask"].argmax())

    policy = observing(lowest)
    for here in unfinished(GAME):
        assert policy(here) == {here.moves()[0]: 1.0}
    with pytest.raises(RulesError, match="answered action 0, which cannot be played"):
        observing(lambda seen: 0)(position("X.. ... ..."))


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (0, "answered a1, which cannot be played"),
        (9, "answered 9, which cannot be played"),
        (None, "answered None; expected a move"),
        ("b2", "gave 2 numbers; expected 9"),
        ({4: math.nan}, "gave 4 the chance nan"),
        ({4: -0.5, 5: 1.5}, "gave 4 the chance -0.5"),
        ({4: 0.5}, "add up to 0.5; expected 1"),
        ({}, "add up to 0; expected 1"),
        ([0.5, 0.5, 0, 0, 0, 0, 0, 0, 0], "answered action 0, which cannot be played"),
        ([1.0], "gave 1 numbers; expected 9"),
    ],
)
def test_a_policy_that_makes_no_sense_gets_a_sentence(answer: Any, complaint: str) -> None:
    here = position("X.. ... ...")
    with pytest.raises(RulesError, match=complaint) as caught:
        policy_of(lambda _: answer)(here)
    assert "in X.. ... ... the policy" in str(caught.value)


def test_a_table_without_the_position_gets_a_sentence() -> None:
    empty: Mapping[Position, int] = {}
    with pytest.raises(RulesError, match="the policy has no row for"):
        policy_of(empty)(Position(GAME))
    with pytest.raises(RulesError, match="expected a policy"):
        policy_of(3)
