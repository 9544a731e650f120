"""Mistakes in the idea: scores, sides, depth, and what ends a game."""

from functools import partial
from itertools import product

from noughts.audit.diagnosis.mistakes import scored, sides
from noughts.audit.diagnosis.mistakes.board import STANDARD, Program
from noughts.audit.diagnosis.mistakes.mistake import Form, Mistake
from noughts.notation import format_line
from noughts.rules import Mask

DIAGONALS = (0b100_010_001, 0b001_010_100)
ROWS = (0b111, 0b111 << 3, 0b111 << 6)
COLUMNS = (0b001_001_001, 0b010_010_010, 0b100_100_100)


def with_and_without_depth(
    words: str, build: partial[Program], *, leaves_stones: bool = False
) -> list[Form]:
    """The two forms of a mistake that has nothing to do with depth."""
    return [Form(words, partial(build, depth=depth), leaves_stones) for depth in (False, True)]


def _sign_forms() -> list[Form]:
    found = []
    for end, inside, root in product((-1, 1), repeat=3):
        places = {"the end of the game": end, "the recursion": inside, "the first call": root}
        wrong = [place for place, sign in places.items() if sign == 1]
        if wrong:
            build = partial(scored.wrong_sign, end=end, inside=inside, root=root)
            found += with_and_without_depth(f"in {' and in '.join(wrong)}", build)
    found += with_and_without_depth(
        "a line scores plus, whoever has it", partial(scored.any_line_is_good)
    )
    return found


def _swapped_forms(mark: str) -> tuple[Form, ...]:
    return (
        *with_and_without_depth("in the choice of the move", partial(sides.swapped_at_root, mark)),
        *with_and_without_depth(
            f"in the call after a move of {mark}",
            partial(sides.swapped_below, mark, moves_twice=False),
        ),
        *with_and_without_depth(
            f"in the call after a move of {mark}, which then moves twice",
            partial(sides.swapped_below, mark, moves_twice=True),
        ),
        *with_and_without_depth(
            "in the recursion", partial(sides.largest_for_o_too, mark, root=False)
        ),
        *with_and_without_depth(
            "in the recursion and in the choice of the move",
            partial(sides.largest_for_o_too, mark, root=True),
        ),
    )


def _without(words: str, *lines: Mask) -> list[Form]:
    return with_and_without_depth(f"without {words}", partial(scored.without_lines, *lines))


def _without_each(*lines: Mask) -> list[Form]:
    return [form for line in lines for form in _without(format_line(STANDARD, line), line)]


MINIMAX_MISTAKES = (
    Mistake(
        "sign of the score",
        "has the sign of a score wrong",
        "A score is good for one side and as bad for the other: check the sign of a finished game, "
        "and that a child's score is negated each time it is handed up.",
        wrong="best = -2\nfor child in children(board):\n    best = max(best, score(child))",
        right="best = -2\nfor child in children(board):\n    best = max(best, -score(child))",
        forms=tuple(_sign_forms()),
    ),
    *(
        Mistake(
            f"max and min swapped for {mark}",
            f"takes the largest score where it should take the smallest, or the other way round, "
            f"when {mark} moves",
            "With scores from X's view X takes the largest and O the smallest: at the root, in the "
            "recursion, and in the flag that says whose turn it is after a move.",
            wrong=wrong,
            right=right,
            forms=_swapped_forms(mark),
        )
        for mark, wrong, right in (
            (
                "O",
                "if player == 'X':\n    return max(scores)\nreturn max(scores)",
                "if player == 'X':\n    return max(scores)\nreturn min(scores)",
            ),
            (
                "X",
                "if player == 'O':\n    return min(scores)\nreturn min(scores)",
                "if player == 'O':\n    return min(scores)\nreturn max(scores)",
            ),
        )
    ),
    Mistake(
        "the smallest never taken",
        "takes the largest score at the other side's turns too, as if that side wanted to help",
        "At the other side's turns take the smallest of the scores.",
        wrong="if maximizing:\n    return max(scores)\nreturn max(scores)",
        right="if maximizing:\n    return max(scores)\nreturn min(scores)",
        forms=tuple(with_and_without_depth("", partial(scored.largest_for_both))),
    ),
    Mistake(
        "scores added up",
        "adds up the scores of the replies, where it should take the best of them",
        "Take the largest or the smallest of the scores: the other side will not play a move "
        "because many others are bad.",
        wrong="total = 0\nfor child in children(board):\n    total += score(child)",
        right="best = -2\nfor child in children(board):\n    best = max(best, -score(child))",
        forms=tuple(with_and_without_depth("", partial(scored.adds_up))),
    ),
    Mistake(
        "losses not counted",
        "counts the lines of its own side alone, and holds a loss for no worse than a draw",
        "Score a line of the other side too, as a loss.",
        wrong="if won(board, me):\n    return 1\nreturn 0",
        right="if won(board, me):\n    return 1\nreturn -1 if won(board, other) else 0",
        forms=tuple(with_and_without_depth("", partial(scored.losses_count_nothing))),
    ),
    Mistake(
        "depth ignored",
        "does not count depth: a slow win is as good to it as a quick one",
        "Subtract the depth from the score of a win, and add it to the score of a loss.",
        wrong="if won(board, me):\n    return 10\nreturn -10",
        right="if won(board, me):\n    return 10 - depth\nreturn depth - 10",
        forms=(Form("", partial(scored.right, depth=False)),),
        only_slips=True,
    ),
    Mistake(
        "depth the wrong way",
        "counts depth the wrong way: it prefers slow wins or quick losses",
        "Subtract the depth from the score of a win, and add it to the score of a loss.",
        wrong="if won(board, me):\n    return 10 + depth\nreturn -10 - depth",
        right="if won(board, me):\n    return 10 - depth\nreturn depth - 10",
        forms=(
            Form("wins and losses", partial(scored.depth_wrong, win=1, loss=1)),
            Form("wins only", partial(scored.depth_wrong, win=1, loss=-1)),
            Form("losses only", partial(scored.depth_wrong, win=-1, loss=1)),
        ),
        only_slips=True,
    ),
    Mistake(
        "depth outweighs the result",
        "lets depth outweigh the result: a win that takes long is worth less to it than a draw",
        "Let a win score more than the largest depth, 10 on this board, and then subtract depth.",
        wrong="if won(board, me):\n    return 1 - depth\nreturn depth - 1",
        right="if won(board, me):\n    return 10 - depth\nreturn depth - 10",
        forms=(
            Form("depth begins at 0", partial(scored.depth_outweighs, first=0)),
            Form("depth begins at 1", partial(scored.depth_outweighs, first=1)),
        ),
    ),
    Mistake(
        "a diagonal missing",
        "does not see a diagonal",
        "There are eight lines: three rows, three columns and both diagonals. Count those that "
        "are looked at.",
        wrong="LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8),\n"
        "         (0, 3, 6), (1, 4, 7), (2, 5, 8),\n         (0, 4, 8)]",
        right="LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8),\n"
        "         (0, 3, 6), (1, 4, 7), (2, 5, 8),\n         (0, 4, 8), (2, 4, 6)]",
        forms=(*_without_each(*DIAGONALS), *_without("both diagonals", *DIAGONALS)),
    ),
    Mistake(
        "a row or column missing",
        "does not see a row or a column",
        "There are eight lines: three rows, three columns and both diagonals. A range that ends "
        "too early leaves one out.",
        wrong="for row in range(2):\n    if board[row] == [player] * 3:\n        return True",
        right="for row in range(3):\n    if board[row] == [player] * 3:\n        return True",
        forms=(
            *_without_each(*ROWS, *COLUMNS),
            *_without("the rows", *ROWS),
            *_without("the columns", *COLUMNS),
            *_without("the rows and both diagonals", *ROWS, *DIAGONALS),
            *_without("the columns and both diagonals", *COLUMNS, *DIAGONALS),
        ),
    ),
    Mistake(
        "a win on the last cell is a draw",
        "holds a full board for a draw before it looks for a line, so that a win on the last cell "
        "is none",
        "Look for a line first, and for a full board afterwards.",
        wrong="if is_full(board):\n    return 0\nif won(board, me): ...",
        right="if won(board, me): ...\nif is_full(board):\n    return 0",
        forms=tuple(with_and_without_depth("", partial(scored.full_before_won))),
    ),
    Mistake(
        "stops looking too early",
        "does not look to the end of the game",
        "Search until the game is over: on this board that is never far.",
        wrong="if depth == 2:\n    return 0\n...",
        right="if is_over(board):\n    return result(board)\n...",
        forms=tuple(
            form
            for plies in (1, 2, 3, 4)
            for form in with_and_without_depth(
                f"it looks {plies} {'ply' if plies == 1 else 'plies'} ahead",
                partial(scored.stops_early, plies),
            )
        ),
    ),
)
