"""A flat list of nine marks; +10 less the depth for a win of X, the depth less 10 for one of O."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board: list[str]) -> str | None:
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def evaluate(board: list[str], depth: int) -> int:
    won = winner(board)
    if won == "X":
        return 10 - depth
    if won == "O":
        return depth - 10
    return 0


def minimax(board: list[str], depth: int, is_maximizing: bool) -> int:
    if winner(board) is not None or " " not in board:
        return evaluate(board, depth)
    scores = []
    for i in range(9):
        if board[i] == " ":
            board[i] = "X" if is_maximizing else "O"
            scores.append(minimax(board, depth + 1, not is_maximizing))
            board[i] = " "
    return max(scores) if is_maximizing else min(scores)


def find_best_move(board: list[str]) -> int:
    best_value, best = -1000, -1
    for i in range(9):
        if board[i] == " ":
            board[i] = "X"
            value = minimax(board, 0, False)
            board[i] = " "
            if value > best_value:
                best_value, best = value, i
    return best


board = ["X", "O", "X", "O", "O", " ", " ", "X", " "]
print("Best move for X:", find_best_move(board))
