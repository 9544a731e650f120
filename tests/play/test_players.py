"""play/: players, levels, records and matches."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from naive import every_position, naive_solver, unfinished

from noughts import NotationError, RulesError, position
from noughts.play.levels import (
    LEVEL_NAMES,
    LEVELS,
    LevelPlayer,
    choice_chances,
    player_for,
)
from noughts.play.match import play_match
from noughts.play.players import PerfectPlayer, SearchPlayer, promising_move, sensible_moves
from noughts.play.record import Record
from noughts.play.review import review
from noughts.rules.catalog import game
from noughts.rules.position import Position


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "3x3+drop", "4x2:3"])
def test_the_perfect_player_plays_the_lowest_best_move_everywhere(spec: str) -> None:
    player = PerfectPlayer()
    for one in unfinished(game(spec)):
        choice = player.choose(one)
        assert choice.move == naive_solver(one.game).best(one)[0]
        assert choice.value is not None
        assert (choice.value.outcome, choice.value.distance) == naive_solver(one.game).value(one)
        assert choice.nodes >= 1
        assert choice.seconds >= 0


def test_a_perfect_player_with_a_seed_opens_with_any_best_move_and_then_plays_the_lowest() -> None:
    openings = set()
    for seed in range(60):
        player = PerfectPlayer(rng=random.Random(seed))
        start = Position(game("3x3"))
        opening = player.choose(start).move
        assert opening == PerfectPlayer(rng=random.Random(seed)).choose(start).move
        openings.add(opening)
        later = start.play(opening).play(start.play(opening).moves()[0])
        assert player.choose(later).move == naive_solver(later.game).best(later)[0]
    assert openings == set(range(9))
    misere = PerfectPlayer(rng=random.Random(1)).choose(Position(game("3x3+misere")))
    assert misere.move == 4, "the only best move"


def test_where_the_truth_is_out_of_reach_the_perfect_player_still_moves_and_claims_nothing() -> (
    None
):
    one = Position(game("15x15:5")).play(112)
    choice = PerfectPlayer(0.05).choose(one)
    assert choice.value is None
    assert choice.move in one.moves()
    assert choice.seconds < 5


def test_a_promising_move_wins_at_once_or_does_not_lose_at_once_if_it_can() -> None:
    for spec in ("3x3", "3x3+misere", "3x3+drop"):
        for one in unfinished(game(spec)):
            move = promising_move(one)
            twin = naive_solver(one.game)
            values = twin.move_values(one)
            assert move in values
            if (1, 1) in values.values():
                assert values[move] == (1, 1)
            soon = {at for at, (outcome, plies) in values.items() if outcome < 0 and plies <= 2}
            if soon != set(values):
                assert move not in soon, one


def test_a_search_player_plays_the_move_of_its_search() -> None:
    one = position("XX. .O. ..O")
    choice = SearchPlayer("minimax", scale="depth").choose(one)
    assert choice.move == 2
    assert choice.nodes > 1


# Levels


def seen_alike(one: Position, plies: int) -> list[int]:
    """The moves that look best to someone who sees so many plies, by the naive values."""
    scores = {}
    for move, (outcome, distance) in naive_solver(one.game).move_values(one).items():
        scores[move] = outcome * (20 - distance) if distance <= plies else 0
    best = max(scores.values())
    return [move for move, score in scores.items() if score == best]


@pytest.mark.parametrize("plies", [1, 2, 4])
def test_a_level_sees_wins_and_losses_so_far_ahead_and_no_farther(plies: int) -> None:
    for one in unfinished(game("3x3")):
        assert sensible_moves(one, plies) == seen_alike(one, plies), one


def test_the_levels_are_as_documented() -> None:
    assert LEVEL_NAMES == ("perfect", "hard", "medium", "easy")
    assert (LEVELS["hard"].plies, LEVELS["hard"].overlooks) == (4, Fraction(0))
    assert (LEVELS["medium"].plies, LEVELS["medium"].overlooks) == (2, Fraction(1, 5))
    assert (LEVELS["easy"].plies, LEVELS["easy"].overlooks) == (1, Fraction(1, 2))
    with pytest.raises(NotationError, match="expected perfect, hard, medium, easy"):
        player_for("grandmaster", 1, random.Random(1))


@pytest.mark.parametrize("name", list(LEVELS))
def test_the_chances_of_a_level_add_up_to_one_and_leave_no_move_out(name: str) -> None:
    for one in unfinished(game("3x3")):
        chances = choice_chances(one, LEVELS[name])
        assert sum(chances.values()) == 1
        assert list(chances) == one.moves()
        if LEVELS[name].overlooks:
            assert min(chances.values()) > 0
        sensible = seen_alike(one, LEVELS[name].plies)
        assert all(chances[move] == max(chances.values()) for move in sensible)


@pytest.mark.parametrize("name", list(LEVELS))
def test_a_level_player_chooses_as_its_chances_say(name: str) -> None:
    one = position("XX. OO. ...")
    chances = choice_chances(one, LEVELS[name])
    player = LevelPlayer(LEVELS[name], random.Random(7))
    number = 3000
    played = [player.choose(one).move for _ in range(number)]
    for move, chance in chances.items():
        assert abs(played.count(move) / number - float(chance)) < 0.05


def test_hard_never_misses_a_win_at_once_nor_walks_into_a_loss_in_two() -> None:
    rng = random.Random(3)
    player = player_for("hard", None, rng)
    for one in unfinished(game("3x3")):
        values = naive_solver(one.game).move_values(one)
        move = player.choose(one).move
        assert (1, 1) not in values.values() or values[move] == (1, 1)
        if any(value[0] >= 0 for value in values.values()):
            assert values[move] not in ((-1, 2), (-1, 4))


def test_on_a_large_board_a_level_looks_less_far_where_time_is_short() -> None:
    one = Position(game("15x15:5")).play(112)
    player = LevelPlayer(LEVELS["hard"], random.Random(1), seconds=0.2)
    choice = player.choose(one)
    assert choice.move in one.moves()
    assert choice.seconds < 5


def losing_chance_by_hand(name: str, level_mark: str) -> Fraction:
    """The chance to lose against the lowest best move, by the naive values."""
    memory: dict[Position, Fraction] = {}

    def chance(one: Position) -> Fraction:
        if one.is_over:
            return Fraction(one.winner not in (None, level_mark))
        if one not in memory:
            if one.to_move == level_mark:
                shares = choice_chances(one, LEVELS[name])
                memory[one] = sum(
                    (share * chance(one.play(move)) for move, share in shares.items() if share),
                    Fraction(0),
                )
            else:
                memory[one] = chance(one.play(naive_solver(one.game).best(one)[0]))
        return memory[one]

    return chance(Position(game("3x3")))


@pytest.mark.parametrize("name", list(LEVELS))
@pytest.mark.parametrize("level_first", [True, False])
def test_the_chance_to_lose_to_perfect_play_is_exact(name: str, level_first: bool) -> None:
    from noughts.play.chances import losing_chance

    found = losing_chance(name, level_first=level_first)
    assert found == losing_chance_by_hand(name, "X" if level_first else "O")
    worst = losing_chance(name, level_first=level_first, opponent="worst")
    assert worst >= found
    assert losing_chance("perfect", level_first=level_first) == 0


def test_perfect_play_never_loses_to_anyone_on_3x3() -> None:
    """Against every move of the other side, from both sides."""
    for mark in "XO":
        stack = [Position(game("3x3"))]
        player = PerfectPlayer()
        seen = set()
        while stack:
            one = stack.pop()
            if one in seen:
                continue
            seen.add(one)
            if one.is_over:
                assert one.winner in (None, mark)
            elif one.to_move == mark:
                stack.append(one.play(player.choose(one).move))
            else:
                stack += [one.play(move) for move in one.moves()]


# Records


def test_a_record_is_the_moves_in_order_and_refuses_what_the_rules_refuse() -> None:
    record = Record(Position(game("3x3")))
    for move in (4, 0, 8):
        record.play(move)
    with pytest.raises(RulesError, match="b2 is taken"):
        record.play(4)
    assert record.moves == [4, 0, 8]
    assert [one.stones for one in record.positions()] == [0, 1, 2, 3]
    assert record.position == position("b2 a1 c3", "3x3")
    assert record.to_dict() == {
        "schema": 1, "game": "3x3", "first": "X", "start": "... ... ...",
        "moves": ["b2", "a1", "c3"], "position": "O.. .X. ..X", "over": False, "winner": None,
    }  # fmt: skip


def test_a_review_names_every_move_that_lowered_the_outcome_and_no_other() -> None:
    rng = random.Random(11)
    twin = naive_solver(game("3x3"))
    for _ in range(150):
        record = Record(Position(game("3x3")))
        while not record.position.is_over:
            record.play(rng.choice(record.position.moves()))
        expected = []
        for number, (one, move) in enumerate(
            zip(record.positions(), record.moves, strict=False), start=1
        ):
            if move not in twin.good(one):
                expected.append((number, move, twin.good(one)))
        found = review(record, 10.0).mistakes
        assert [(bad.number, bad.move, bad.better_moves) for bad in found] == expected
        for mistake in found:
            before = mistake.position
            value = twin.move_values(before)[mistake.move]
            assert (mistake.value.outcome, mistake.value.distance) == value
            assert (mistake.better.outcome, mistake.better.distance) == twin.value(before)
            assert mistake.to_dict()["side"] == before.to_move


def test_a_review_out_of_reach_says_so() -> None:
    record = Record(Position(game("15x15:5")), [0, 1, 2])
    assert not review(record, 0.1).is_complete


def test_a_match_between_perfect_players_is_drawn_on_3x3_and_watched() -> None:
    watched = []
    record = play_match(
        Position(game("3x3")),
        PerfectPlayer(),
        PerfectPlayer(),
        lambda one, choice: watched.append((one, choice.move)),
    )
    assert record.position.winner is None
    assert record.moves == [move for _, move in watched]
    assert [one for one, _ in watched] == [*record.positions()][:-1]
    assert len([one for one in every_position(game("3x3")) if one in dict(watched)]) == 9
