"""The census of a game: how many positions and how many games there are.

In a game without drop nothing needs walking. Any order of moves leads to an unfinished position,
so it arises in x! * o! ways. The last stone of a finished one lies on all its completed lines:
with c cells common to them it arises in c * (x - 1)! * o! ways, x being the winner's stones. So
it is enough to count *pairs of stone sets*, and those are counted for all second sets at once:

    free_sets[mask]     how many line-free sets of each size lie within mask,
                        all sizes packed into one big int, 64 bits each

Positions up to symmetry follow from Burnside's lemma: their number is the average, over the
board symmetries, of how many positions each symmetry leaves as they are.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import factorial
from typing import Any

from noughts.errors import LimitReached, NotationError
from noughts.notation import head
from noughts.notation.parse import Given, position as read_position
from noughts.rules import Game, Mask, Position, Symmetry, board_symmetries, canonical, mask_of
from noughts.solver.forecast import positions_ahead

MOST_CELLS = 20  # 2 ** 20 masks of cells take some seconds and some hundred megabytes
MOST_WALKED = 16_000_000  # positions, at most by a count that is far above the truth
MOST_WORK = 300_000_000  # positions times cells times symmetries: some ten seconds
MOST_REMEMBERED = 500_000
FIELD = 64


@dataclass(slots=True)
class Layer:
    """What there is with one number of stones."""

    unfinished: int = 0
    won_by_first: int = 0
    won_by_second: int = 0
    drawn: int = 0
    classes: int = 0
    finished_classes: int = 0
    nodes: int = 0
    games_won_by_first: int = 0
    games_won_by_second: int = 0
    games_drawn: int = 0

    @property
    def finished(self) -> int:
        return self.won_by_first + self.won_by_second + self.drawn

    @property
    def positions(self) -> int:
        return self.unfinished + self.finished

    @property
    def games(self) -> int:
        return self.games_won_by_first + self.games_won_by_second + self.games_drawn


@dataclass(slots=True)
class Census:
    """The counts of a game, by number of stones."""

    game: Game
    layers: list[Layer] = field(default_factory=list)

    def total(self, what: str) -> int:
        """A count over all layers.

        >>> from noughts.rules.catalog import game
        >>> census(game("3x3")).total("games")
        255168
        """
        return sum(getattr(layer, what) for layer in self.layers)

    def to_dict(self) -> dict[str, Any]:
        """The census as JSON has it."""
        return {
            **head(self.game),
            "nodes": self.total("nodes"),
            "games": self.total("games"),
            "won_by_first": self.total("games_won_by_first"),
            "won_by_second": self.total("games_won_by_second"),
            "drawn": self.total("games_drawn"),
            "games_by_length": [
                {"ply": ply, "games": layer.games}
                for ply, layer in enumerate(self.layers)
                if layer.games
            ],
            "positions": self.total("positions"),
            "unfinished": self.total("unfinished"),
            "finished": self.total("finished"),
            "classes": self.total("classes"),
            "finished_classes": self.total("finished_classes"),
            "layers": [
                {
                    "ply": ply,
                    "positions": layer.positions,
                    "classes": layer.classes,
                    "unfinished": layer.unfinished,
                    "finished": layer.finished,
                    "finished_classes": layer.finished_classes,
                    "games": layer.games,
                }
                for ply, layer in enumerate(self.layers)
            ],
        }


def census(given: Given, plies: int | None = None) -> Census:
    """Count a game, or its first plies; raises LimitReached where that would take too long.

    >>> [layer.positions for layer in census("3x3").layers]
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    """
    game = read_position(given).game
    if plies is not None and plies < 0:
        raise NotationError(f"expected a number of plies of 0 or more, got {plies}")
    plies = game.cells if plies is None else min(plies, game.cells)
    if not game.drop and game.cells <= MOST_CELLS:
        return Census(game, _count(game)[: plies + 1])
    _refuse_what_is_too_long(game, plies)
    return Census(game, _walk(game, plies))


def _refuse_what_is_too_long(game: Game, plies: int) -> None:
    """Walking costs a look at every image of every position."""
    start = Position(game)
    ahead = positions_ahead(start, plies)
    images = len(board_symmetries(game)) * game.cells
    if ahead > MOST_WALKED or ahead * images > MOST_WORK:
        few = next(p for p in range(plies, -1, -1) if _is_short(start, p, images) or p == 0)
        raise LimitReached(
            f"up to {ahead:.2g} positions would have to be walked one by one: expected a game "
            f"without drop of at most {MOST_CELLS} cells, or few plies (--plies {few})"
        )


def _is_short(start: Position, plies: int, images: int) -> bool:
    ahead = positions_ahead(start, plies)
    return ahead <= MOST_WALKED and ahead * images <= MOST_WORK


def tree_nodes(position: Position) -> int | None:
    """The nodes of the whole game tree under a position; None where counting takes too long.

    >>> from noughts.rules.catalog import game
    >>> tree_nodes(Position(game("3x3"))), tree_nodes(Position(game("4x4")))
    (549946, 36277691063105)
    """
    game = position.game
    if not position.stones and not game.drop and game.cells <= MOST_CELLS:
        return census(game).total("nodes")
    if positions_ahead(position) > MOST_REMEMBERED:
        return None
    nodes: dict[int, int] = {}

    def count(position: Position) -> int:
        if position.key not in nodes:
            children = map(position.child, position.moves())
            nodes[position.key] = 1 + sum(map(count, children))
        return nodes[position.key]

    return count(position)


# Counting: games without drop


def _count(game: Game) -> list[Layer]:
    layers = [Layer() for _ in range(game.cells + 1)]
    symmetries = board_symmetries(game)
    for symmetry in symmetries:
        _add_unmoved(game, symmetry, layers)
    for layer in layers:
        # Burnside: _add_unmoved has summed the unmoved positions over the symmetries.
        layer.classes //= len(symmetries)
        layer.finished_classes //= len(symmetries)
    return layers


def _add_unmoved(game: Game, symmetry: Symmetry, layers: list[Layer]) -> None:
    """Count the positions that a symmetry leaves as they are; for the identity, all of them.

    Such a position is made of whole cycles of the symmetry, so the cycles take the place of
    the cells.
    """
    cycles = _cycles(symmetry)
    is_identity = len(cycles) == game.cells
    everything = (1 << len(cycles)) - 1
    cells = _unions(cycles)
    shared = [_shared_by_lines(game, mask) for mask in cells]
    free_sets = _free_sets(cells, [cells_shared is None for cells_shared in shared])
    field_mask = (1 << FIELD) - 1
    for mask, common in enumerate(shared):
        stones = cells[mask].bit_count()
        others = free_sets[everything ^ mask]
        if common is None:
            for other in {stones, stones - 1} if stones else {0}:
                count = others >> FIELD * other & field_mask
                if count:
                    _add_unlined(game, layers[stones + other], stones, other, count, is_identity)
        elif common:
            for other, first_won in ((stones - 1, True), (stones, False)):
                count = others >> FIELD * other & field_mask
                if count:
                    layer = layers[stones + other]
                    orders = common.bit_count() * factorial(stones - 1) * factorial(other)
                    _add_lined(game, layer, count, orders, first_won, is_identity)


def _add_unlined(
    game: Game, layer: Layer, first: int, second: int, count: int, is_identity: bool
) -> None:
    full = first + second == game.cells
    layer.classes += count
    layer.finished_classes += count * full
    if is_identity:
        orders = count * factorial(first) * factorial(second)
        layer.nodes += orders
        layer.drawn += count * full
        layer.unfinished += count * (not full)
        layer.games_drawn += orders * full


def _add_lined(
    game: Game, layer: Layer, count: int, orders: int, lined_by_first: bool, is_identity: bool
) -> None:
    layer.classes += count
    layer.finished_classes += count
    if is_identity:
        layer.nodes += count * orders
        if lined_by_first != game.misere:
            layer.won_by_first += count
            layer.games_won_by_first += count * orders
        else:
            layer.won_by_second += count
            layer.games_won_by_second += count * orders


def _cycles(symmetry: Symmetry) -> list[Mask]:
    """The cycles of a permutation, each as a mask of its cells."""
    cycles, seen = [], set()
    for start in range(len(symmetry)):
        cycle = []
        cell = start
        while cell not in seen:
            seen.add(cell)
            cycle.append(cell)
            cell = symmetry[cell]
        if cycle:
            cycles.append(mask_of(cycle))
    return cycles


def _unions(cycles: list[Mask]) -> list[Mask]:
    """The cells of every set of cycles, the set being the index."""
    cells = [0]
    for cycle in cycles:
        cells += [mask | cycle for mask in cells]
    return cells


def _shared_by_lines(game: Game, stones: Mask) -> Mask | None:
    """The cells common to all completed lines; None where there is no completed line."""
    common = None
    for line in game.lines:
        if line & stones == line:
            common = line if common is None else common & line
    return common


def _free_sets(cells: list[Mask], is_free: list[bool]) -> list[int]:
    """For each mask, how many line-free sets of each size lie within it, packed by size."""
    counts = [
        1 << FIELD * mask.bit_count() if free else 0
        for mask, free in zip(cells, is_free, strict=True)
    ]
    bit = 1
    while bit < len(counts):
        for start in range(bit, len(counts), 2 * bit):
            for mask in range(start, start + bit):
                counts[mask] += counts[mask ^ bit]
        bit *= 2
    return counts


# Walking: drop games, and the first plies of anything


def _walk(game: Game, plies: int) -> list[Layer]:
    layers = []
    current = Counter({Position(game): 1})
    for ply in range(plies + 1):
        layer, following = Layer(), Counter[Position]()
        classes, finished_classes = set(), set()
        for position, orders in current.items():
            folded = canonical(position).key
            classes.add(folded)
            layer.nodes += orders
            if position.is_over:
                finished_classes.add(folded)
                _add_finished(layer, position, orders)
            else:
                layer.unfinished += 1
                if ply < plies:
                    for move in position.moves():
                        following[position.child(move)] += orders
        layer.classes, layer.finished_classes = len(classes), len(finished_classes)
        layers.append(layer)
        current = following
    return layers


def _add_finished(layer: Layer, position: Position, orders: int) -> None:
    if position.winner is None:
        layer.drawn += 1
        layer.games_drawn += orders
    elif position.winner == position.first_mark:
        layer.won_by_first += 1
        layer.games_won_by_first += orders
    else:
        layer.won_by_second += 1
        layer.games_won_by_second += orders
