"""explain/census.py: what is counted without walking is what walking finds."""

from __future__ import annotations

import pytest
from naive import every_position, naive_classes

from noughts import LimitReached, read_game
from noughts.explain.count.counting import census
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.symmetry import canonical

OWN = "3x3\na1 b1\na1 b2 c3\nc1 c2 c3\na3 b3\na3 b3 c3"

SPECS = [
    "3x3",
    "3x3+misere",
    "3x3+torus",
    "3x3+drop",
    "4x2:3",
    "4x2:3+drop+misere",
    "2x2x2",
    "3x3:2",
    "3x3:1",
    "1x1",
    "2x2",
    "3x2:2+torus+misere",
    OWN,
]


def rules_of(spec: str) -> Game:
    return read_game(spec) if "\n" in spec else game(spec)


def walk(one: Position, found: dict[tuple[int, str], int], nodes: list[int]) -> None:
    """Every node of the game tree, one by one."""
    nodes[one.stones] += 1
    if one.is_over:
        result = {None: "drawn", one.first_mark: "first"}.get(one.winner, "second")
        found[one.stones, result] = found.get((one.stones, result), 0) + 1
    for move in one.moves():
        walk(one.play(move), found, nodes)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.replace("\n", ","))
def test_positions_and_classes_are_those_that_walking_finds(spec: str) -> None:
    rules = rules_of(spec)
    layers = census(rules).layers
    assert len(layers) == rules.cells + 1
    for stones, layer in enumerate(layers):
        here = [one for one in every_position(rules) if one.stones == stones]
        assert layer.positions == len(here)
        assert layer.unfinished == sum(not one.is_over for one in here)
        assert layer.finished == sum(one.is_over for one in here)
        over = [one for one in here if one.is_over]
        assert layer.won_by_first == sum(one.winner == "X" for one in over)
        assert layer.won_by_second == sum(one.winner == "O" for one in over)
        assert layer.drawn == sum(one.winner is None for one in over)
        classes = {canonical(one) for one in here}
        assert layer.classes == len(classes)
        assert layer.finished_classes == sum(one.is_over for one in classes)


@pytest.mark.parametrize("spec", ["4x2:3", "4x2:3+drop", "2x2x2", "3x3:2", "2x2", "1x1", OWN])
def test_games_and_nodes_are_those_of_the_whole_tree(spec: str) -> None:
    rules = rules_of(spec)
    found: dict[tuple[int, str], int] = {}
    nodes = [0] * (rules.cells + 1)
    walk(Position(rules), found, nodes)
    for stones, layer in enumerate(census(rules).layers):
        assert layer.nodes == nodes[stones]
        assert layer.games_won_by_first == found.get((stones, "first"), 0)
        assert layer.games_won_by_second == found.get((stones, "second"), 0)
        assert layer.games_drawn == found.get((stones, "drawn"), 0)


def test_in_misere_the_same_games_are_won_by_the_other_side() -> None:
    normal, misere = census(game("3x3")), census(game("3x3+misere"))
    assert normal.total("games_won_by_first") == misere.total("games_won_by_second") == 131_184
    assert normal.total("games_won_by_second") == misere.total("games_won_by_first") == 77_904
    assert normal.total("games_drawn") == misere.total("games_drawn") == 46_080


def test_classes_are_those_of_boards_turned_by_hand() -> None:
    for spec in ("3x3", "4x2:3"):
        positions = list(every_position(game(spec)))
        assert census(game(spec)).total("classes") == naive_classes(positions)


def test_the_first_plies_are_the_beginning_of_the_whole() -> None:
    for spec in ("3x3", "3x3+drop"):
        whole = census(game(spec)).layers
        for plies in (0, 1, 4, 9, 20):
            assert census(game(spec), plies).layers == whole[: plies + 1]
    assert [layer.positions for layer in census(game("5x5"), 3).layers] == [1, 25, 600, 6900]


def test_counting_and_walking_agree_where_both_can_be_done() -> None:
    from noughts.explain.count import counting as module

    for spec in ("3x3", "3x3+misere", "3x3+torus", "4x2:3", "2x2x2"):
        rules = game(spec)
        assert module._count(rules) == module._walk(rules, rules.cells)


@pytest.mark.parametrize("spec", ["5x5", "connect4", "15x15:5"])
def test_what_would_take_too_long_is_refused_with_an_estimate(spec: str) -> None:
    with pytest.raises(LimitReached, match=r"positions.*--plies"):
        census(game(spec))


def test_the_dict_of_a_census_adds_up() -> None:
    found = census(game("3x3")).to_dict()
    assert found["schema"] == 1
    assert found["game"] == "3x3"
    assert found["games"] == found["won_by_first"] + found["won_by_second"] + found["drawn"]
    assert found["positions"] == found["unfinished"] + found["finished"] == 5478
    assert sum(row["games"] for row in found["games_by_length"]) == found["games"]
    assert [row["ply"] for row in found["games_by_length"]] == [5, 6, 7, 8, 9]
    assert sum(row["positions"] for row in found["layers"]) == found["positions"]
    assert sum(row["classes"] for row in found["layers"]) == found["classes"] == 765
    assert [row["ply"] for row in found["layers"]] == list(range(10))
