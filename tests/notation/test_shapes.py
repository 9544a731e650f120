"""notation/shapes.py: the small parts of JSON, and that nobody types them anew."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from naive import every_position, naive_lines, naive_value

import noughts
from noughts.notation import shapes
from noughts.notation.format import format_move, format_position
from noughts.notation.parse import position
from noughts.rules.catalog import game
from noughts.value import Outcome, Value

HOUSE = Path(noughts.__file__).resolve().parent
HOME = HOUSE / "notation/shapes.py"
OPENAPI = HOUSE / "web/routes.py"  # there the word schema is that of OpenAPI

NAMES = [f"{column}{row}" for row in "123" for column in "abc"]  # of the cells of 3x3

# Keys that stand together in one part, or in the `to_dict` of one object.
TOGETHER = [
    {"outcome", "distance"},
    {"row", "column"},
    {"to_move", "over", "winner"},
    {"cutoffs", "hits"},
    {"best", "good", "principal_variation"},
    {"layers_kept", "was_there"},
    {"right", "complaints"},
    {"question", "asks"},
    {"learner", "curve"},
]


# What the parts are


def test_the_parts_are_right_on_every_position_of_3x3() -> None:
    rules, lines = game("3x3"), naive_lines(3, 3, 1, 3)
    for one in every_position(rules):
        text = format_position(one)
        assert shapes.head(one) == {"schema": 1, "game": "3x3", "position": text}
        found = shapes.position_dict(one)
        assert list(found) == [
            "schema", "game", "position", "first", "to_move", "over", "winner", "lines",
        ]  # fmt: skip
        assert position(found["position"], found["game"]) == one
        assert found["first"] == one.first_mark
        state = shapes.state_dict(one)
        assert state.items() <= found.items()
        assert state["over"] is one.is_over
        assert state["winner"] == one.winner
        assert state["to_move"] == (None if one.is_over else one.to_move)
        marks = text.replace(" ", "")
        whole = [
            [NAMES[cell] for cell in sorted(line)]
            for line in lines
            if {marks[cell] for cell in line} in ({"X"}, {"O"})
        ]
        assert sorted(found["lines"]) == sorted(whole)
        for cell in one.moves():
            move = shapes.move_dict(one, cell)
            assert list(move) == ["move", "cell", "row", "column", "after"]
            assert (move["move"], move["cell"]) == (NAMES[cell], cell)
            assert (move["row"], move["column"]) == divmod(cell, 3)
            assert move["after"] == format_position(one.play(cell))
        outcome, distance = naive_value(one)
        assert shapes.value_dict(Value(Outcome(outcome), distance)) == {
            "outcome": {-1: "loss", 0: "draw", 1: "win"}[outcome],
            "distance": distance,
        }


def test_what_is_not_known_is_null() -> None:
    assert shapes.value_dict(None) is None
    assert shapes.move_name(game("3x3"), None) is None
    assert shapes.seconds_of(None) is None
    assert shapes.value_dict(Value(Outcome.WIN)) == {"outcome": "win", "distance": None}
    assert shapes.value_dict(Value(Outcome.LOSS, None, 6)) == {
        "outcome": "loss",
        "distance": None,
        "at_least": 6,
    }
    assert shapes.without_nulls({"a": None, "b": 0, "c": []}) == {"b": 0, "c": []}


def test_a_head_says_as_much_as_there_is_to_say() -> None:
    assert shapes.head() == {"schema": shapes.SCHEMA}
    assert shapes.head(game("4x4+drop")) == {"schema": shapes.SCHEMA, "game": "4x4+drop"}


def test_moves_go_by_their_names_on_every_kind_of_board() -> None:
    for spec, cells, names in (
        ("3x3", [0, 8, 4], ["a1", "c3", "b2"]),
        ("7x6:4+drop", [38, 35], ["4", "1"]),
        ("3x3x3", [0, 26], ["1a1", "3c3"]),
    ):
        assert shapes.move_names(game(spec), cells) == names
        assert [format_move(game(spec), cell) for cell in cells] == names
    deep = shapes.move_dict(position("2b2", "3x3x3"), 0)
    assert list(deep) == ["move", "cell", "slice", "row", "column", "after"]


def test_seconds_have_no_more_digits_than_mean_something() -> None:
    assert shapes.seconds_of(1 / 3) == 0.3333333
    assert shapes.seconds_of(1 / 3, 3) == 0.333


def test_values_that_nobody_found_have_the_shape_of_those_that_were() -> None:
    start = position("X.. .O. ...")
    unknown = dict.fromkeys(start.moves())
    found = shapes.values_dict(start, None, unknown, [], [], [])
    known = noughts.analyze(start).to_dict()
    assert list(found) == list(known)[: len(found)]
    assert [list(move) for move in found["moves"]] == [
        [key for key in move if key != "reasons"] for move in known["moves"]
    ]
    assert json.loads(json.dumps(found)) == found


# Nobody types them anew


def dicts_in(path: Path) -> Iterator[tuple[int, set[object]]]:
    """Every dict that is spelt out in a file: where, and its keys."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            keys: set[object] = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            yield node.lineno, keys


def test_the_schema_is_typed_in_one_place() -> None:
    for path in sorted({*HOUSE.rglob("*.py")} - {HOME, OPENAPI}):
        for line, keys in dicts_in(path):
            assert "schema" not in keys, f"{path}, line {line}"


@pytest.mark.parametrize("room", ["cli", "web"])
def test_no_shape_is_spelt_out_anew_where_answers_are_given(room: str) -> None:
    for path in sorted((HOUSE / room).rglob("*.py")):
        for line, keys in dicts_in(path):
            again = [part for part in TOGETHER if part <= keys]
            assert not again, f"{path}, line {line}: {again}"


def test_what_may_be_unknown_is_asked_for_nowhere_but_in_the_parts() -> None:
    parts = ("value_dict", "move_name", "seconds_of")
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.IfExp) and isinstance(node.orelse, ast.Call):
                called = node.orelse.func
                name = called.id if isinstance(called, ast.Name) else ""
                assert name not in parts, f"{path}, line {node.lineno}: {name} takes None itself"
