"""Traces: what a search does, checked against what it should have done."""

from __future__ import annotations

import json

import naive
import pytest

from noughts.cli.main import run
from noughts.errors import NotationError
from noughts.explain.tracing import Event, trace
from noughts.notation.parse import position
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.search import SEARCHES, scaled_names, traced_names
from noughts.value import end_score

INFINITY = 10**6
WORKED_EXAMPLE = position("XXO O.. O.X")

STORY = """\
State 1: XXO O.. O.X; X takes the largest.
  State 2: X plays b2, and X has won with a1-b2-c3: +10.
  State 3: X plays c2; O takes the smallest.
    State 5: O plays b2, and O has won with c1-b2-a3: -10.
    State 6: O plays b3; X takes the largest.
      State 9: X plays b2, and X has won with a1-b2-c3: +10.
    State 6 is +10: the largest of +10 (b2).
  State 3 is -10: the smallest of -10 (b2), +10 (b3).
  State 4: X plays b3; O takes the smallest.
    State 7: O plays b2, and O has won with c1-b2-a3: -10.
    State 8: O plays c2; X takes the largest.
      State 10: X plays b2, and X has won with a1-b2-c3, b1-b2-b3: +10.
    State 8 is +10: the largest of +10 (b2).
  State 4 is -10: the smallest of -10 (b2), +10 (c2).
State 1 is +10: the largest of +10 (b2), -10 (c2), -10 (b3).

X plays b2: wins, by minimax; 10 states, 0 cut-offs, 0 remembered.
"""


def events_of(at: Position, search: str, **options: object) -> list[Event]:
    found: list[Event] = []
    trace(at, search, found.append, **options)  # type: ignore[arg-type]
    return found


def test_the_worked_example_comes_out_state_for_state(capsys: pytest.CaptureFixture[str]) -> None:
    """The reports' example: states 1 to 8, and the two ends under 6 and 8."""
    assert run(["trace", "XXO O.. O.X"]) == 0
    assert capsys.readouterr().out == STORY


@pytest.mark.parametrize("search", traced_names())
def test_a_trace_enters_as_many_nodes_as_the_search_counts(search: str) -> None:
    for at in naive.all_positions(game("3x3"))[300::400]:
        options = {"playouts": 50} if search == "mcts" else {}
        events = events_of(at, search, **options)
        entered = [event.number for event in events if event.kind == "enter"]
        result = SEARCHES[search](at, **options)
        assert entered == list(range(1, result.nodes + 1))
        assert sum(event.kind == "cut" for event in events) == result.cutoffs
        assert sum(event.kind == "remembered" for event in events) == result.hits


@pytest.mark.parametrize("search", scaled_names())
def test_what_is_entered_is_left_and_in_order(search: str) -> None:
    at = position("X.. .O. ..X")
    open_numbers: list[int] = []
    for event in events_of(at, search):
        if event.kind == "enter":
            assert event.parent == (open_numbers[-1] if open_numbers else None)
            assert event.level == len(open_numbers)
            open_numbers.append(event.number)
        elif event.kind == "leave":
            assert open_numbers.pop() == event.number
        else:
            assert event.number == open_numbers[-1]
    assert not open_numbers


class AlphaBetaChecker:
    """Replays the events of alpha-beta and recomputes every window, score and cut."""

    def __init__(self) -> None:
        self.stack: list[dict[str, int]] = []
        self.cuts = 0

    def check(self, event: Event) -> None:
        getattr(self, event.kind)(event)

    def enter(self, event: Event) -> None:
        if not self.stack:
            window = (-INFINITY, INFINITY)
        else:
            above = self.stack[-1]
            assert above["best"] < above["beta"], "a child is entered after a cut"
            window = (-above["beta"], -max(above["alpha"], above["best"]))
        shown = (
            -INFINITY if event.alpha is None else event.alpha,
            INFINITY if event.beta is None else event.beta,
        )
        assert shown == window
        self.stack.append({"alpha": window[0], "beta": window[1], "best": -INFINITY})

    def finished(self, event: Event) -> None:
        assert event.position.is_over
        assert event.score == end_score(event.position)

    def result(self, event: Event) -> None:
        self.last_result = event.score

    def best(self, event: Event) -> None:
        assert event.score is not None
        assert event.score == self.last_result
        assert event.score > self.stack[-1]["best"]
        self.stack[-1]["best"] = event.score

    def cut(self, event: Event) -> None:
        here = self.stack[-1]
        assert event.score == here["best"] >= here["beta"]
        assert (event.alpha or -INFINITY, event.beta) == (here["alpha"] or -INFINITY, here["beta"])
        self.cuts += 1

    def leave(self, event: Event) -> None:
        here = self.stack.pop()
        if not event.position.is_over:
            assert event.score == here["best"]


def test_every_window_and_every_cut_of_alphabeta_is_recomputed_after_two_plies() -> None:
    start = Position(game("3x3"))
    cuts = 0
    for first in start.moves():
        for second in start.play(first).moves():
            checker = AlphaBetaChecker()
            at = start.play(first).play(second)
            trace(at, "alphabeta", checker.check)
            cuts += checker.cuts
            assert not checker.stack
    assert cuts > 1000


def test_results_are_what_the_children_left_with() -> None:
    for search in ("negamax", "minimax"):
        left: dict[int, int] = {}
        order: list[int] = []
        for event in events_of(position("XO. .X. ..O"), search):
            if event.kind == "leave":
                left[event.number] = event.score or 0
                order.append(event.number)
            elif event.kind == "result":
                score = left[order[-1]]
                assert event.score == (-score if search == "negamax" else score)


def test_the_stream_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "XXO O.. O.X", "--search", "alphabeta", "--json"]) == 0
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert rows[0]["event"] == "start"
    assert rows[-1]["event"] == "end"
    assert rows[-1]["nodes"] == sum(row["event"] == "enter" for row in rows) == 6
    assert [row["beta"] for row in rows if row["event"] == "cut"] == [-10, -10]


def test_what_is_too_long_is_folded_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "X.. .O. ...", "--search", "ordered", "--limit", "5"]) == 0
    out = capsys.readouterr().out
    nodes = SEARCHES["ordered"](position("X.. .O. ..."), scale="ten").nodes
    assert f"... {nodes - 5:,} more states are folded (--limit)." in out
    assert sum(": " in line and "plays" in line and " is " not in line for line in out.splitlines())


@pytest.mark.parametrize("scale", ["unit", "ten", "depth", "level"])
def test_every_scale_is_told(scale: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trace", "XXO O.. O.X", "--scale", scale]) == 0
    assert "State 1 is +1" in capsys.readouterr().out  # +1 or +10


def test_alphabeta_on_a_scale_gives_what_minimax_gives_on_it() -> None:
    for at in naive.unfinished(game("3x3"))[200::7]:
        for scale in ("unit", "ten", "depth"):
            expected = SEARCHES["minimax"](at, scale=scale) if at.stones > 3 else None
            for search in ("alphabeta", "ordered", "transposition", "deepening"):
                result = SEARCHES[search](at, scale=scale)
                if expected is not None:
                    assert result.score == expected.score
                    assert result.value == expected.value


def test_what_cannot_be_traced_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotationError, match="no trace of 'retrograde'"):
        trace(WORKED_EXAMPLE, "retrograde", print)
    with pytest.raises(NotationError, match="proof has no scale"):
        trace(WORKED_EXAMPLE, "proof", print, scale="ten")
    assert run(["trace", "XXO O.. O.X", "--search", "alphabeta", "--scale", "level"]) == 2
    assert "the scale level goes with minimax alone" in capsys.readouterr().err
    assert run(["trace", ".....", "--game", "5x1:3", "--search", "mcts", "--depth", "2"]) == 2


def test_a_trace_that_takes_too_long_ends_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["trace", ".... .... .... ....", "--time", "0.2"]) == 3
    assert "not finished in 0.2 s (--time)" in capsys.readouterr().err
