"""Evaluations: guesses for positions where a search stops before the end of the game."""

from noughts.rules import Position


def open_lines(position: Position) -> int:
    """How much better the lines still open to the side to move are than those of the other.

    A line is open to a side while the other has no stone on it, and counts the more the fuller
    it is: with s of its cells filled, 3 to the power s. On an empty line both cancel out.

        X . O        open to X: the left column with two stones, 9; the bottom row and the
        . . .                   diagonal from a1 with one each, 3 + 3
        X . .        open to O: the right column with one stone, 3; so X is 12 ahead

    >>> from noughts.notation.parse import position
    >>> open_lines(position("X.O ... X.."))  # O is to move
    -12
    """
    mine, theirs = position.mine, position.theirs
    total = 0
    for line in position.game.lines:
        my_stones, their_stones = (line & mine).bit_count(), (line & theirs).bit_count()
        if not their_stones:
            total += 3**my_stones
        if not my_stones:
            total -= 3**their_stones
    return -total if position.game.misere else total
