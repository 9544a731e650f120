"""play/lesson.py: every step can be answered, and every answer is held against the truth."""

from __future__ import annotations

import io
import sys
from itertools import permutations

import pytest
from naive import Cli, in_a_process, naive_solver, naive_value, perft

from noughts import game, position
from noughts.notation.format import format_move
from noughts.play.screen import Screen
from noughts.practice.lesson import Lesson
from noughts.practice.steps import STEPS, Asks, Step
from noughts.rules.position import Position

WHOLE_TREE = 549_946  # nodes, as one of the reports counts them


# The right answers once more, by other means


def plain_score(at: Position) -> int:
    """+10, 0 or -10 for X."""
    outcome, _ = naive_value(at)
    return 10 * (outcome if at.to_move == "X" else -outcome)


def best_cells(at: Position) -> set[int]:
    return set(naive_solver(at.game).good(at))


def depth_score(at: Position, cell: int) -> int:
    """A win at level 1 is 10, and each level further down costs one."""
    outcome, distance = naive_solver(at.game).move_values(at)[cell]
    return outcome * (10 - (distance - 1))


def pruned_visits(at: Position) -> int:
    """The visits of alpha-beta, by maximum and minimum with two bounds, moves in reading order."""
    visits = 0

    def search(at: Position, alpha: int, beta: int) -> int:
        nonlocal visits
        visits += 1
        if at.is_over:
            return plain_score(at)
        for move in at.moves():
            found = search(at.play(move), alpha, beta)
            if at.to_move == "X":
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
        return alpha if at.to_move == "X" else beta

    search(at, -99, 99)
    return visits


def orders(at: Position) -> int:
    """In how many orders its stones can have come."""
    cells = [cell for cell in range(at.game.cells) if at.mark(cell)]
    marks = ["XO"[ply % 2] for ply in range(len(cells))]
    return sum(
        all(at.mark(cell) == mark for cell, mark in zip(order, marks, strict=True))
        for order in permutations(cells)
    )


RIGHT: list[set[int]] = [
    {plain_score(position("XOX .O. XO."))},
    {plain_score(position("XXO O.X OOX"))},
    {plain_score(position("XXO O.X O.X"))},
    best_cells(position("XXO O.. O.X")),
    {depth_score(position("XX. .O. ..O"), 3)},
    best_cells(position("X.. ... ...")),
    {0},  # no: -10 is less than the +10 that X has
    {pruned_visits(position("XXO O.. O.X"))},
    {pruned_visits(position("O.X X.. XOO"))},
    {orders(position("XO. .X. O.."))},
    {perft(Position(game("3x3")), 6)},
    {WHOLE_TREE},
]
ANSWERS = [step.write(min(right)) for step, right in zip(STEPS, RIGHT, strict=True)]


def wrong_answer(step: Step) -> str:
    right = step.answers(step.position)
    if step.asks is Asks.MOVE:
        return step.write(next(move for move in step.position.moves() if move not in right))
    if step.asks is Asks.YES_NO:
        return step.write(1 - min(right))
    return str(max(right) + 3)


# The steps


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_what_is_right_was_found_by_other_means_too(number: int) -> None:
    step = STEPS[number]
    assert step.answers(step.position) == RIGHT[number]
    for answer in RIGHT[number]:
        assert step.read(step.write(answer)) == answer


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_a_step_has_all_its_figures_and_its_last_clue_settles_it(step: Step) -> None:
    figures = step.figures(step.position)
    told = " ".join([step.text, step.question, step.after]).format(**figures)
    assert told.isascii()
    assert "{" not in told
    *_, last = step.clues(step.position)
    right = step.answers(step.position)
    if step.asks is Asks.YES_NO:
        assert "cut" in last
    else:
        assert any(step.write(answer) in last for answer in right)


def test_the_pruned_reply_is_the_question_of_step_seven() -> None:
    at = position("XXO O.. O.X")
    first, second, _ = at.moves()
    reply = at.play(second).moves()[0]
    assert plain_score(at.play(second).play(reply)) <= plain_score(at.play(first))


def test_the_titles_differ_and_there_are_a_dozen() -> None:
    assert len({step.title for step in STEPS}) == len(STEPS) == 12


def test_numbers_are_read_as_people_write_them() -> None:
    score, total = STEPS[0], STEPS[-1]
    assert [score.read(text) for text in ("-10", "+10", " 10", "\u221210")] == [-10, 10, 10, -10]
    assert [total.read(text) for text in ("549946", "549,946", "549 946")] == [WHOLE_TREE] * 3


# A sitting


def test_the_whole_lesson_answered_right(cli: Cli) -> None:
    ran = cli("lesson", stdin="\n".join(ANSWERS))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Right: ") == len(STEPS)
    assert "not right" not in ran.out
    told = " ".join(ran.out.split())
    assert "12 of 12 steps done: 12 right at once, 0 right after another try, 0 skipped." in told
    assert "549,946 nodes" in told
    assert ran.out.endswith("Goodbye.\n")


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_a_wrong_answer_is_caught_explained_and_may_be_tried_again(cli: Cli, number: int) -> None:
    step = STEPS[number - 1]
    wrong = wrong_answer(step)
    stdin = f"{wrong}\n{wrong}\n{ANSWERS[number - 1]}\nquit\n"
    ran = cli("lesson", "--step", str(number), stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("is not right. Look:\n  ") == 2, "each time with an explanation"
    first, second, after = ran.out.split("is not right. Look:")[0:3]
    assert "Try again." in second
    told = " ".join(after.split())
    assert " ".join(step.clues(step.position)[-1].split()) in told
    assert "Right: " in after
    assert "0 right at once, 1 right after another try" in told
    assert "Right: " not in first + second


def test_skip_shows_the_answer_back_goes_back_and_quit_ends(cli: Cli) -> None:
    ran = cli("lesson", "--step", "2", stdin="skip\nback\nback\nback\n-10\nskip\nhelp\nquit\n")
    assert ran.code == 0
    steps = [line.split()[1] for line in ran.out.splitlines() if line.startswith("Step ")]
    assert steps == ["2", "3", "2", "1", "1", "2", "3"]
    assert "This is the first step." in ran.out
    assert "State 1 is +10: the largest of +10 (b2)." in ran.out
    told = " ".join(ran.out.split())
    assert "2 of 12 steps done: 1 right at once, 0 right after another try, 1 skipped." in told
    assert "noughts lesson --step 3" in ran.out
    assert ran.out.endswith("Goodbye.\n")


@pytest.mark.parametrize("stdin", ["", "-10", "zz\n", "\n\n", "quit\n"])
def test_the_end_of_input_is_a_farewell(cli: Cli, stdin: str) -> None:
    ran = cli("lesson", stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("number", "text", "said"),
    [
        (1, "ten", "expected a score such as 10"),
        (1, "1" * 5000, "expected a score"),
        (4, "a1", "a1 is taken by X"),
        (4, "z9", "not on the board"),
        (7, "perhaps", "expected yes or no"),
        (8, "6.5", "expected a number"),
    ],
)
def test_what_is_no_answer_is_no_try(cli: Cli, number: int, text: str, said: str) -> None:
    ran = cli("lesson", "--step", str(number), stdin=f"{text}\n{ANSWERS[number - 1]}\n")
    assert ran.code == 0
    assert said in " ".join(ran.out.split())
    assert "1 right at once" in " ".join(ran.out.split())


def test_ctrl_c_is_130(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Screen, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "ask", interrupted)
    ran = cli("lesson")
    assert ran.code == 130
    assert ran.out.endswith("Goodbye.\n")


def test_the_list_of_steps(cli: Cli) -> None:
    out = cli("lesson", "--list").out
    found = cli("lesson", "--list", "--json").json()
    for number, (step, listed) in enumerate(zip(STEPS, found["steps"], strict=True), start=1):
        assert f"{number:>4}  {step.title}\n" in out
        assert (listed["step"], listed["title"]) == (number, step.title)
        assert position(listed["position"]) == step.position
        assert "{" not in listed["question"]


def test_json_says_how_the_steps_went(cli: Cli) -> None:
    ran = cli("lesson", "--json", stdin="3\n-10\nskip\n")
    assert "Step 3 of 12" in ran.err
    assert [(step["step"], step["result"], step["tries"]) for step in ran.json()["steps"]] == [
        (1, "right", 2),
        (2, "skipped", 0),
    ]


def test_a_step_outside_the_lesson_is_refused(cli: Cli) -> None:
    assert cli("lesson", "--step", "0").code == cli("lesson", "--step", "13").code == 2


def test_a_step_of_ones_own_is_an_entry(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = Step(
        title="my own",
        board="XX. OO. ...",
        text="One of the moves wins at once.",
        question="Which?",
        asks=Asks.MOVE,
        answers=best_cells,
        clues=lambda at: [f"It is {format_move(at.game, min(best_cells(at)))}."],
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO("a3\nc1\n"))
    lesson = Lesson(Screen(), [own])
    lesson.run()
    assert "Step 1 of 1: my own" in capsys.readouterr().out
    assert lesson.to_dict()["steps"] == [
        {"step": 1, "title": "my own", "result": "right", "tries": 2}
    ]


def test_it_is_readable_in_ascii_and_forty_columns() -> None:
    answers = [f"zz\n{wrong_answer(step)}\n{wrong_answer(step)}\nskip" for step in STEPS]
    ran = in_a_process(
        "lesson",
        stdin="\n".join(["help", *answers]),
        environment={"PYTHONIOENCODING": "ascii", "COLUMNS": "40"},
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.isascii()
    assert max(map(len, ran.out.splitlines())) <= 40
