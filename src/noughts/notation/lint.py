"""The position linter: everything that the rules have against the stones on a board."""

from noughts.notation.format import format_line
from noughts.rules import Game, Mask, Position, cells_of, other_mark

# How many ways of taking a drop position apart are tried before it is taken on trust.
MOST_TRIES = 200_000


def first_mark(crosses: int, noughts: int, to_move: str | None) -> str:
    """Which mark moved first: the one with more stones; in doubt the one to move, else X.

    >>> first_mark(2, 1, None), first_mark(2, 2, None), first_mark(2, 2, "O")
    ('X', 'X', 'O')
    """
    if crosses != noughts:
        return "X" if crosses > noughts else "O"
    return to_move or "X"


def complaints(
    game: Game, x_mask: Mask, o_mask: Mask, to_move: str | None = None, unread: int = 0
) -> list[str]:
    """All reasons why these stones cannot lie so, each a sentence without its full stop.

    to_move is the mark that is said to be next, if one is; unread is the number of cells whose
    mark could not be read, which may yet make the counts right.
    """
    crosses, noughts = x_mask.bit_count(), o_mask.bit_count()
    found = []
    if abs(crosses - noughts) > 1 + unread:
        found.append(f"X has {_stones(crosses)} and O has {noughts}, but turns alternate")
    counts_fit = not unread and not found
    turn = to_move
    if counts_fit:
        by_counts = Position(game, 0, 0, first_mark(crosses, noughts, to_move))
        turn_by_counts = by_counts.to_move if crosses == noughts else by_counts.moved_last
        turn = to_move or turn_by_counts
        if turn != turn_by_counts:
            found.append(
                f"{turn} cannot be to move: with {crosses} X and {noughts} O it is "
                f"{turn_by_counts}'s turn"
            )
    found += _line_complaints(game, {"X": x_mask, "O": o_mask}, turn, even=crosses == noughts)
    if game.drop:
        floating = _floating(game, x_mask | o_mask)
        found += floating
        if not found and counts_fit:
            first = first_mark(crosses, noughts, to_move)
            stones = (x_mask, o_mask) if first == "X" else (o_mask, x_mask)
            if not can_arise(Position(game, *stones)):
                other_way = crosses == noughts and can_arise(Position(game, stones[1], stones[0]))
                other = other_mark(first)
                hint = f"; if {other} moved first, end the text in {other}" if other_way else ""
                found.append(f"no order of moves leads to this board{hint}")
    return found


def _stones(count: int) -> str:
    return f"{count} stone{'s' * (count != 1)}"


def _line_complaints(
    game: Game, masks: dict[str, Mask], turn: str | None, *, even: bool
) -> list[str]:
    lines = {
        mark: [line for line in game.lines if line & mask == line] for mark, mask in masks.items()
    }
    found = []
    if lines["X"] and lines["O"]:
        x_line, o_line = (format_line(game, lines[mark][0]) for mark in "XO")
        found.append(f"both X ({x_line}) and O ({o_line}) have a line")
    elif turn and lines[turn]:
        other = other_mark(turn)
        hint = f"; if {other} moved first, end the text in {other}" if even and turn == "X" else ""
        found.append(
            f"{turn} cannot be to move: {turn} already has {format_line(game, lines[turn][0])}, "
            f"so the game was over before {other} played a last stone{hint}"
        )
    for mark in "XO":
        common = game.all_mask
        for line in lines[mark]:
            common &= line
        if not common:
            shown = " and ".join(format_line(game, line) for line in lines[mark])
            found.append(
                f"{mark}'s lines {shown} have no cell common to all, so no last stone made them"
            )
    return found


def _floating(game: Game, taken: Mask) -> list[str]:
    found = []
    for cell in cells_of(taken):
        below = game.below(cell)
        if below is not None and not taken >> below & 1:
            name = game.shape.name
            found.append(f"the stone on {name(cell)} floats: {name(below)} under it is free")
    return found


def can_arise(position: Position) -> bool:
    """Does some order of moves lead to a drop position whose stones all rest on something?

    Take it apart again, last stone first: the sides in turn lift a stone from the top of a
    column. The very last one must belong to every completed line. Which stones are left follows
    from the heights of the columns, so heights that failed once are not tried again.
    """
    game, width = position.game, position.game.width
    columns = [
        [position.first >> cell & 1 for cell in reversed(range(column, game.cells, width))
         if position.taken >> cell & 1]
        for column in range(width)
    ]  # fmt: skip
    last = position.game.all_mask
    for line in position.completed_lines():
        last &= line
    heights = tuple(map(len, columns))
    failed: set[tuple[int, ...]] = set()

    def lifts(heights: tuple[int, ...], allowed: Mask) -> list[tuple[int, ...]]:
        mover = sum(heights) % 2  # an odd number of stones: the first player moved last
        return [
            (*heights[:column], height - 1, *heights[column + 1 :])
            for column, height in enumerate(heights)
            if height
            and columns[column][height - 1] == mover
            and allowed >> game.cells - height * width + column & 1
        ]

    stack = [lifts(heights, last)] if any(heights) else []
    while stack:
        if not stack[-1]:
            stack.pop()
            continue
        heights = stack[-1].pop()
        if not any(heights) or len(failed) > MOST_TRIES:
            return True
        if heights not in failed:
            failed.add(heights)
            stack.append(lifts(heights, game.all_mask))
    return not position.taken
