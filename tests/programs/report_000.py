"""A console game: X is the person, O the program; values from O's view. Begins when it is run."""

from __future__ import annotations

import time


class Game:
    def __init__(self) -> None:
        self.rows = [[".", ".", "."], [".", ".", "."], [".", ".", "."]]
        self.player_turn = "X"

    def draw(self) -> None:
        for row in self.rows:
            print("".join(row))
        print()

    def is_valid(self, row: int, column: int) -> bool:
        return 0 <= row <= 2 and 0 <= column <= 2 and self.rows[row][column] == "."

    def is_end(self) -> str | None:
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        columns = (a, d, g), (b, e, h), (c, f, i)
        lines = (*self.rows, *columns, (a, e, i), (c, e, g))
        for one, two, three in lines:
            if one != "." and one == two == three:
                return one
        if "." in (a, b, c, d, e, f, g, h, i):
            return None
        return "."

    def max(self) -> tuple[int, int | None, int | None]:
        best = -2
        best_row = best_column = None
        result = self.is_end()
        if result is not None:
            return {"X": -1, "O": 1, ".": 0}[result], 0, 0
        for row in range(3):
            for column in range(3):
                if self.rows[row][column] == ".":
                    self.rows[row][column] = "O"
                    value, _, _ = self.min()
                    if value > best:
                        best, best_row, best_column = value, row, column
                    self.rows[row][column] = "."
        return best, best_row, best_column

    def min(self) -> tuple[int, int | None, int | None]:
        best = 2
        best_row = best_column = None
        result = self.is_end()
        if result is not None:
            return {"X": -1, "O": 1, ".": 0}[result], 0, 0
        for row in range(3):
            for column in range(3):
                if self.rows[row][column] == ".":
                    self.rows[row][column] = "X"
                    value, _, _ = self.max()
                    if value < best:
                        best, best_row, best_column = value, row, column
                    self.rows[row][column] = "."
        return best, best_row, best_column

    def play(self) -> None:
        while True:
            self.draw()
            result = self.is_end()
            if result is not None:
                print("It's a tie!" if result == "." else f"The winner is {result}!")
                return
            if self.player_turn == "X":
                start = time.perf_counter()
                _, row, column = self.min()
                print(f"Evaluation time: {time.perf_counter() - start:.7f}s")
                print(f"Recommended move: row = {row}, column = {column}")
                wanted = int(input("row: ")), int(input("column: "))
                if self.is_valid(*wanted):
                    self.rows[wanted[0]][wanted[1]] = "X"
                    self.player_turn = "O"
                else:
                    print("That cell cannot be played.")
            else:
                _, row, column = self.max()
                assert row is not None
                assert column is not None
                self.rows[row][column] = "O"
                self.player_turn = "X"


game = Game()
game.play()
