"""The names people type: positions, cells and questions in every form, from the top alone."""

import importlib
import pickle
import random
from pathlib import Path

import client
import pytest
from naive import REPOSITORY, every_position, random_position

import noughts
from noughts import NotationError, NoughtsError, RulesError, position
from noughts.rules.catalog import CATALOG, game
from noughts.search import SEARCHES

SPECS = [entry.spec for entry in CATALOG] + ["1x1", "3x3+drop", "4x3:3+misere", "3x3x2:3"]
START = "X.. .O. ..."


def test_printing_a_position_draws_it_and_its_repr_reads_back() -> None:
    one = position(START)
    assert str(one) == "  a b c\n1 X . .\n2 . O .\n3 . . ."
    assert eval(repr(one), {"position": position}) == one


def test_the_text_of_every_position_of_3x3_reads_back() -> None:
    for one in every_position(game("3x3")):
        read = position(one.text)
        assert read == one
        assert read.first_mark == one.first_mark


@pytest.mark.parametrize("spec", SPECS)
def test_the_text_of_a_position_reads_back_with_its_game(spec: str) -> None:
    rng = random.Random(spec)
    for _ in range(20):
        one = random_position(game(spec), rng.randrange((game(spec).cells + 1) // 2), rng)
        assert position(one.text) == one
        turned = noughts.Position(one.game, one.first, one.second, "O")
        assert position(turned.text).first_mark == "O"


def test_a_text_may_begin_with_its_game_and_a_game_alone_is_its_start() -> None:
    assert position("5x5:4 ..... ..... ..X.. ..... .....").game is game("5x5:4")
    assert position("connect4 4453") == position("4453", "connect4")
    assert position("4x4") == game("4x4").start() == position(game("4x4"))
    assert position("0x0 xx0 00x").game is game("3x3"), "noughts written as zeros are no size"
    with pytest.raises(NotationError, match="the text says that the game is 3x3, not 4x4"):
        position("3x3 X.. .O. ...", game="4x4")


CELLS = ("c1", "C1", " c1 ", 2, (0, 2), [0, 2], "0 2", "(0, 2)")


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_is_taken_in_every_form(cell: object) -> None:
    one = position(START)
    record = noughts.Record(one)
    record.play(cell)  # type: ignore[arg-type]
    assert record.moves == [2]
    assert one.play(cell) == record.position == one.child(2)  # type: ignore[arg-type]
    assert one[cell] is None  # type: ignore[index]
    assert record.position[cell] == "X"  # type: ignore[index]
    assert record.position.mark(cell) == "X"  # type: ignore[arg-type]


def test_every_cell_has_a_name_a_number_and_a_place() -> None:
    for spec in ("3x3", "7x6:4+drop", "3x3x3", "30x2:2"):
        one = game(spec).start()
        shape = one.game.shape
        for cell in one:
            place = tuple(shape.place(cell))[shape.is_flat :]
            assert one[cell] is one[shape.name(cell)] is one[place] is None
            if cell in one.moves():
                assert one.play(cell) == one.play(shape.name(cell)) == one.play(place)


def test_a_text_of_digits_is_a_column_where_stones_fall() -> None:
    one = game("connect4").start()
    assert one.play("4").play("4")["d5"] == "O"
    with pytest.raises(NotationError, match="there is no column 8: expected 1 to 7"):
        one.play("8")


@pytest.mark.parametrize(
    "cell", [True, None, 2.0, "z9", "", (0, 5), (0, 0, 2), (), (True, 1), {}, b"a"]
)
def test_what_is_no_cell_is_refused_in_one_sentence(cell: object) -> None:
    one = position(START)
    for ask in (one.play, one.__getitem__, noughts.Record(one).play):
        with pytest.raises(NotationError) as caught:
            ask(cell)  # type: ignore[arg-type,index]
        assert "\n" not in str(caught.value)


def test_taken_cells_and_cells_that_are_not_there_break_the_rules() -> None:
    for cell, words in (("b2", "b2 is taken by O"), (9, "no cell 9: expected 0 to 8")):
        with pytest.raises(RulesError, match=words):
            position(START).play(cell)


@pytest.mark.parametrize(
    "given",
    [
        [[1, 0, 0], [0, -1, 0], [0, 0, 0]],
        ((1, 0, 0), (0, 2, 0), (0, 0, 0)),
        [1, 0, 0, 0, 2.0, 0, 0, 0, 0],
        [["X", "", None], [" ", "o", "."], ["_", "-", ""]],
        ["X..", ".O.", "..."],
        position(START),
    ],
)
def test_a_position_is_read_from_what_programs_hold(given: noughts.Position) -> None:
    assert position(given) == position(START)


def test_arrays_are_read() -> None:
    numpy = pytest.importorskip("numpy")
    for dtype in ("int8", "float64", "object"):
        rows = numpy.array([[1, 0, 0], [0, -1, 0], [0, 0, 0]], dtype=dtype)
        assert position(rows) == position(START)
    assert position(numpy.array(list(START.replace(" ", "")))) == position(START)
    assert position(numpy.zeros((6, 7)), "connect4") == game("connect4").start()
    assert position(START).play(numpy.int64(2)) == position(START).play(2)
    with pytest.raises(NotationError, match="got 5"):
        position(numpy.array(5))


def test_of_two_marks_of_ones_own_the_more_frequent_moved_first() -> None:
    rows = [["A", "B", "A"], ["", "", ""], ["", "", ""]]
    assert position(rows).text == "XOX ... ..."
    rows[0][2] = ""
    with pytest.raises(NotationError, match=r"A and B have as many stones: .* \(first='A'\)"):
        position(rows)
    assert position(rows, first="B").text == "OX. ... ..."
    assert position(START, first="O").text == f"{START} O"
    assert position([[1, 2, 0], [0] * 3, [0] * 3], first=2).first_mark == "O"
    assert position("b2 a1", "3x3", first="O")["b2"] == "O"
    with pytest.raises(NotationError, match="'C' cannot have moved first"):
        position(rows, first="C")
    with pytest.raises(NotationError, match="-1 and 2 stand for the same side"):
        position([1, -1, 2, 0, 0, 0, 0, 0, 0])


@pytest.mark.parametrize("given", [None, 5, {}, b"X........", object(), True, [], [[]], [True] * 9])
def test_what_is_no_position_is_a_notation_error(given: object) -> None:
    with pytest.raises(NotationError):
        position(given)  # type: ignore[arg-type]
    for ask in (noughts.analyze, noughts.solve, noughts.best_move, noughts.census):
        with pytest.raises(NotationError):
            ask(given)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["3x3", game("3x3"), "... ... ...", game("3x3").start()])
def test_the_questions_take_a_spec_a_game_a_text_or_a_position(given: str) -> None:
    assert str(noughts.analyze(given).value) == "draw in 9"
    assert str(noughts.solve(given).value) == "draw in 9"
    assert noughts.best_move(given) == noughts.analyze(given).best_move == 0
    assert noughts.census(given).total("positions") == 5478
    assert noughts.assert_perfect("perfect", given).perfect


def test_a_best_move_is_the_lowest_and_none_when_the_game_is_over() -> None:
    for one in every_position(game("3x3")):
        report = noughts.analyze(one)
        assert report.best_move == (None if one.is_over else report.best[0])
        assert len(repr(report)) < 80


def test_a_player_that_errs_fails_with_the_game_that_it_loses() -> None:
    with pytest.raises(AssertionError, match="Not perfect: it can be beaten"):
        noughts.assert_perfect(lambda position: position.moves()[0])


def test_a_record_is_played_on_taken_back_printed_and_saved(tmp_path: Path) -> None:
    record = noughts.Record(game("3x3").start())
    for cell in ("b2", (0, 0), 8):
        record.play(cell)
    assert record.undo() == 8
    assert str(record) == "game: 3x3\nfirst: X\nmoves: b2 a1\n"
    record.save(tmp_path / "game.txt")
    assert noughts.read_record((tmp_path / "game.txt").read_text(encoding="utf-8")) == record
    record.undo()
    record.undo()
    with pytest.raises(RulesError, match="there is no move to take back"):
        record.undo()


def test_a_position_counts_its_cells_and_answers_by_properties() -> None:
    won = position("XXX OO. ...")
    assert (won.is_over, won.is_lined, won.is_full, won.winner) == (True, True, False, "X")
    assert list(won) == list(range(9))
    assert pickle.loads(pickle.dumps(won)) == won


def test_no_public_function_has_the_name_of_a_module_beside_it() -> None:
    """But for the searches: there a file is one algorithm, and the door hands out the function."""
    house = Path(noughts.__file__).parent
    doors = [path for path in house.rglob("__init__.py") if "__all__" in path.read_text("utf-8")]
    assert len(doors) > 20
    for door in doors:
        name = ".".join(door.parent.relative_to(house.parent).parts)
        modules = {path.stem for path in door.parent.iterdir()}
        if name != "noughts.search":
            assert not modules & set(importlib.import_module(name).__all__), name


def test_every_error_that_is_raised_on_purpose_is_exported() -> None:
    def family(error: type[NoughtsError]) -> set[str]:
        names = [family(child) for child in error.__subclasses__()]
        return {error.__name__}.union(*names)

    assert {name for name in family(NoughtsError) if not name.startswith("_")} <= set(
        noughts.__all__
    )


def test_a_client_of_the_public_names_works() -> None:
    assert client.ends(client.play("3x3")) == (None, 9, "draw")
    assert client.ends(client.play("4x3:3"))[0] == "X"
    assert client.count("3x3") == 255168
    assert client.is_perfect(client.choose)
    assert not client.is_perfect(lambda position: position.moves()[0])


def test_the_page_names_every_public_name() -> None:
    page = (REPOSITORY / "docs" / "python.md").read_text(encoding="utf-8")
    table = page[page.index("## Every public name") :]
    for name in noughts.__all__:
        assert f"`{name}`" in table or f"`{name}(" in table or f"`{name}`s" in table, name


def test_a_game_of_ones_own_is_never_mistaken_for_another() -> None:
    own = noughts.read_game("3x3\na1 b2 c3")
    one = own.start().play("a1").play("c1").play("a2")
    assert position(one.text, own) == one
    with pytest.raises(NotationError):
        position(one.text)


@pytest.mark.parametrize("cell", [float("nan"), 1.5, 1 + 0j])
def test_numbers_that_are_no_marks_are_refused(cell: object) -> None:
    with pytest.raises(NotationError, match="expected marks or whole numbers"):
        position([cell, *[0] * 8])


def test_numbers_of_numpy_are_read_inside_lists_too() -> None:
    numpy = pytest.importorskip("numpy")
    rows = [[numpy.int64(1), 0, 0], numpy.array([0, -1, 0]), (0, 0, 0)]
    assert position(rows) == position(START)


def test_lists_without_end_and_texts_that_are_none_are_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(NotationError, match="without end"):
        position(endless)
    for ask in (noughts.read_game, noughts.read_record):
        with pytest.raises(NotationError, match="got None"):
            ask(None)  # type: ignore[arg-type]


def test_other_whole_numbers_are_marks_of_ones_own() -> None:
    assert position([[5, 7, 0], [0] * 3, [0] * 3], first=7).text == "OX. ... ..."


@pytest.mark.parametrize("seconds", [-1, "a", float("nan"), True])
def test_every_question_refuses_what_is_no_time(seconds: float) -> None:
    for ask in (noughts.analyze, noughts.solve, noughts.best_move, noughts.game_tree):
        with pytest.raises(NotationError, match="expected a number of seconds"):
            ask(START, seconds=seconds)
    with pytest.raises(NotationError, match="expected a number of seconds"):
        noughts.compare(START, budget=seconds)
    with pytest.raises(NotationError, match="expected a number of plies"):
        noughts.census("3x3", plies=-1)


def test_records_and_searches_begin_from_any_form() -> None:
    assert noughts.Record("3x3") == noughts.Record(game("3x3").start())  # type: ignore[arg-type]
    assert SEARCHES["minimax"]("XX. OO. ...").move == 2
