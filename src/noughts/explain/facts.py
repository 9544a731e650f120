"""What a player sees on the board: threats, forks, and cells that are the same.

A *threat* of a side is a free cell that would complete one of its lines. Where stones fall, not
every threat can be carried out now: the cell has to be *open*, with a stone or the floor under it.

A *fork* is two threats or more, so placed that the side can carry out one of them on its next
turn, whatever single stone the other side puts down before:

    X . .        X has a fork, a2 and b3:
    . O .        both are free, and each completes a line
    X . X

Its cells are the open threats, and where stones fall also the threats that rest directly on one
of these: they open when the other side answers below.
"""

from collections.abc import Iterable
from typing import NamedTuple

from noughts.rules import Cell, Game, Mask, Position, board_symmetries, cells_of, image, mask_of

MOST_FOLDED_CELLS = 64  # a larger torus has too many symmetries to look through


class View(NamedTuple):
    """The board as one side sees it, whether or not it is that side's turn."""

    game: Game
    own: Mask
    other: Mask
    own_threats: Mask
    other_threats: Mask

    @classmethod
    def of(cls, position: Position) -> "View":
        """The board as the side to move sees it."""
        own, other = position.mine, position.theirs
        threats = (_threats(position.game, stones, position.taken) for stones in (own, other))
        return cls(position.game, own, other, *threats)

    def take(self, cell: Cell) -> "View":
        """The same after this side has taken a cell."""
        stone = mask_of([cell])
        free = self.game.all_mask & ~(self.own | self.other | stone)
        made = 0
        for rest in self.game.through[cell]:
            missing = rest & ~self.own
            if not missing & (missing - 1):
                made |= missing
        own_threats = (self.own_threats | made) & free
        own = self.own | stone
        return View(self.game, own, self.other, own_threats, self.other_threats & free)

    def turned(self) -> "View":
        """The same as the other side sees it."""
        return View(self.game, self.other, self.own, self.other_threats, self.own_threats)

    def open_mask(self) -> Mask:
        """Free cells that a stone can reach."""
        return Position(self.game, self.own, self.other).open_mask()

    def at_once(self) -> list[Cell]:
        """Cells with which this side, were it to move, would complete a line."""
        return list(cells_of(self.own_threats & self.open_mask()))

    def lines_completed(self, cell: Cell) -> list[Mask]:
        """The lines that this side would complete with a cell."""
        rests = self.game.through[cell]
        return [rest | mask_of([cell]) for rest in rests if rest & self.own == rest]

    def fork(self) -> list[Cell]:
        """The cells of this side's fork, lowest first; none where it has no fork.

        >>> from noughts.notation.parse import position
        >>> View.of(position("X.O .O. X.X")).turned().fork()  # a2 and b3
        [3, 7]
        """
        if not self.own_threats:
            return []
        now = self.at_once()
        cells = [
            cell
            for cell in cells_of(self.own_threats)
            if cell in now or (now and self.game.below(cell) in now)
        ]
        return cells if len(cells) > 1 else []

    def fork_moves(self, cells: Iterable[Cell]) -> list[Cell]:
        """The open cells, among some, with which this side would make a fork that works.

        It works unless the other side can then complete a line first. A cell that completes
        a line ends the game and makes no fork.

        >>> from noughts.notation.parse import position
        >>> view = View.of(position("X.. .O. ..X")).turned()
        >>> view.fork_moves(cells_of(view.open_mask()))  # were X to move: c1 and a3
        [2, 6]
        """
        found = []
        for cell in cells:
            if not mask_of([cell]) & self.own_threats:
                after = self.take(cell)
                if after.fork() and not after.turned().at_once():
                    found.append(cell)
        return found


def _threats(game: Game, stones: Mask, taken: Mask) -> Mask:
    """The free cells that would complete a line of those stones."""
    found = 0
    for line in game.lines:
        missing = line & ~stones
        if not missing & (missing - 1):
            found |= missing
    return found & ~taken


def lowest_twins(position: Position) -> dict[Cell, Cell]:
    """For each move the lowest move that is the same by symmetry; itself if there is no lower one.

    The same: a board symmetry leaves the position as it is and takes one move to the other. On
    a torus of more than 64 cells nothing is looked for.

    >>> from noughts.notation.parse import position
    >>> lowest_twins(position("X.. .O. ..X"))
    {1: 1, 2: 2, 3: 1, 5: 1, 6: 2, 7: 1}
    """
    moves = position.moves()
    if position.game.torus and position.game.cells > MOST_FOLDED_CELLS:
        return {move: move for move in moves}
    kept = [
        symmetry
        for symmetry in board_symmetries(position.game)
        if image(position, symmetry) == position
    ]
    return {move: min(symmetry[move] for symmetry in kept) for move in moves}
