"""The searches side by side, and their signature."""

from __future__ import annotations

import json

import naive
import pytest

from noughts.bench.nodes import signature
from noughts.cli.main import run
from noughts.errors import NotationError
from noughts.explain.count.comparison import compare
from noughts.explain.count.counting import tree_nodes
from noughts.notation.parse import position
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.search import SEARCHES


def test_every_search_gives_the_same_outcome() -> None:
    comparison = compare(position("X.. .O. ..."), budget=30)
    assert [one.search for one in comparison.runs] == list(SEARCHES)
    assert {one.value.outcome for one in comparison.runs if one.value} == {0}
    assert all(one.finished for one in comparison.runs)


def test_nodes_are_given_relative_to_plain_minimax() -> None:
    comparison = compare(position(".O. .X. ..."), ["minimax", "ordered"])
    minimax, ordered = comparison.runs
    assert comparison.ratio(minimax) == 1.0
    assert comparison.ratio(ordered) == ordered.nodes / 7064


def test_what_does_not_finish_says_how_far_it_came() -> None:
    comparison = compare(Position(game("5x5")), ["minimax", "deepening"], budget=0.2)
    minimax, deepening = comparison.runs
    assert not minimax.finished
    assert minimax.value is None
    assert minimax.nodes > 256
    assert deepening.depth >= 1
    assert comparison.ratio(minimax) is None


def test_an_unknown_search_is_named_with_the_known_ones() -> None:
    with pytest.raises(NotationError, match="no search 'magic': expected minimax, negamax"):
        compare(position("X.. .O. ..."), ["magic"])


def test_the_nodes_of_the_whole_tree_agree_with_a_walk() -> None:
    def walk(at: Position) -> int:
        return 1 + sum(walk(at.play(move)) for move in at.moves())

    for spec in ("3x3", "3x3+misere", "3x3+drop", "2x2x2"):
        for at in naive.all_positions(game(spec))[50:1000:97]:
            assert tree_nodes(at) == walk(at)
    assert tree_nodes(Position(game("3x3"))) == 549_946


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", ".O. .X. ...", "--searches", "alphabeta,mcts", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["minimax_nodes"] == 7064
    assert [one["search"] for one in shown["searches"]] == ["alphabeta", "mcts"]
    assert shown["searches"][0]["nodes"] == 716
    assert shown["searches"][0]["value"] == {"outcome": "win", "distance": 5}


def test_the_command_takes_the_empty_board_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "--game", "4x3:3", "--searches", "minimax", "--budget", "0.1"]) == 0
    out = capsys.readouterr().out
    assert "minimax did not finish in 0.1 s: it came to" in out
    assert "276,911,233 nodes" in out


def test_the_command_without_a_position_asks_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare"]) == 2
    assert "expected a POSITION" in capsys.readouterr().err


def test_the_node_signature_is_the_one_on_record() -> None:
    """A change that moves it says so in its commit, and changes this file with it."""
    rows = (naive.TESTS / "known" / "signature.txt").read_text(encoding="utf-8").splitlines()
    recorded = dict(row.split() for row in rows if row and not row.startswith("#"))
    assert {name: str(nodes) for name, nodes in signature().items()} == recorded
