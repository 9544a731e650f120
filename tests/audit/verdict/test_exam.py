"""The exam: the right positions are asked, each once, and the walk is honest about its end."""

from __future__ import annotations

import random
import time

import pytest
from auditing import (
    G3,
    Chooser,
    Fake,
    highest_best,
    its_positions,
    lowest,
    lowest_best,
    lowest_good,
)
from naive import all_positions

from noughts.audit.candidate import Answer, Fault
from noughts.audit.verdict.exam import HOPELESS, HOPELESS_SLOW, SAMPLE, examine, starts
from noughts.notation.format import format_position
from noughts.rules.catalog import game
from noughts.rules.position import Position

UNFINISHED = 4520


@pytest.mark.parametrize("choose", [lowest_best, highest_best, lowest_good, lowest])
@pytest.mark.parametrize("mark", [None, "X", "O"])
def test_the_proof_asks_what_can_arise_and_nothing_else(choose: Chooser, mark: str | None) -> None:
    found = examine(Fake(choose, mark), G3)
    first, second = starts(G3, mark)
    expected = its_positions(choose, first, is_first=True) | its_positions(
        choose, second, is_first=False
    )
    assert set(found.answers) == expected
    assert found.is_whole
    assert {answer.move == choose(p) for p, [answer, *_] in found.answers.items()} == {True}


@pytest.mark.parametrize("mark", ["X", "O"])
def test_a_program_with_one_mark_is_shown_boards_with_its_mark_to_move(mark: str) -> None:
    found = examine(Fake(lowest_best, mark), G3)
    assert {position.to_move for position in found.answers} == {mark}
    assert {position.first_mark for position in found.answers} == {"X", "O"}
    as_second = [position for position in found.answers if position.stones == 1]
    assert len(as_second) == 9
    assert all(position.first_mark != mark for position in as_second)


def test_a_program_with_either_mark_is_x_when_it_moves_first_and_o_when_second() -> None:
    found = examine(Fake(lowest_best), G3)
    assert all(position.to_move == "XO"[position.stones % 2] for position in found.answers)


@pytest.mark.parametrize("mark", [None, "X", "O"])
def test_every_is_all_unfinished_positions(mark: str | None) -> None:
    found = examine(Fake(lowest_best, mark), G3, every=True)
    unfinished = {position for position in all_positions(G3) if not position.is_over}
    assert set(found.answers) == unfinished
    assert len(unfinished) == UNFINISHED
    if mark is not None:
        assert {position.to_move for position in found.answers} == {mark}


def test_each_position_is_asked_once_and_once_more_to_see_whether_it_plays_dice() -> None:
    fake = Fake(lowest_best)
    found = examine(fake, G3)
    unfinished = [position for position in fake.asked if not position.is_over]
    asked_again = sum(len(answers) - 1 for answers in found.answers.values())
    assert len(unfinished) == found.asked + asked_again
    assert asked_again == found.asked
    assert len(set(unfinished)) == found.asked


def test_asked_n_times_every_answer_is_followed() -> None:
    rng = random.Random(1)
    found = examine(Fake(lambda position: rng.choice(position.moves())), G3, times=4)
    assert all(len(answers) == 4 for answers in found.answers.values())
    for position, answers in found.answers.items():
        for move in {answer.move for answer in answers}:
            assert move is not None
            after = position.child(move)
            for reply in after.moves():
                child = after.child(reply)
                assert child.is_over or child in found.answers


def test_another_answer_to_the_second_question_is_followed_too() -> None:
    seen: set[Position] = set()

    def changes_its_mind(position: Position) -> int:
        """The lowest cell, and from the second time on the highest."""
        if position in seen:
            return position.moves()[-1]
        seen.add(position)
        return position.moves()[0]

    found = examine(Fake(changes_its_mind), G3)
    assert [answer.move for answer in found.answers[Position(G3)]] == [0, 8]
    assert Position(G3, 1 << 8, 1 << 0) in found.answers
    assert all(len(answers) == 2 for answers in found.answers.values())


def test_finished_boards_are_asked_and_the_sample_among_them() -> None:
    found = examine(Fake(lowest_best), G3)
    assert all(position.is_over for position in found.finished)
    assert format_position(next(iter(found.finished))) == SAMPLE
    assert 20 < len(found.finished) < 80


def test_every_finished_board_is_asked_where_the_form_has_an_answer_for_it() -> None:
    found = examine(Fake(lowest_best, must_pass=True), G3, every=True)
    assert len(found.finished) == 958


def test_a_walk_that_is_cut_short_says_how_much_is_open() -> None:
    def slow(position: Position) -> int:
        time.sleep(0.005)
        return lowest_best(position)

    found = examine(Fake(slow), G3, seconds=0.2)
    assert 0 < found.asked < 200
    assert found.open > 0
    assert not found.is_whole


class Broken(Fake):
    """Raises wherever it is asked."""

    def ask(self, position: Position) -> Answer:
        return Answer(None, 0.0, "", Fault.RAISES, "ValueError: no")


def test_what_never_answers_is_not_asked_for_ever() -> None:
    found = examine(Broken(lowest), G3, every=True)
    assert found.is_broken
    assert found.asked == HOPELESS
    assert not found.finished


class Asleep(Fake):
    """Never comes to an end."""

    def ask(self, position: Position) -> Answer:
        return Answer(None, 30.0, "", Fault.SLOW, "more than 30 s")


def test_what_is_always_too_slow_is_not_waited_for_for_hours() -> None:
    found = examine(Asleep(lowest), G3, every=True)
    assert found.asked == HOPELESS_SLOW
    assert found.open > 0
    assert not found.is_broken
    assert not found.finished


@pytest.mark.parametrize("spec", ["3x3+misere", "3x3+drop", "3x2:2", "2x2x2"])
def test_other_small_games_are_walked_as_well(spec: str) -> None:
    rules = game(spec)
    found = examine(Fake(lowest_best), rules)
    first, second = starts(rules, None)
    assert set(found.answers) == its_positions(lowest_best, first, is_first=True) | its_positions(
        lowest_best, second, is_first=False
    )


def test_progress_tells_how_many_were_asked_and_are_open() -> None:
    told: list[tuple[int, int]] = []
    found = examine(
        Fake(lowest_best), G3, progress=lambda asked, ahead: told.append((asked, ahead))
    )
    assert [asked for asked, _ in told] == list(range(1, found.asked + 1))
    assert told[-1][1] == 0
