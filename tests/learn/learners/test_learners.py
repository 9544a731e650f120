"""The learners: their rules by hand, their claims by the yardstick."""

from __future__ import annotations

import random

import pytest
from naive import every_position

from noughts.errors import NotationError
from noughts.learn.learners.episode import Episode, Turn, play_episode
from noughts.learn.learners.menace import Menace
from noughts.learn.learners.monte_carlo import MonteCarlo
from noughts.learn.learners.q_learning import QLearning
from noughts.learn.learners.sarsa import Sarsa
from noughts.learn.learners.shelf import LEARNERS, Learner
from noughts.learn.learners.store import from_json, to_json
from noughts.learn.learners.td import TemporalDifference
from noughts.learn.learners.training import new_training
from noughts.learn.yardstick.yardstick import measure
from noughts.notation.parse import position
from noughts.rules.catalog import game
from noughts.rules.position import Position

GAME = game("3x3")
START = position("XX. OO. ...")
AFTER = START.play(8)  # X lets O win: the next turn is O's


def turns(*moves: int, explored: tuple[int, ...] = ()) -> list[Turn]:
    """The turns of both sides from START."""
    found, here = [], START
    for number, move in enumerate(moves):
        found.append(Turn(here, move, number in explored))
        here = here.play(move)
    return found


def test_q_learning_moves_towards_minus_the_best_of_the_other_side() -> None:
    learner = QLearning(alpha=0.5, gamma=0.8)
    learner.row(AFTER).update({5: 0.6, 2: -1.0})
    learner.learn(Episode(turns(8, 2, 6), 0))
    assert learner.row(START)[8] == pytest.approx(0.5 * -0.8 * 0.6)


def test_q_learning_against_another_moves_towards_its_own_next_best() -> None:
    learner = QLearning(alpha=0.5, gamma=0.8)
    mine = AFTER.play(2)
    learner.row(mine).update({6: 0.4, 5: 0.1})
    learner.learn(Episode([Turn(START, 8, False), Turn(mine, 5, False)], 1))
    assert learner.row(START)[8] == pytest.approx(0.5 * 0.8 * 0.4)
    assert learner.row(mine)[5] == pytest.approx(0.1 + 0.5 * (1 - 0.1))


def test_sarsa_moves_towards_the_move_that_was_made() -> None:
    learner = Sarsa(alpha=0.5, gamma=0.8)
    learner.row(AFTER).update({5: 0.6, 2: -1.0})
    learner.learn(Episode(turns(8, 2, 6), 0))
    assert learner.row(START)[8] == pytest.approx(0.5 * -0.8 * -1.0)


def test_monte_carlo_is_the_mean_of_what_was_seen() -> None:
    learner = MonteCarlo(gamma=0.5)
    for result in (-1, 1, 1):
        learner.learn(Episode(turns(8, 5), result))
    assert learner.row(START)[8] == pytest.approx(0.5 * (-1 + 1 + 1) / 3)
    assert learner.row(AFTER)[5] == pytest.approx((1 - 1 - 1) / 3)


def test_td_moves_a_position_reached_towards_the_next_one() -> None:
    learner = TemporalDifference(alpha=0.5, gamma=0.8)
    reached = AFTER.play(2)
    learner.table[reached.key] = 0.6
    learner.learn(Episode(turns(8, 2, 6), 0))
    assert learner.table[AFTER.key] == pytest.approx(0.5 * -0.8 * 0.6)


def test_td_learns_nothing_from_a_move_drawn_by_lot() -> None:
    learner = TemporalDifference(alpha=0.5)
    learner.table[AFTER.play(2).key] = 0.6
    learner.learn(Episode(turns(8, 2, 6, explored=(1,)), 0))
    assert AFTER.key not in learner.table


def test_td_knows_what_a_finished_game_is_worth_to_who_made_it() -> None:
    learner = TemporalDifference()
    assert learner.value(START.play(2)) == 1
    assert learner.value(position("XXO OOX XOX")) == 0
    assert TemporalDifference().value(position("OOO XX. X..", game("misere"))) == -1


def test_menace_has_304_boxes_with_beads_for_every_move_that_differs() -> None:
    """Michie's machine: 1, 12, 108 and 183 boxes at its four turns."""
    menace = Menace()
    by_turn: dict[int, set[int]] = {}
    for here in every_position(GAME):
        if here.stones % 2 == 0 and len(here.moves()) > 1:
            before = len(menace.table)
            box = menace.box(here)
            assert set(box.values()) == {4 - here.stones // 2}
            if len(menace.table) > before:
                by_turn.setdefault(here.stones, set()).add(id(box))
    assert [len(boxes) for boxes in by_turn.values()] == [1, 12, 108, 183]
    assert sum(map(len, by_turn.values())) == len(menace.table) == 304
    assert len(menace.box(Position(GAME))) == 3


def test_menace_treats_images_of_a_position_alike() -> None:
    menace = Menace()
    one, other = position("X.. .O. ..."), position("... .O. ..X")
    assert menace.box(one) is menace.box(other)
    moves = {one.child(move).stones for move in menace.chances(one)}
    assert moves == {3}
    turned = {8 - move for move in menace.label(one).moves.values()}
    assert {_class(other, move) for move in turned} == {
        _class(other, move) for move in menace.label(other).moves.values()
    }


def _class(here: Position, move: int) -> int:
    from noughts.rules.symmetry import canonical

    return canonical(here.child(move)).key


def test_menace_adds_and_takes_beads() -> None:
    menace = Menace()
    start = Position(GAME)
    menace.learn(Episode([Turn(start, 4, False)], 1))
    assert menace.box(start) == {0: 4, 1: 4, 4: 7}
    menace.learn(Episode([Turn(start, 4, False)], 0))
    menace.learn(Episode([Turn(start, 0, False)], -1))
    assert menace.box(start) == {0: 3, 1: 4, 4: 8}


def test_menace_gives_up_with_an_empty_box_and_fills_it_again() -> None:
    menace = Menace()
    start = Position(GAME)
    menace.box(start).update(dict.fromkeys(menace.box(start), 0))
    assert menace.choose(start, random.Random(0)) is None
    assert menace.box(start) == {0: 4, 1: 4, 4: 4}


def test_menace_learns_to_draw_with_a_perfect_player() -> None:
    """The curve of the original: it loses at first, and within some 200 games it draws."""
    drawn_at_first = drawn_at_last = 0
    for seed in range(10):
        training = new_training("menace", GAME, against="perfect", seed=seed)
        for until in (20, 200, 220):  # a point after each: the first 20 games, and the last 20
            training.run(until, every=220)
        drawn_at_first += training.curve[0].results[1]
        drawn_at_last += training.curve[-1].results[1]
    assert drawn_at_first < 80  # of 200
    assert drawn_at_last > 180


@pytest.mark.parametrize(("name", "episodes", "seed"), [("q", 50_000, 1), ("td", 100_000, 2)])
def test_ends_with_no_losing_answer(name: str, episodes: int, seed: int) -> None:
    """With the settings that the documentation names; benchmarks/learners.py tries five seeds."""
    training = new_training(name, GAME, seed=seed)
    training.run(episodes, every=episodes)
    found = measure(training.learner, everywhere=False)
    assert found.is_complete
    assert found.all_reached.blunders == 0
    assert {seat.result for seat in found.seats.values()} == {0.0}


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("against", ["self", "random", "perfect", "easy"])
def test_every_learner_gets_better_and_is_written_and_read_back(name: str, against: str) -> None:
    training = new_training(name, GAME, against=against, seed=3)
    training.run(1)
    before = measure(training.learner, everywhere=False).all_reached
    training.run(2_000, every=2_000)
    after = measure(training.learner, everywhere=False).all_reached
    assert after.blunders / after.positions < before.blunders / before.positions
    text = to_json(training)
    again = from_json(text)
    assert to_json(again) == text
    assert _answers(again.learner) == _answers(training.learner)


def _answers(learner: Learner) -> list[dict[int, float]]:
    return [learner.chances(here) for here in every_position(GAME) if not here.is_over]


@pytest.mark.parametrize("name", LEARNERS)
def test_an_interrupted_training_learns_the_same(name: str) -> None:
    whole = new_training(name, GAME, seed=5)
    whole.run(900, every=300)
    part = new_training(name, GAME, seed=5)
    count = 0

    def stop() -> bool:
        nonlocal count
        count += 1
        return count > 431

    part.run(900, every=300, stop=stop)
    assert part.episodes == 431
    resumed = from_json(to_json(part))
    resumed.run(900, every=300)
    assert to_json(resumed) == to_json(whole)


def test_another_seed_learns_something_else() -> None:
    one, other = (new_training("q", GAME, seed=seed) for seed in (1, 2))
    one.run(50)
    other.run(50)
    assert one.learner.table != other.learner.table


@pytest.mark.parametrize("spec", ["misere", "4x3:3", "3x3+torus", "4x4:4+drop", "2x2x2:2"])
def test_learns_other_games(spec: str) -> None:
    training = new_training("q", game(spec), seed=1)
    training.run(300, every=300)
    assert training.curve[-1].reached > 0
    assert to_json(from_json(to_json(training))) == to_json(training)


def test_episodes_keep_the_turns_of_the_sides_that_learn() -> None:
    def lowest(here: Position, rng: random.Random) -> tuple[int, bool]:
        return here.moves()[0], False

    episode = play_episode(GAME, (lowest, lowest), (False, True), random.Random(0))
    assert [turn.position.stones for turn in episode.turns] == [1, 3, 5]
    assert episode.result == 1
    assert [episode.reward(turn) for turn in episode.turns] == [-1, -1, -1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no", "x.json is not JSON"),
        ("[]", "x.json is no learned table"),
        ('{"format": "noughts learned table", "version": 9}', "x.json has version 9"),
        (
            '{"format": "noughts learned table", "version": 1}',
            "x.json is damaged: 'game' is missing",
        ),
    ],
)
def test_a_file_that_is_no_table_gets_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        from_json(text, "x.json")


@pytest.mark.parametrize(
    ("old", "new"),
    [('"q"', '"abacus"'), ('"3x3"', '"0x0"'), ('"b2":0.0', '"b2":NaN'), ('"b2":0.0', '"z9":0.0'),
     ('"b2":0.0', '"b2":"x"'), ('"alpha":0.5', '"alpha":5'), ('"... ... ..."', '"XXX ... ..."')],
)  # fmt: skip
def test_a_damaged_table_gets_a_sentence(old: str, new: str) -> None:
    training = new_training("q", GAME)
    training.run(1)
    training.learner.choose(Position(GAME), random.Random(0))
    text = to_json(training)
    assert old in text
    with pytest.raises(NotationError, match=r"x\.json"):
        from_json(text.replace(old, new), "x.json")


def test_unknown_names_get_a_sentence() -> None:
    with pytest.raises(NotationError, match="no learner 'dqn': expected q, sarsa"):
        new_training("dqn", GAME)
    with pytest.raises(NotationError, match="q has no setting 'beta': expected alpha"):
        new_training("q", GAME, beta=1)
    with pytest.raises(NotationError, match="expected alpha from 0 to 1, got 3"):
        new_training("q", GAME, alpha=3)
    with pytest.raises(NotationError):
        new_training("q", GAME, against="nobody")
