"""What the world has counted comes out here: every fact about 3x3 and 4x4, with its source.

The numbers stand in known/ and counts/, each with where it comes from.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from naive import (
    all_positions,
    board_text,
    naive_board_maps,
    naive_lines,
    naive_solver,
    naive_value,
    read_rows,
    unfinished,
)

from noughts import position
from noughts.explain.count.counting import Census, census
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.rules.symmetry import canonical
from noughts.solver import Oracle

UCI = Path(__file__).resolve().parents[2] / "shared/ground-truth/uci_tictactoe/tic-tac-toe.data"


@lru_cache
def counts(spec: str) -> Census:
    return census(game(spec))


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def by_ply(positions: set[Position]) -> list[int]:
    found = Counter(one.stones for one in positions)
    return [found[stones] for stones in range(10)]


def value_for_x(one: Position) -> int:
    outcome, _ = naive_value(one)
    return outcome if one.to_move == "X" else -outcome


def preserving_games(one: Position) -> int:
    """Games in which neither side ever spoils the value."""
    if one.is_over:
        return 1
    good = naive_solver(one.game).good(one)
    return sum(preserving_games(one.play(move)) for move in good)


def facts_of_3x3() -> dict[str, list[int]]:
    """Each fact of the table, from the library where it counts it, else by hand."""
    rules = game("3x3")
    positions = all_positions(rules)
    total, layers = counts("3x3").total, counts("3x3").layers
    classes = {canonical(one) for one in positions}
    over = [one for one in positions if one.is_over]
    over_classes = [one for one in classes if one.is_over]
    to_move = Counter(naive_value(one)[0] for one in positions)
    oracle = Oracle(rules)
    facts = {
        "positions": [total("positions")],
        "unfinished": [total("unfinished")],
        "nodes": [total("nodes")],
        "games": [total("games")],
        "games won by X": [total("games_won_by_first")],
        "games won by O": [total("games_won_by_second")],
        "games drawn": [total("games_drawn")],
        "positions by ply": [layer.positions for layer in layers],
        "classes": [total("classes")],
        "classes by ply": [layer.classes for layer in layers],
        "finished": [total("finished")],
        "finished, won by X": [total("won_by_first")],
        "finished, won by O": [total("won_by_second")],
        "finished, drawn": [total("drawn")],
        "finished classes": [total("finished_classes")],
        "finished classes, won by X": [sum(one.winner == "X" for one in over_classes)],
        "finished classes, won by O": [sum(one.winner == "O" for one in over_classes)],
        "finished classes, drawn": [sum(one.winner is None for one in over_classes)],
        "value-preserving games": [preserving_games(Position(rules))],
        "classes won for X by ply": by_ply({one for one in classes if value_for_x(one) == 1}),
        "classes won for O by ply": by_ply({one for one in classes if value_for_x(one) == -1}),
        "more than one good move": [
            sum(len(oracle.analyze(one).good) > 1 for one in unfinished(rules))
        ],
        "won for the side to move": [to_move[1]],
        "drawn for the side to move": [to_move[0]],
        "lost for the side to move": [to_move[-1]],
        "first moves that draw": [len(oracle.analyze(Position(rules)).good)],
    }
    facts |= {f"games of {ply} plies": [layers[ply].games] for ply in range(5, 10)}
    assert len(over) == facts["finished"][0]
    return facts


def test_every_fact_about_3x3_comes_out() -> None:
    rows = read_rows("known/facts_3x3.txt")
    found = facts_of_3x3()
    assert {what for what, _, _ in rows} == set(found)
    for what, value, source in rows:
        assert found[what] == numbers(value), (what, source)


def test_the_uci_data_set_agrees_in_all_958_rows() -> None:
    """UCI "Tic-Tac-Toe Endgame" (Aha 1991): final boards, x first, positive where x has won."""
    if not UCI.exists():
        pytest.skip("the UCI data set is not beside the repository")
    rows = [row.split(",") for row in UCI.read_text().split()]
    assert len(rows) == 958
    labels = {}
    for *cells, label in rows:
        board = "".join({"x": "X", "o": "O", "b": "."}[cell] for cell in cells)
        one = position(board, "3x3")
        assert one.is_over
        assert one.first_mark == "X" or one.stones == 9
        assert (one.winner == "X") is (label == "positive")
        labels[board] = label
    ours = {board_text(one) for one in all_positions(game("3x3")) if one.is_over}
    assert set(labels) == ours
    assert Counter(labels.values()) == {"positive": 626, "negative": 332}


@pytest.mark.parametrize("row", read_rows("counts/totals.txt"), ids=lambda row: " ".join(row[:2]))
def test_totals_of_other_games_come_out(row: list[str]) -> None:
    spec, what, number, _source = row
    assert counts(spec).total(what) == int(number)


@pytest.mark.parametrize("row", read_rows("counts/layers.txt"), ids=lambda row: row[0])
def test_positions_by_ply_come_out(row: list[str]) -> None:
    spec, expected, _source = row
    plies = len(numbers(expected)) - 1
    found = [layer.positions for layer in census(game(spec), plies).layers]
    assert found == numbers(expected)


def test_no_game_on_the_3x3_torus_can_be_drawn() -> None:
    """facts.md: first player, no draw possible."""
    assert counts("3x3+torus").total("games_drawn") == 0
    assert not [one for one in all_positions(game("3x3+torus")) if naive_value(one)[0] == 0]


def test_misere_3x3_is_drawn_by_the_centre_alone() -> None:
    """facts.md: on misère 3×3 only the centre holds the draw."""
    analysis = Oracle(game("3x3+misere")).analyze(Position(game("3x3+misere")))
    assert analysis.good == [4]


def test_3x3x3_is_won_by_the_centre() -> None:
    """facts.md: 3×3×3, first player, by the centre."""
    rules = game("3x3x3")
    oracle = Oracle(rules, 60)
    assert oracle.value(Position(rules).play(13)).outcome == -1
    assert 13 in oracle.analyze(Position(rules)).best


# All of 4x4 at once, as sets of second stones held in one big int for each set of first stones


class FourByFour:
    """Every position of 4x4, bit-parallel: bit o of a plane says something about stones o of O.

    For each set x of X's stones two layers: "after X" with one O less (O is to move) and "even"
    with as many (X is to move). A further stone of O on a cell is a shift by 1 << cell.
    """

    def __init__(self) -> None:
        size = 16
        lines = [sum(1 << cell for cell in line) for line in naive_lines(4, 4, 1, 4)]
        self.with_cell = [self._plane(lambda o, c=c: o >> c & 1) for c in range(size)]
        self.of_size = [self._plane(lambda o, n=n: o.bit_count() == n) for n in range(9)]
        common: list[int | None] = [None] * (1 << size)
        for stones in range(1 << size):
            for line in lines:
                if line & stones == line:
                    known = common[stones]
                    common[stones] = line if known is None else known & line
        self.lined = self._plane(lambda o: common[o] is not None)
        self.by_one_stone = self._plane(lambda o: bool(common[o]))
        self.images = [self._image_table(one) for one in sorted(naive_board_maps(4, 4))]
        self.unmoved = [self._plane(lambda o, t=table: o == t[o]) for table in self.images]
        self.drawn: dict[int, tuple[int, int]] = {}  # by the least image of x: after X, even
        names = ("X", "O", "finished", "all")
        self.sums: dict[str, list[int]] = {name: [0] * 17 for name in names}
        self.positions = [0] * 17
        won_later: dict[int, tuple[int, int]] = {}
        for stones in range(8, -1, -1):
            won_later = {
                x: self._layers(x, stones, common[x], won_later)
                for x in range(1 << size)
                if x.bit_count() == stones
            }

    @staticmethod
    def _plane(holds: object) -> int:
        bits = bytearray(1 << 13)
        for o in range(1 << 16):
            if holds(o):  # type: ignore[operator]
                bits[o >> 3] |= 1 << (o & 7)
        return int.from_bytes(bits, "little")

    @staticmethod
    def _image_table(symmetry: tuple[int, ...]) -> list[int]:
        """Where a symmetry takes each set of stones."""
        table = [0]
        for cell in range(16):
            table += [stones | 1 << symmetry[cell] for stones in table]
        return table

    def _layers(
        self, x: int, stones: int, common: int | None, later: dict[int, tuple[int, int]]
    ) -> tuple[int, int]:
        """Count both layers of x; the planes of X's and of O's wins after X's move."""
        free = [cell for cell in range(16) if not x >> cell & 1]
        apart = (1 << (1 << 16)) - 1
        for cell in range(16):
            if x >> cell & 1:
                apart &= ~self.with_cell[cell]
        after_x = self.of_size[stones - 1] & apart & ~self.lined if stones else 0
        if common is not None:  # the line is X's last stone, and the game is over
            if not common:
                return 0, 0
            self._count(x, 2 * stones - 1, after_x, after_x, 0, after_x)
            return after_x, 0
        even = self.of_size[stones] & apart
        o_made = even & self.by_one_stone
        even = even & ~self.lined
        x_wins, o_wins = 0, even if stones < 8 else 0
        if stones < 8:
            for cell in free:
                x_later, o_later = later[x | 1 << cell]
                x_wins |= x_later
                o_wins &= o_later | self.with_cell[cell]
            x_wins &= even
        finished = o_made | (even if stones == 8 else 0)
        self._count(x, 2 * stones, even | o_made, x_wins, o_wins | o_made, finished)
        drawn_even = even & ~(x_wins | o_wins)
        if not stones:
            self.drawn[x] = 0, drawn_even
            return 0, 0
        o_wins |= o_made
        o_before, x_before = 0, after_x
        for cell in free:
            o_before |= o_wins >> (1 << cell) & ~self.with_cell[cell]
            x_before &= x_wins >> (1 << cell) | self.with_cell[cell]
        o_before &= after_x
        self._count(x, 2 * stones - 1, after_x, x_before, o_before, 0)
        if x == min(table[x] for table in self.images):
            self.drawn[x] = after_x & ~(x_before | o_before), drawn_even
        return x_before, o_before

    def _count(
        self, x: int, ply: int, everything: int, x_wins: int, o_wins: int, finished: int
    ) -> None:
        self.positions[ply] += everything.bit_count()
        planes = {"X": x_wins, "O": o_wins, "finished": finished, "all": everything}
        for table, unmoved in zip(self.images, self.unmoved, strict=True):
            if table[x] == x:
                for name, plane in planes.items():
                    if plane:
                        self.sums[name][ply] += (plane & unmoved).bit_count()

    def games_that_stay_drawn(self) -> int:
        """How many games pass through drawn positions only, counted from the end."""
        after: dict[int, dict[int, int]] = {}
        for x in sorted(self.drawn, key=lambda x: -x.bit_count()):
            free = [1 << cell for cell in range(16) if not x >> cell & 1]
            later = []  # for each stone of X: where the position lies turned, and how it is turned
            for stone in free:
                child = x | stone
                least = min(table[child] for table in self.images)
                table = next(table for table in self.images if table[child] == least)
                later.append((stone, after.get(least, {}), table))
            drawn_after, drawn_even = map(bits_of, self.drawn[x])
            if x.bit_count() == 8:
                even = dict.fromkeys(drawn_even, 1)
            else:
                even = {
                    o: sum(known.get(table[o], 0) for stone, known, table in later if not o & stone)
                    for o in drawn_even
                }
            after[x] = {
                o: sum(even.get(o | stone, 0) for stone in free if not o & stone)
                for o in drawn_after
            }
        return even[0]

    def classes(self, name: str) -> list[int]:
        """Burnside: classes are the average number of positions that a symmetry leaves alone."""
        assert all(total % 8 == 0 for total in self.sums[name])
        return [total // 8 for total in self.sums[name]]


def bits_of(plane: int) -> list[int]:
    """The set bits of a big int, by looking for ones in its digits."""
    digits, found, at = f"{plane:b}"[::-1], [], -1
    while (at := digits.find("1", at + 1)) >= 0:
        found.append(at)
    return found


def test_every_fact_about_4x4_comes_out_of_all_its_positions() -> None:
    facts = {what: numbers(value) for what, value, _ in read_rows("known/facts_4x4.txt")}
    twin = FourByFour()
    assert sum(twin.positions) == facts["positions"][0]
    assert twin.classes("X") == facts["classes won for X by ply"]
    assert twin.classes("O") == facts["classes won for O by ply"]
    assert twin.classes("finished") == facts["finished classes by ply"]
    assert twin.games_that_stay_drawn() == facts["value-preserving games"][0]
    ours = counts("4x4")
    assert [layer.positions for layer in ours.layers] == twin.positions
    assert [layer.classes for layer in ours.layers] == twin.classes("all")
    assert [layer.finished_classes for layer in ours.layers] == twin.classes("finished")


def test_every_count_of_4x4_comes_out_of_the_census() -> None:
    facts = {what: numbers(value) for what, value, _ in read_rows("known/facts_4x4.txt")}
    total = counts("4x4").total
    assert total("games") == facts["games"][0]
    assert total("games_won_by_first") == facts["games won by X"][0]
    assert total("games_won_by_second") == facts["games won by O"][0]
    assert total("games_drawn") == facts["games drawn"][0]
    assert total("positions") == facts["positions"][0]
