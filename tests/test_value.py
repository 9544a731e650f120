"""value.py: the order of values, and the bridge between scores and values."""

from __future__ import annotations

from itertools import product

import pytest
from naive import every_position, naive_score, naive_value

from noughts import Outcome, Value
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.value import end_score, outcome_of, value_of

LOSS, DRAW, WIN = Outcome

VALUES = [Value(outcome, distance) for outcome in Outcome for distance in (None, *range(9))]


def test_a_is_less_than_b_exactly_when_minus_b_is_less_than_minus_a() -> None:
    for a, b in product(VALUES, repeat=2):
        assert (a < b) is (-b < -a)
        assert (a <= b) is (-b <= -a)
        assert (a > b) is (b < a)
        assert (a >= b) is (b <= a)


def test_the_order_is_sooner_wins_later_losses_and_no_difference_between_draws() -> None:
    for a, b in product(VALUES, repeat=2):
        if a.outcome != b.outcome:
            assert (a < b) is (a.outcome < b.outcome)
        elif a.outcome is DRAW:
            assert not a < b
            assert a <= b
        elif a.distance is None or b.distance is None:
            assert not a < b, "nobody knows"
        elif a.outcome is WIN:
            assert (a < b) is (a.distance > b.distance)
        else:
            assert (a < b) is (a.distance < b.distance)


def test_less_than_is_a_strict_order() -> None:
    for a, b, c in product(VALUES, repeat=3):
        if a < b and b < c:
            assert a < c
        if a < b:
            assert not b < a
            assert a <= b
            assert a != b
    for a in VALUES:
        assert not a < a
        assert a <= a
        assert a >= a
        assert a == Value(a.outcome, a.distance)


def test_minus_and_a_ply_earlier_do_what_they_say() -> None:
    for value in VALUES:
        negative = -value
        assert -negative == value
        assert (-value).distance == value.distance
        assert (-value).outcome == -value.outcome
        earlier = value.a_ply_earlier()
        assert earlier.outcome == -value.outcome
        assert earlier.distance == (None if value.distance is None else value.distance + 1)


def test_values_are_written_in_words() -> None:
    assert [str(Value(outcome, 3)) for outcome in Outcome] == ["loss in 3", "draw in 3", "win in 3"]
    assert [str(Value(outcome)) for outcome in Outcome] == ["loss", "draw", "win"]


def test_a_value_cannot_be_changed_and_can_be_hashed() -> None:
    with pytest.raises(AttributeError):
        Value(WIN, 1).distance = 2  # type: ignore[misc]
    assert len({Value(WIN, 1), Value(WIN, 1), Value(WIN, 2)}) == 2


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "3x3+drop", "4x2:3"])
def test_scores_and_values_mean_the_same_in_every_position(spec: str) -> None:
    for position in every_position(game(spec)):
        outcome, distance = naive_value(position)
        score = naive_score(position)
        assert value_of(score, position) == Value(Outcome(outcome), distance)
        assert outcome_of(score) is Outcome(outcome)
        if position.is_over:
            assert end_score(position) == score


def test_a_score_does_not_depend_on_where_it_is_asked() -> None:
    """A win in 5 from the empty board and a win in 3 two stones later are the same score."""
    start = Position(game("3x3"))
    later = start.play(4).play(1)
    assert value_of(5, start) == Value(WIN, 5)
    assert value_of(5, later) == Value(WIN, 3)
    assert value_of(0, later) == Value(DRAW, 7)
    assert value_of(-4, later) == Value(LOSS, 4)
