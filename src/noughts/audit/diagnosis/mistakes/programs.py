"""Mistakes in the program: the board, the loop, the window, the memory, the order of rules."""

from functools import partial
from itertools import product

from noughts.audit.diagnosis.mistakes import loops, oneboard, rules, windows
from noughts.audit.diagnosis.mistakes.minimax import with_and_without_depth
from noughts.audit.diagnosis.mistakes.mistake import Form, Mistake
from noughts.audit.diagnosis.mistakes.oneboard import Return, Undo


def _undo_forms(undo: Undo) -> list[Form]:
    """A stone left lying at some of the three kinds of level."""
    kinds = ("at the root", "at its own turns", "at the other side's turns")
    found = []
    for chosen in product((True, False), repeat=3):
        if not any(chosen):
            continue
        words = " and ".join(kind for kind, is_wrong in zip(kinds, chosen, strict=True) if is_wrong)
        root, own, other = (undo if is_wrong else Undo.ALWAYS for is_wrong in chosen)
        build = partial(oneboard.careless, root=root, own=own, other=other)
        if not all(chosen):
            found += with_and_without_depth(words, build, leaves_stones=True)
            continue
        for sees_both in (True, False):
            all_levels = partial(build, sees_both=sees_both)
            found += with_and_without_depth("at every level", all_levels, leaves_stones=True)
        last = partial(build, takes_equal=True)
        found += with_and_without_depth(
            "at every level, and the last of equal moves is kept", last, leaves_stones=True
        )
    return found


def _return_forms(undo: Undo, words: str) -> list[Form]:
    return [
        form
        for returns in (Return.MOVE, Return.CELL, Return.ROW)
        for form in with_and_without_depth(
            f"{words}it returns {returns.value}",
            partial(oneboard.careless, root=undo, own=undo, other=undo, returns=returns),
            # The first move always improves, so it is undone.
            leaves_stones=undo is not Undo.ALWAYS and returns is Return.ROW,
        )
    ]


def _recursion_forms() -> list[Form]:
    whose = {
        (True, True): "in the recursion",
        (True, False): "in the recursion, at its own turns",
        (False, True): "in the recursion, at the other side's turns",
    }
    return [
        form
        for (mine, theirs), words in whose.items()
        for form in with_and_without_depth(
            words, partial(loops.first_child_only, mine_too=mine, theirs_too=theirs)
        )
    ]


def _window_forms() -> list[Form]:
    words = {
        windows.unchanged: "the other side gets the same window",
        windows.not_turned: "both ends are negated, and keep their places",
    }
    return [
        Form(
            words[window],
            partial(windows.wrong_window, window, hard=hard, depth=depth, backwards=backwards),
        )
        for window in words
        for hard, depth, backwards in product((False, True), repeat=3)
        if hard or window is not windows.unchanged  # nothing is cut then, and the scores are right
    ]


def _memory_forms() -> list[Form]:
    return [
        Form(
            "",
            partial(
                windows.remembered_alone, hard=hard, depth=depth, full=full, backwards=backwards
            ),
        )
        for hard, depth, full, backwards in product((False, True), repeat=4)
    ]


_REST = {
    "a best move": rules.best,
    "a good move": rules.good,
    "the centre, a corner, a side": rules.by_feel,
    "the first free cell": rules.in_reading_order,
    "any cell": rules.any_cell,
}

PROGRAM_MISTAKES = (
    Mistake(
        "move not undone",
        "does not take a move back after looking at it",
        "Take the stone off the board after the call, whatever came of it; or search a copy.",
        wrong="board[cell] = player\nscore = minimax(board, other)\nif score > best: ...",
        right="board[cell] = player\nscore = minimax(board, other)\nboard[cell] = ' '",
        forms=tuple(_undo_forms(Undo.NEVER)),
    ),
    Mistake(
        "undone only when it improved",
        "takes a move back only when it was better than those before",
        "The line that takes the stone off the board belongs outside the `if`, under the call.",
        wrong="if score > best:\n    best, move = score, cell\n    board[cell] = ' '",
        right="if score > best:\n    best, move = score, cell\nboard[cell] = ' '",
        forms=(
            *_undo_forms(Undo.IMPROVED),
            *_return_forms(Undo.IMPROVED, "and "),
        ),
    ),
    Mistake(
        "return inside the loop",
        "returns from inside the loop, before it has looked at every move",
        "Move the `return` to the left, until it stands under the `for` and not in it.",
        wrong="for cell in free(board):\n    best = max(best, score(board, cell))\n    return best",
        right="for cell in free(board):\n    best = max(best, score(board, cell))\nreturn best",
        forms=(
            *_return_forms(Undo.ALWAYS, ""),
            *_return_forms(Undo.IMPROVED, "a move is undone only when it improved, and "),
            *_recursion_forms(),
        ),
    ),
    Mistake(
        "the best score is never replaced",
        "keeps the move and forgets the score, so that the last move it tries is kept",
        "Replace the best score together with the move.",
        wrong="if score > best:\n    move = cell\n...",
        right="if score > best:\n    move = cell\n    best = score",
        forms=(
            Form("the best score begins below a loss", partial(loops.best_never_updated, start=-2)),
            Form("the best score begins at a loss", partial(loops.best_never_updated, start=-1)),
        ),
    ),
    Mistake(
        "the best score begins too high",
        "begins with a best score that is too high, and finds no move where none is better",
        "Begin with a score below every other, minus infinity.",
        wrong="best, move = 0, None\nfor cell in free(board):\n    ...",
        right="best, move = -math.inf, None\nfor cell in free(board):\n    ...",
        forms=(
            Form("at a loss", partial(loops.best_starts_high, -1)),
            Form("at a draw", partial(loops.best_starts_high, 0)),
        ),
    ),
    Mistake(
        "alpha-beta window not negated",
        "hands its alpha-beta window to the other side without turning it round",
        "The child's window is (-beta, -alpha): both ends negated, and in each other's place.",
        wrong="for child in children(board):\n    score = -search(child, alpha, beta)\n    ...",
        right="for child in children(board):\n    score = -search(child, -beta, -alpha)\n    ...",
        forms=tuple(_window_forms()),
    ),
    Mistake(
        "alpha-beta results remembered by position alone",
        "remembers alpha-beta results by position alone, and takes a bound for the score",
        "Remember with each score whether it is exact or a bound, and use a bound only where it "
        "settles the question; or remember nothing.",
        wrong="if board in memory:\n    return memory[board]\n...",
        right="if (board, alpha, beta) in memory:\n    return memory[board, alpha, beta]\n...",
        forms=tuple(_memory_forms()),
    ),
    Mistake(
        "bounds taken for equal scores",
        "takes a move whose alpha-beta score is only a bound for as good as the best one",
        "At the root keep the first of the moves with the best score: a later one that seems equal "
        "was cut off, and may be worse.",
        wrong="if score >= alpha:\n    alpha, move = score, cell\n...",
        right="if score > alpha:\n    alpha, move = score, cell\n...",
        forms=tuple(with_and_without_depth("", partial(windows.bounds_taken_for_equals))),
    ),
    Mistake(
        "blocks before it wins",
        "stops a line of the other side before it completes its own",
        "Look for a line of one's own first: after it nothing is left to be stopped.",
        wrong="for cell in threats(other) or threats(me):\n    return cell\n...",
        right="for cell in threats(me) or threats(other):\n    return cell\n...",
        forms=tuple(
            Form(f"else {words}", partial(rules.blocks_first, rest))
            for words, rest in _REST.items()
        ),
    ),
    Mistake(
        "forks not seen",
        "wins and blocks by rule, and does not see two threats at once coming",
        "Add the rules for forks, or search: a fork is seen two moves ahead.",
        wrong="return (win(board, me) or win(board, other)\n"
        "        or centre(board)\n        or corner(board))",
        right="return (win(board, me) or win(board, other)\n"
        "        or fork(board, me) or stop_fork(board)\n"
        "        or centre(board) or corner(board))",
        forms=tuple(
            Form(f"else {words}", partial(rules.wins_then_blocks, _REST[words]))
            for words in ("the centre, a corner, a side", "the first free cell")
        ),
    ),
    Mistake(
        "never blocks",
        "wins by rule, and does not look at the lines of the other side",
        "Where the other side threatens a line, take its last cell.",
        wrong="return (win(board, me)\n        or centre(board))",
        right="return (win(board, me) or win(board, other)\n        or centre(board))",
        forms=tuple(
            Form(f"else {words}", partial(rules.never_blocks, _REST[words]))
            for words in ("the centre, a corner, a side", "the first free cell")
        ),
    ),
)
