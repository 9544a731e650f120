LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board: list[str]) -> str | None:
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def minimax(board: list[str], player: str) -> int:
    """The score of a board for X: 1, 0 or -1."""
    won = winner(board)
    if won is not None:
        return 1 if won == "X" else -1
    if " " not in board:
        return 0
    scores = []
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = player
            scores.append(minimax(board, "O" if player == "X" else "X"))
            board[cell] = " "
    return max(scores) if player == "X" else min(scores)


def find_best_move(board: list[str]) -> int:
    """The best move for X, as a number from 0 to 8."""
    best_move, best_score = -1, -100
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = "X"
            score = minimax(board, "O")
            board[cell] = " "
            if score > best_score:
                best_move, best_score = cell, score
    return best_move
