"""n by n with n in a row, the computer +1 and the person -1; a random cell when it opens."""

from __future__ import annotations

import random

HUMAN = -1
COMP = +1
SIZE = 3

board = [[0] * SIZE for _ in range(SIZE)]


def lines(state: list[list[int]]) -> list[list[int]]:
    size = len(state)
    found = [*map(list, state), *map(list, zip(*state, strict=True))]
    found.append([state[i][i] for i in range(size)])
    found.append([state[i][size - 1 - i] for i in range(size)])
    return found


def wins(state: list[list[int]], player: int) -> bool:
    return [player] * len(state) in lines(state)


def evaluate(state: list[list[int]]) -> int:
    if wins(state, COMP):
        return +1
    if wins(state, HUMAN):
        return -1
    return 0


def empty_cells(state: list[list[int]]) -> list[tuple[int, int]]:
    size = len(state)
    return [(x, y) for x in range(size) for y in range(size) if state[x][y] == 0]


def minimax(state: list[list[int]], depth: int, player: int) -> list[float]:
    size = len(state)
    if depth == size * size:
        x, y = random.choice(empty_cells(state))  # it opens somewhere
        return [x, y, 0]
    best: list[float] = [-1, -1, -float("inf") if player == COMP else float("inf")]
    if depth == 0 or wins(state, COMP) or wins(state, HUMAN):
        return [-1, -1, evaluate(state)]
    for x, y in empty_cells(state):
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y
        if player == COMP:
            if score[2] > best[2]:
                best = score
        elif score[2] < best[2]:
            best = score
    return best


def main() -> None:
    mark = ""
    while mark not in ("X", "O"):
        mark = input("X or O? ").upper()
    first = input("Do you go first? [y/n] ").lower() == "y"
    while empty_cells(board) and not wins(board, COMP) and not wins(board, HUMAN):
        if not first:
            x, y, _ = minimax(board, len(empty_cells(board)), COMP)
            board[int(x)][int(y)] = COMP
        first = False
        number = int(input("Your cell, 1 to 9: ")) - 1
        board[number // SIZE][number % SIZE] = HUMAN


main()
