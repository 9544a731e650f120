"""The best move on a given board: X = 1, O = -1, scores from X's view, X to move."""

from __future__ import annotations

X = 1
O = -1  # noqa: E741
EMPTY = 0


def evaluate(board: list[list[int]]) -> int:
    (a, b, c), (d, e, f), (g, h, i) = board
    sums = [a + b + c, d + e + f, g + h + i]
    sums += [a + d + g, b + e + h, c + f + i]
    sums += [a + e + i, c + e + g]
    if 3 * X in sums:
        return 10
    if 3 * O in sums:
        return -10
    return 0


def is_moves_left(board: list[list[int]]) -> bool:
    return EMPTY in board[0] or EMPTY in board[1] or EMPTY in board[2]


def minimax(board: list[list[int]], is_max: bool) -> int:
    score = evaluate(board)
    if score != 0 or not is_moves_left(board):
        return score
    best = -1000 if is_max else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                board[i][j] = X if is_max else O
                value = minimax(board, not is_max)
                best = max(best, value) if is_max else min(best, value)
                board[i][j] = EMPTY
    return best


def findBestMove(board: list[list[int]]) -> tuple[int, int]:
    best_value = -1000
    best_move = (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                board[i][j] = X
                value = minimax(board, False)
                board[i][j] = EMPTY
                if value > best_value:
                    best_value = value
                    best_move = (i, j)
    return best_move


def print_board(board: list[list[int]]) -> None:
    for row in board:
        print(" ".join({X: "X", O: "O", EMPTY: "."}[cell] for cell in row))


board = [[X, O, X], [O, X, EMPTY], [EMPTY, O, X]]
print_board(board)
move = findBestMove(board)
print("Best move:", move)
board[move[0]][move[1]] = X
print_board(board)
