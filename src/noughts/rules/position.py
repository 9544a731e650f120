"""Position: the stones on the board. What can be derived from them is not stored."""

from collections.abc import Iterator
from typing import Any

from noughts.errors import RulesError
from noughts.rules.game import Game
from noughts.rules.grid import AnyCell, Cell, Mask


class Position:
    """The stones of the first and of the second player; turns alternate.

    A position never changes: `play` makes a new one. Two positions are equal when the stones
    and the game are; which mark the first player has matters to notation alone.

    >>> from noughts.rules.catalog import game
    >>> start = Position(game("3x3"))
    >>> start.play(4).to_move, start.to_move
    ('O', 'X')
    """

    __slots__ = ("first_mark", "game", "mine", "theirs")

    game: Game
    mine: Mask
    """Stones of the side to move."""
    theirs: Mask
    """Stones of the other side."""
    first_mark: str

    def __init__(
        self, game: Game, first: Mask = 0, second: Mask = 0, first_mark: str = "X"
    ) -> None:
        turned = (first | second).bit_count() & 1
        _set_game(self, game)
        _set_mine(self, second if turned else first)
        _set_theirs(self, first if turned else second)
        _set_first_mark(self, first_mark)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position never changes: cannot set {name}; play() makes a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position never changes: cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.mine == other.mine and self.theirs == other.theirs and self.game is other.game

    def __hash__(self) -> int:
        return hash((self.mine, self.theirs, id(self.game)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.first, self.second, self.first_mark)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    # The looks upwards in the house: a position shows itself and reads what is played.

    def __str__(self) -> str:
        from noughts.notation.diagram import draw

        return draw(self)

    def __repr__(self) -> str:
        from noughts.notation.format import position_repr

        return position_repr(self)

    @property
    def text(self) -> str:
        """The short form, which `noughts.position` reads back; after the game, if need be."""
        from noughts.notation.format import position_text

        return position_text(self)

    def _repr_svg_(self) -> str:
        from noughts.notation.svg import position_svg

        return position_svg(self)

    @property
    def stones(self) -> int:
        """How many stones lie on the board."""
        return (self.mine | self.theirs).bit_count()

    @property
    def taken(self) -> Mask:
        return self.mine | self.theirs

    @property
    def first(self) -> Mask:
        """Stones of the player who moved first."""
        return self.theirs if (self.mine | self.theirs).bit_count() & 1 else self.mine

    @property
    def second(self) -> Mask:
        """Stones of the other player."""
        return self.mine if (self.mine | self.theirs).bit_count() & 1 else self.theirs

    @property
    def key(self) -> int:
        """An int that identifies the position within its game."""
        return self.first | self.second << self.game.cells

    @property
    def second_mark(self) -> str:
        return other_mark(self.first_mark)

    @property
    def to_move(self) -> str:
        """The mark of the side whose turn it is, or would be if the game were not over."""
        return self.second_mark if self.stones % 2 else self.first_mark

    @property
    def moved_last(self) -> str:
        """The mark of the other side."""
        return other_mark(self.to_move)

    def __iter__(self) -> Iterator[Cell]:
        """The cells of the board, in reading order."""
        return iter(range(self.game.cells))

    def __getitem__(self, cell: AnyCell) -> str | None:
        """The mark on a cell, None where it is free: `position["b2"]`."""
        from noughts.notation.moves import cell_of

        return self.mark(cell_of(self.game, cell))

    def mark(self, cell: AnyCell) -> str | None:
        """The same; a number is not checked."""
        if type(cell) is not int:
            return self[cell]
        if self.first >> cell & 1:
            return self.first_mark
        return self.second_mark if self.second >> cell & 1 else None

    def moves(self) -> list[Cell]:
        """Cells the side to move may take, lowest first; none when the game is over."""
        game = self.game
        if game.has_line(self.theirs):
            return []
        free = self.open_mask() if game.drop else game.all_mask ^ (self.mine | self.theirs)
        return list(game.cells_in(free))

    def open_mask(self) -> Mask:
        """Free cells that a stone can reach, whether or not the game is over."""
        taken = self.mine | self.theirs
        free = self.game.all_mask & ~taken
        if not self.game.drop:
            return free
        # A stone comes to rest on the floor, the row under the last one, or on another stone.
        width, cells = self.game.width, self.game.cells
        support = taken | ((1 << width) - 1) << cells
        return free & support >> width

    def play(self, cell: AnyCell) -> "Position":
        """The position after the side to move takes a cell, if it may; self is unchanged.

        A cell is its number from 0, its name, or (row, column) from 0; in drop games a text of
        digits is a column from 1.

        >>> from noughts.rules.catalog import game
        >>> Position(game("3x3")).play("b2").play((1, 1))
        Traceback (most recent call last):
        noughts.errors.RulesError: b2 is taken by X
        """
        if type(cell) is not int:
            from noughts.notation.moves import landing_of

            cell = landing_of(self, cell)
        if cell < 0 or not self.open_mask() >> cell & 1 or self.is_lined:
            self._refuse(cell)
        return self.child(cell)

    def child(self, cell: Cell) -> "Position":
        """The same for a cell that is known to be one of the moves: nothing is checked."""
        after = _new(Position)  # what __init__ does, without asking whose turn it is
        _set_game(after, self.game)
        _set_mine(after, self.theirs)
        _set_theirs(after, self.mine | 1 << cell)
        _set_first_mark(after, self.first_mark)
        return after

    def _refuse(self, cell: Cell) -> None:
        """Say why a cell is none of the moves."""
        if not 0 <= cell < self.game.cells:
            raise RulesError(f"there is no cell {cell}: expected 0 to {self.game.cells - 1}")
        name = self.game.shape.name(cell)
        if self.mark(cell) is not None:
            raise RulesError(f"{name} is taken by {self.mark(cell)}")
        below = self.game.below(cell)
        if below is not None and self.mark(below) is None:
            raise RulesError(
                f"a stone cannot rest on {name}: {self.game.shape.name(below)} is free"
            )
        raise RulesError(f"{name} cannot be played: the game is over, {self.winner} has won")

    @property
    def is_lined(self) -> bool:
        """Has the side that moved last completed a line?"""
        return self.game.has_line(self.theirs)

    @property
    def is_full(self) -> bool:
        """Is every cell taken?"""
        return (self.mine | self.theirs) == self.game.all_mask

    @property
    def is_over(self) -> bool:
        """Is no more move to be made?"""
        game = self.game
        return game.has_line(self.theirs) or (self.mine | self.theirs) == game.all_mask

    def completed_lines(self) -> list[Mask]:
        """Every line that one side holds whole."""
        sides = (self.first, self.second)
        return [line for line in self.game.lines if any(line & side == line for side in sides)]

    @property
    def winner(self) -> str | None:
        """The mark that has won: in a misère game the side without the line."""
        if not self.is_lined:
            return None
        return self.to_move if self.game.misere else self.moved_last


def other_mark(mark: str) -> str:
    """O for X and X for O."""
    return "O" if mark == "X" else "X"


# The slots' own setters: __setattr__ refuses everyone, and these are the quickest way past it.
_new = object.__new__
_set_game = Position.__dict__["game"].__set__
_set_mine = Position.__dict__["mine"].__set__
_set_theirs = Position.__dict__["theirs"].__set__
_set_first_mark = Position.__dict__["first_mark"].__set__
