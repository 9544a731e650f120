"""explain/report.py: the one dict for all."""

from __future__ import annotations

import json

import pytest
from naive import every_position, naive_solver, naive_value

from noughts import LimitReached, NoughtsError, Outcome, Report, Value, analyze, position
from noughts.explain.report import Glimpse
from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_position
from noughts.notation.words import result_sentence, value_badge, value_sentence, value_words
from noughts.rules.catalog import game
from noughts.rules.position import Position

KEYS = [
    "schema", "game", "position", "first", "to_move", "over", "winner", "lines", "value", "best",
    "good", "moves", "principal_variation", "nodes", "seconds",
]  # fmt: skip
MOVE_KEYS = ["move", "cell", "row", "column", "after", "value", "best", "good", "reasons"]
WORDS = {-1: "loss", 0: "draw", 1: "win"}


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "4x2:3+drop", "2x2x2:2"])
def test_the_dict_is_right_on_every_position(spec: str) -> None:
    rules = game(spec)
    twin = naive_solver(rules)
    for one in every_position(rules):
        found = analyze(one).to_dict()
        assert [key for key in found if key != "complete"] == KEYS
        assert found["position"] == format_position(one)
        assert position(found["position"], found["game"]) == one
        assert found["over"] is one.is_over
        assert found["to_move"] == (None if one.is_over else one.to_move)
        assert found["winner"] == one.winner
        outcome, distance = naive_value(one)
        assert found["value"] == {"outcome": WORDS[outcome], "distance": distance}
        assert found["best"] == [format_move(rules, cell) for cell in twin.best(one)]
        assert found["good"] == [format_move(rules, cell) for cell in twin.good(one)]
        assert [move["cell"] for move in found["moves"]] == one.moves()
        for move, (outcome, distance) in zip(
            found["moves"], twin.move_values(one).values(), strict=True
        ):
            keys = [key for key in move if key != "slice"]
            assert keys == MOVE_KEYS
            assert ("slice" in move) is (rules.depth > 1)
            place = rules.shape.place(move["cell"])
            assert (move.get("slice", 0), move["row"], move["column"]) == place
            assert move["after"] == format_position(one.play(move["cell"]))
            assert move["value"] == {"outcome": WORDS[outcome], "distance": distance}
            assert move["best"] is (move["move"] in found["best"])
            assert move["good"] is (move["move"] in found["good"])


def test_the_example_of_the_manual_comes_out_word_for_word() -> None:
    found = json.loads(json.dumps(analyze("XX. .O. ..O").to_dict()))
    expected = {
        "schema": 1,
        "game": "3x3",
        "position": "XX. .O. ..O",
        "first": "X",
        "to_move": "X",
        "over": False,
        "winner": None,
        "lines": [],
        "value": {"outcome": "win", "distance": 1},
        "best": ["c1"],
        "good": ["c1", "a2", "a3"],
        "principal_variation": ["c1"],
    }
    assert {key: found[key] for key in expected} == expected
    moves = [(move["move"], move["after"], *move["value"].values()) for move in found["moves"]]
    assert moves == [
        ("c1", "XXX .O. ..O", "win", 1),
        ("a2", "XX. XO. ..O", "win", 3),
        ("c2", "XX. .OX ..O", "draw", 5),
        ("a3", "XX. .O. X.O", "win", 3),
        ("b3", "XX. .O. .XO", "loss", 4),
    ]
    assert found["moves"][0] == {
        "move": "c1", "cell": 2, "row": 0, "column": 2, "after": "XXX .O. ..O",
        "value": {"outcome": "win", "distance": 1}, "best": True, "good": True,
        "reasons": [{"kind": "wins_at_once", "text": "wins at once: a1-b1-c1",
                     "cells": ["a1", "b1", "c1"], "moves": []}],
    }  # fmt: skip
    assert found["nodes"] >= 1
    assert found["seconds"] >= 0


def test_best_and_good_hold_every_such_move() -> None:
    found = analyze("X.. .O. ...").to_dict()
    assert found["best"] == found["good"] == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]


def test_on_a_finished_position_nobody_moves_and_the_value_is_the_result() -> None:
    found = analyze("XXX OO. ...").to_dict()
    assert found["to_move"] is None
    assert found["over"] is True
    assert found["winner"] == "X"
    assert found["lines"] == [["a1", "b1", "c1"]]
    assert found["value"] == {"outcome": "loss", "distance": 0}
    assert found["moves"] == found["best"] == found["good"] == found["principal_variation"] == []
    misere = analyze("XXX OO. ...", "misere").to_dict()
    assert misere["winner"] == "O"
    assert misere["value"] == {"outcome": "win", "distance": 0}
    two_lines = analyze("XXX XOO XOO").to_dict()
    assert two_lines["lines"] == [["a1", "b1", "c1"], ["a1", "a2", "a3"]]
    drawn = analyze("XXO OOX XOX").to_dict()
    assert (drawn["winner"], drawn["lines"], drawn["value"]["outcome"]) == (None, [], "draw")


def test_where_o_moved_first_the_report_says_so() -> None:
    found = analyze("X.. .O. ... O").to_dict()
    assert (found["first"], found["to_move"]) == ("O", "O")
    assert found["position"] == "X.. .O. ... O"
    assert found["moves"][0]["after"] == "XO. .O. ... X"


def test_analyze_takes_a_position_a_text_and_a_turn() -> None:
    one = position("X.. .O. ...")
    assert isinstance(analyze(one), Report)
    assert analyze(one).value == analyze("X.. .O. ...").value == Value(Outcome.DRAW, 7)
    assert analyze("X.. .O. ...", to_move="O").position.first_mark == "O"
    with pytest.raises(NoughtsError):
        analyze("X.. .Q. ...")


def test_a_report_is_a_sentence_too() -> None:
    assert str(analyze("XX. .O. ..O")) == "X to move wins in 1: c1."
    assert str(analyze("XXX OO. ...")) == "X has won with a1-b1-c1."
    assert analyze("XX. .O. ..O").diagram() == draw(position("XX. .O. ..O"))


def test_a_question_too_big_for_the_time_raises_limit_reached() -> None:
    with pytest.raises(LimitReached):
        analyze(Position(game("15x15:5")), seconds=0.1)


def test_values_in_words() -> None:
    win, draw_value, loss = Value(Outcome.WIN, 3), Value(Outcome.DRAW, 4), Value(Outcome.LOSS, 2)
    assert [value_words(value) for value in (win, draw_value, loss, None)] == [
        "wins in 3", "draws", "loses in 2", "not proven",
    ]  # fmt: skip
    assert [value_badge(value) for value in (win, draw_value, loss, None)] == ["W3", "D", "L2", "?"]
    assert value_words(Value(Outcome.WIN)) == "wins"
    one = position("XX. .O. ..O")
    assert value_sentence(one, win) == "X to move wins in 3"
    lost = position("XXX OO. ...", "misere")
    assert result_sentence(lost) == "O has won: X completed a1-b1-c1"


def test_a_drawing_has_labels_notes_and_brackets() -> None:
    one = position("XXX OO. ...")
    assert draw(one) == "  a b c\n1 X X X\n2 O O .\n3 . . ."
    assert draw(one, numbers=True) == "  0 1 2\n0 X X X\n1 O O .\n2 . . ."
    assert "[X] [X] [X]" in draw(one, marked=0b111)
    drop = draw(Position(game("connect4")))
    assert drop.split("\n")[0].split() == list("1234567")
    cube = draw(Position(game("3x3x3")))
    assert [row for row in cube.split("\n") if row.startswith("slice")] == [
        "slice 1", "slice 2", "slice 3",
    ]  # fmt: skip
    wide = draw(Position(game("30x2:5"))).split("\n")
    assert wide[0].split()[-1] == "ad"
    assert len({row.rstrip() and len(row.split()) for row in wide[1:]}) == 1


def test_what_is_not_known_is_reported_in_the_same_keys() -> None:
    start = position("X.. .O. ...")
    known = analyze(start).to_dict()
    unknown = Glimpse(start, dict.fromkeys(start.moves()), 1, 0.5).to_dict()
    assert list(unknown) == list(known)
    assert [list(move) for move in unknown["moves"]] == [list(move) for move in known["moves"]]
    assert (unknown["value"], unknown["best"], unknown["complete"]) == (None, [], False)
