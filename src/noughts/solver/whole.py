"""Every position of a small game, solved once and looked up afterwards."""

from functools import lru_cache

from noughts.rules import Game, Mask, Position

MOST_CELLS = 9


class WholeGame:
    """Score and best moves of every position of a game that can arise.

    Keys are `mine | theirs << cells`; the numbers of stones tell whose turn it is.

    >>> from noughts.rules.catalog import game
    >>> whole = WholeGame(game("3x3"))
    >>> len(whole.scores), whole.scores[0], bin(whole.best[0])
    (5478, 0, '0b111111111')
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.scores: dict[int, int] = {}
        self.best: dict[int, Mask] = {}
        self._lined = [
            any(line & stones == line for line in game.lines) for stones in range(1 << game.cells)
        ]
        self._floor = ((1 << game.width) - 1) << game.cells
        self._visit(0, 0, game.cells)

    @property
    def nodes(self) -> int:
        """How many positions there are."""
        return len(self.scores)

    def score(self, position: Position) -> int:
        """The score of a position, for the side to move."""
        return self.scores[position.mine | position.theirs << self.game.cells]

    def _visit(self, mine: Mask, theirs: Mask, top: int) -> int:
        """Score an unfinished position and all after it; top is the score of a win at once."""
        cells, lined, scores = self.game.cells, self._lined, self.scores
        free = self.game.all_mask & ~(mine | theirs)
        if self.game.drop:
            free &= (mine | theirs | self._floor) >> self.game.width
        line_score = -top if self.game.misere else top
        best, best_mask = -top - 1, 0
        while free:
            stone = free & -free
            free ^= stone
            after = mine | stone
            key = theirs | after << cells
            score = scores.get(key)
            if score is None:
                if lined[after]:
                    score = scores[key] = -line_score
                elif top == 1:
                    score = scores[key] = 0
                else:
                    score = self._visit(theirs, after, top - 1)
            if -score > best:
                best, best_mask = -score, stone
            elif -score == best:
                best_mask |= stone
        key = mine | theirs << cells
        scores[key], self.best[key] = best, best_mask
        return best


@lru_cache(maxsize=16)
def whole_game(game: Game) -> WholeGame:
    """The game, solved once in the life of the process."""
    return WholeGame(game)
