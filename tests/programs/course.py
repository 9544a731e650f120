"""The form of a well-known course: rows of X, O and None; the turn follows from the board."""

from __future__ import annotations

import copy
import math
from typing import TypeAlias

Board: TypeAlias = "list[list[str | None]]"
Action: TypeAlias = "tuple[int, int]"

X = "X"
O = "O"  # noqa: E741
EMPTY = None


def initial_state() -> Board:
    return [[EMPTY] * 3 for _ in range(3)]


def player(board: Board) -> str:
    stones = [cell for row in board for cell in row if cell is not EMPTY]
    return O if len(stones) % 2 else X


def actions(board: Board) -> set[Action]:
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board: Board, action: Action) -> Board:
    if board[action[0]][action[1]] is not EMPTY:
        raise ValueError("that cell is taken")
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board: Board) -> str | None:
    (a, b, c), (d, e, f), (g, h, i) = board
    lines = (a, b, c), (d, e, f), (g, h, i), (a, d, g), (b, e, h), (c, f, i), (a, e, i), (c, e, g)
    for one, two, three in lines:
        if one is not EMPTY and one == two == three:
            return one
    return None


def terminal(board: Board) -> bool:
    return winner(board) is not None or not actions(board)


def utility(board: Board) -> int:
    return {X: 1, O: -1}.get(winner(board) or "", 0)


def value(board: Board, low: float, high: float) -> float:
    if terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        found = value(result(board, action), low, high)
        if player(board) == X:
            low = max(low, found)
        else:
            high = min(high, found)
        if low >= high:
            break
    return low if player(board) == X else high


def minimax(board: Board) -> Action | None:
    if terminal(board):
        return None
    ranked = [
        (value(result(board, action), -math.inf, math.inf), action)
        for action in sorted(actions(board))
    ]
    best = max(ranked)[0] if player(board) == X else min(ranked)[0]
    return next(action for found, action in ranked if found == best)
