"""Diagnosis: each mistake is named, and a right program is accused of nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from itertools import zip_longest

import pytest
from auditing import G3, Chooser, Fake, best_moves, good_moves
from naive import REPOSITORY, every_position

from noughts.audit.candidate import Answer, Fault
from noughts.audit.diagnosis.diagnosis import Diagnosis, diagnose
from noughts.audit.diagnosis.mistakes import MISTAKES, Form, Mistake
from noughts.audit.diagnosis.mistakes.oneboard import Return, Undo, careless
from noughts.audit.verdict.exam import examine
from noughts.notation.format import format_move, format_moves, format_position
from noughts.rules.catalog import game
from noughts.rules.grid import Cell, Mask, cells_of
from noughts.rules.position import Position, other_mark
from noughts.search import SEARCHES
from noughts.search.scales import SCALES

NAMED_IN_THE_PLAN = (
    "sign of the score", "max and min swapped for O", "depth ignored", "depth the wrong way",
    "move not undone", "undone only when it improved", "return inside the loop",
    "a diagonal missing", "a win on the last cell is a draw", "blocks before it wins",
    "alpha-beta window not negated", "alpha-beta results remembered by position alone",
)  # fmt: skip


def unfinished(first_mark: str = "X") -> list[Position]:
    """All 4,520 positions in which there is a move to be made."""
    found: dict[Position, None] = {}
    waiting = [Position(G3, first_mark=first_mark)]
    while waiting:
        position = waiting.pop()
        if position not in found and not position.is_over:
            found[position] = None
            waiting += [position.child(move) for move in position.moves()]
    return list(found)


EVERY = unfinished()
GOOD = {position: set(good_moves(position)) for position in EVERY}
BEST = {position: set(best_moves(position)) for position in EVERY}


def ask(choose: Chooser, position: Position) -> Answer:
    return Fake(choose).ask(position)


def proof_answers(choose: Chooser, mark: str | None = None) -> dict[Position, Answer]:
    """The proof walk, without the questions that the real exam asks twice."""
    answers: dict[Position, Answer] = {}

    def visit(position: Position, *, its_turn: bool) -> None:
        if position.is_over or (its_turn and position in answers):
            return
        if not its_turn:
            for move in position.moves():
                visit(position.child(move), its_turn=True)
            return
        answer = answers[position] = ask(choose, position)
        if answer.move is not None:
            visit(position.child(answer.move), its_turn=False)

    visit(Position(G3, first_mark=mark or "X"), its_turn=True)
    visit(Position(G3, first_mark="O" if mark == "X" else "X"), its_turn=False)
    return answers


def every_answer(choose: Chooser) -> dict[Position, Answer]:
    candidate = Fake(choose)
    return {position: candidate.ask(position) for position in EVERY}


def player(form: Form, pick: Callable[[list[Cell]], Cell]) -> Chooser:
    """The program of a mistake, with a rule for equal moves; -1 where it finds none."""
    program = form.program()

    def choose(position: Position) -> Cell:
        moves = program(position.mine, position.theirs, position.to_move)
        return pick(list(cells_of(moves))) if moves else -1

    return choose


def first(moves: list[Cell]) -> Cell:
    return moves[0]


def last(moves: list[Cell]) -> Cell:
    return moves[-1]


def names(diagnosis: Diagnosis) -> list[str]:
    return [like.mistake.name for like in diagnosis.named]


def check_named(mistake: Mistake, answers: dict[Position, Answer], how: object) -> bool:
    """Is there anything to be seen of the mistake? Then it has to be named."""
    diagnosis = diagnose(answers)
    seen = bool(diagnosis.slips if mistake.only_slips else diagnosis.wrong)
    if seen:
        assert mistake.name in names(diagnosis), how
        assert diagnosis.named[0].explained == diagnosis.named[0].explained_wrong == 1, how
    return seen


# The catalogue


def test_the_catalogue_holds_the_known_mistakes() -> None:
    assert set(NAMED_IN_THE_PLAN) <= set(MISTAKES)
    assert len(MISTAKES) == 24


@cache
def a_third_of_all_questions() -> list[tuple[tuple[Mask, Mask, str], Mask, Mask]]:
    """Positions as programs are asked them, whoever began, with the good and the best moves."""
    return [
        ((one.mine, one.theirs, one.to_move), mask_of(GOOD[one]), mask_of(BEST[one]))
        for one in EVERY[::3] + unfinished("O")[::3]
    ]


def mask_of(cells: set[Cell]) -> Mask:
    return sum(1 << cell for cell in cells)


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_every_form_of_a_mistake_can_answer_wrongly(mistake: Mistake) -> None:
    """Its moves are free cells, and somewhere one of them is wrong: else it is no mistake."""
    for form in mistake.forms:
        program = form.program()
        errs = slips = 0
        for question, good, best in a_third_of_all_questions():
            moves = program(*question)
            assert not moves & (question[0] | question[1]), form
            errs += not moves or moves & ~good != 0
            slips += moves & ~best != 0
        assert (errs == 0) == mistake.only_slips, form
        assert slips or errs, form


def on_a_list(position: Position, undo: Undo, returns: Return, sees_both: bool) -> Cell:
    """The slow and obvious twin of `careless`: one list, on which stones are put down."""
    marks = [position.mark(cell) for cell in range(9)]

    def search(mark: str) -> tuple[int, Cell]:
        held = [{marks[cell] for cell in cells_of(line)} for line in G3.lines]
        if {other_mark(mark)} in held:
            return -1, -1
        if sees_both and {mark} in held:
            return 1, -1
        if None not in marks:
            return 0, -1
        best, move = -2, -1
        for row in range(3):
            for cell in range(3 * row, 3 * row + 3):
                if marks[cell] is None:
                    marks[cell] = mark
                    score = -search(other_mark(mark))[0]
                    improved = score > best
                    if improved:
                        best, move = score, cell
                    if undo is Undo.ALWAYS or (undo is Undo.IMPROVED and improved):
                        marks[cell] = None
                    if returns is Return.MOVE:
                        return best, move
                if returns is Return.CELL:
                    return best, move
            if returns is Return.ROW:
                return best, move
        return best, move

    return search(position.to_move)[1]


@pytest.mark.parametrize("sees_both", [True, False])
@pytest.mark.parametrize("returns", Return)
@pytest.mark.parametrize("undo", Undo)
def test_programs_that_are_careless_with_one_board_are_what_they_would_be(
    undo: Undo, returns: Return, sees_both: bool
) -> None:
    program = careless(root=undo, own=undo, other=undo, returns=returns, sees_both=sees_both)
    asked = [position for position in EVERY if position.stones > 2][::5]
    for position in asked:
        move = program(position.mine, position.theirs, position.to_move)
        assert move.bit_length() - 1 == on_a_list(position, undo, returns, sees_both)


# Each mistake is found and named


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_is_named_after_the_proof(mistake: Mistake) -> None:
    seen = [
        check_named(mistake, proof_answers(player(form, first)), form) for form in mistake.forms
    ]
    seen += [
        check_named(mistake, proof_answers(player(form, pick)), (form, pick))
        for form in mistake.forms[:2]
        for pick in (last, random.Random(6).choice)
    ]
    assert any(seen)


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_is_named_after_every_question(mistake: Mistake) -> None:
    for form in mistake.forms[::4]:
        assert check_named(mistake, every_answer(player(form, last)), form)


@pytest.mark.parametrize("mark", ["X", "O"])
@pytest.mark.parametrize("name", NAMED_IN_THE_PLAN)
def test_a_program_that_plays_one_mark_is_told_as_well(name: str, mark: str) -> None:
    """What goes wrong for O alone is not seen in a program that always plays X."""
    form = MISTAKES[name].forms[0]
    candidate = Fake(player(form, first), mark)
    examination = examine(candidate, G3)
    answers = {position: given[0] for position, given in examination.answers.items()}
    seen = check_named(MISTAKES[name], answers, form)
    assert seen or (name == "max and min swapped for O" and mark == "X")


# A right program is accused of nothing


def accusations(diagnosis: Diagnosis) -> list[str]:
    return [like.mistake.name for like in diagnosis.likenesses if not like.mistake.only_slips]


def by_chance(moves: Callable[[Position], list[Cell]], seed: int) -> Chooser:
    rng = random.Random(seed)
    return lambda position: rng.choice(moves(position))


def by_number(moves: Callable[[Position], list[Cell]], number: int) -> Chooser:
    """Each of the moves has its turn as the number goes from 0 to 8."""
    return lambda position: moves(position)[number % len(moves(position))]


RULES = [
    pytest.param(moves, rule(moves, number), id=f"{moves.__name__} {rule.__name__} {number}")
    for moves in (best_moves, good_moves)
    for rule, numbers in ((by_chance, 4), (by_number, 9))
    for number in range(numbers)
]


@pytest.mark.parametrize(("moves", "choose"), RULES)
def test_no_right_player_is_accused(
    moves: Callable[[Position], list[Cell]], choose: Chooser
) -> None:
    for answers in (proof_answers(choose), every_answer(choose)):
        diagnosis = diagnose(answers)
        assert not diagnosis.wrong
        assert not accusations(diagnosis)
        assert not diagnosis.note
        assert moves is good_moves or diagnosis.sentences() == []


NO_SCALE = ("proof", "retrograde")
EXACT = [
    (name, scale)
    for name in SEARCHES
    if name != "mcts"  # which is not exact
    for scale in ((None,) if name in NO_SCALE else (None, *SCALES))
    if scale != "level" or name == "minimax"  # the others turn a score round with a bare minus
]


def searched(name: str, scale: str | None) -> Chooser:
    options = {} if scale is None else {"scale": scale}

    def choose(position: Position) -> Cell:
        move = SEARCHES[name](position, **options).move
        assert move is not None
        return move

    return choose


@pytest.mark.parametrize(("name", "scale"), EXACT)
def test_no_exact_search_of_ours_is_accused(name: str, scale: str | None) -> None:
    """Asked in every third position with three stones or more, so that minimax ends in time."""
    choose = searched(name, scale)
    asked = [position for position in EVERY if position.stones > 2][::3]
    diagnosis = diagnose({position: ask(choose, position) for position in asked})
    assert not diagnosis.wrong
    assert not accusations(diagnosis)
    by_default = scale is None and name not in ("minimax", "proof")
    if by_default or scale in ("depth", "level"):
        assert diagnosis.sentences() == []
    elif diagnosis.slips:
        assert names(diagnosis) == ["depth ignored"]


QUICK = [pair for pair in EXACT if pair[0] not in ("minimax", "negamax", "retrograde")]


@pytest.mark.parametrize(("name", "scale"), QUICK)
def test_no_quick_search_of_ours_is_accused_after_the_whole_proof(
    name: str, scale: str | None
) -> None:
    diagnosis = diagnose(proof_answers(searched(name, scale)))
    assert diagnosis.answers > 300
    assert not diagnosis.wrong
    assert not accusations(diagnosis)


# What no mistake explains is not explained


@pytest.mark.parametrize("seed", range(4))
def test_a_player_who_plays_anything_is_told_that_nothing_explains_it(seed: int) -> None:
    rng = random.Random(seed)
    for answers in (
        proof_answers(lambda position: rng.choice(position.moves())),
        every_answer(lambda position: rng.choice(position.moves())),
    ):
        diagnosis = diagnose(answers)
        assert diagnosis.wrong > 50
        assert diagnosis.sentences() == ["No mistake of the catalogue explains its wrong answers."]


@pytest.mark.parametrize("share", [0.003, 0.02, 0.1, 0.4])
def test_a_right_player_who_errs_now_and_then_is_accused_of_no_mistake(share: float) -> None:
    for seed in range(4):
        rng = random.Random(seed)

        def choose(position: Position, rng: random.Random = rng) -> Cell:
            return rng.choice(position.moves() if rng.random() < share else sorted(GOOD[position]))

        answers = every_answer(choose)
        assert any(answer.move not in GOOD[position] for position, answer in answers.items())
        assert not diagnose(answers).likenesses
        assert not accusations(diagnose(proof_answers(choose)))


# Evidence


def test_stones_left_on_the_board_tell_two_mistakes_apart() -> None:
    """Not undone, a move looks as if the first one were returned at once; the board does not."""
    answers = every_answer(player(MISTAKES["move not undone"].forms[0], first))
    assert set(names(diagnose(answers))) == {
        "move not undone", "undone only when it improved", "return inside the loop",
    }  # fmt: skip
    changed = {
        position: answer._replace(changed_board=True) for position, answer in answers.items()
    }
    assert names(diagnose(changed)) == ["move not undone"]


def test_faults_that_are_not_about_the_game_are_left_out() -> None:
    form = MISTAKES["a diagonal missing"].forms[0]
    answers = every_answer(player(form, first))
    for number, position in enumerate(answers):
        if number % 10 == 0:
            answers[position] = Answer(None, 9.9, fault=Fault.SLOW)
        elif number % 10 == 1:
            answers[position] = Answer(None, 0.0, fault=Fault.RAISES)
    diagnosis = diagnose(answers)
    assert diagnosis.answers == 4520 - 452
    assert names(diagnosis) == ["a diagonal missing"]
    assert diagnosis.named[0].explained == 1


def test_a_program_that_only_fails_is_accused_of_nothing() -> None:
    answers = dict.fromkeys(EVERY, Answer(None, 0.0, fault=Fault.RAISES))
    assert diagnose(answers).likenesses == ()


def test_other_games_get_no_diagnosis() -> None:
    start = Position(game("4x4"))
    diagnosis = diagnose({start: Answer(0, 0.0)})
    assert diagnosis.sentences() == ["Mistakes can be told apart on 3x3 only."]
    assert diagnose({}).sentences() == []


def test_a_diagnosis_says_what_it_is_how_much_it_explains_and_what_to_do() -> None:
    diagnosis = diagnose(every_answer(player(MISTAKES["a diagonal missing"].forms[2], first)))
    assert diagnosis.sentences() == [
        "It behaves like a program that does not see a diagonal (without c1-b2-a3).",
        f"That explains all of its 4,520 answers, and all of the {diagnosis.wrong} wrong ones.",
        "There are eight lines: three rows, three columns and both diagonals. Count those that "
        "are looked at.",
    ]
    written = json.loads(json.dumps(diagnosis.to_dict()))
    assert written["named"] == ["a diagonal missing"]
    assert written["likenesses"][0]["explained"] == written["likenesses"][0]["explained_wrong"] == 1


def test_a_slip_is_said_to_cost_no_more_than_moves() -> None:
    told = diagnose(every_answer(lambda position: good_moves(position)[0])).sentences()
    assert told[0].startswith("It behaves like a program that does not count depth")
    assert "That never costs the result, only moves." in told


# The page

PAGE = REPOSITORY / "docs" / "mistakes.md"

PREFACE = """\
# Mistakes

Programs that play tic-tac-toe go wrong in a few well-known ways. Each mistake on this page is a small program in `audit/mistakes/`, and most come in several forms: with and without depth, at the root or inside, for one side or both. `noughts audit` sets the answers of a program beside those of each of them, and says which it behaves like and how many of its answers that explains. A mistake is named only if it explains nearly all answers, and nearly all wrong ones, and clearly better than chance does. So a program may have a mistake that is not named; one without wrong answers is never accused.

Under each mistake stand the lines that hold it beside the right ones, the earliest position that shows it, and in how many of the 4,520 unfinished positions its first form answers wrongly: by a move that gives away a win or a draw, or by none. Of equal moves it takes the first, or the last where only that is wrong.
"""  # noqa: E501


def section(mistake: Mistake) -> str:
    """What the page says of a mistake."""
    right = BEST if mistake.only_slips else GOOD
    for choose in (player(mistake.forms[0], first), player(mistake.forms[0], last)):
        wrong = [position for position in EVERY if choose(position) not in right[position]]
        if wrong:
            break
    at = min(wrong, key=lambda position: (position.stones, format_position(position)))
    move = choose(at)
    played = "finds no move" if move < 0 else f"plays {format_move(G3, move)}"
    kind = "Slow" if mistake.only_slips else "Wrong"
    beside = format_moves(G3, sorted(right[at])).replace(" ", ", ")
    return "\n".join(
        [
            f"## {mistake.name[0].upper()}{mistake.name[1:]}\n",
            f"Such a program {mistake.what}. {mistake.remedy}\n",
            "```text",
            *side_by_side(["wrong", "-----", *mistake.wrong.split("\n")],
                          ["right", "-----", *mistake.right.split("\n")]),
            "```\n",
            f"First seen in `{format_position(at)}`: {at.to_move} {played}, where {beside} would "
            f"be right. {kind} in {len(wrong):,} of 4,520 positions.\n",
        ]
    )  # fmt: skip


def side_by_side(left: list[str], right: list[str]) -> list[str]:
    width = max(map(len, left)) + 4
    pairs = zip_longest(left, right, fillvalue="")
    return [f"{one:{width}}{other}".rstrip() for one, other in pairs]


def page() -> str:
    return "\n".join([PREFACE, *map(section, MISTAKES.values())])


def test_the_page_shows_every_mistake() -> None:
    """`PYTHONPATH=tests python tests/audit/diagnosis/test_diagnosis.py` writes the page anew."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("fault", [Fault.RAISES, Fault.CRASH, Fault.SLOW, Fault.MEMORY])
def test_a_program_that_breaks_down_is_accused_of_no_known_mistake(fault: Fault) -> None:
    answers = {
        here: Answer(None, 0.0, fault=fault)
        for here in every_position(game("3x3"))
        if not here.is_over
    }
    assert diagnose(answers).named == ()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
