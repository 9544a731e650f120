"""Programs as students and tutorials write them, as texts: many begin to play when they are run.

Each has a sentence about its form, the mark that it plays (None: either), and how it returns.
"""

from __future__ import annotations

from typing import NamedTuple


class Student(NamedTuple):
    """A program, and what it must be taken for."""

    source: str
    mark: str | None
    reading: str
    kind: str
    is_perfect: bool = True
    target: str = ""


FLAT_RULES = """
WINS = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
def won(b, p):
    return any(b[i] == b[j] == b[k] == p for i, j, k in WINS)
"""

ROW_RULES = """
def won(b, p):
    for i in range(3):
        if b[i][0] == b[i][1] == b[i][2] == p: return True
        if b[0][i] == b[1][i] == b[2][i] == p: return True
    return b[0][0] == b[1][1] == b[2][2] == p or b[0][2] == b[1][1] == b[2][0] == p
"""

# The tutorial that most begin with: rows of x, o and _, x moves.
TUTORIAL = (
    """
player, opponent = 'x', 'o'
def isMovesLeft(board):
    for i in range(3):
        for j in range(3):
            if board[i][j] == '_':
                return True
    return False
"""
    + ROW_RULES
    + """
def evaluate(b):
    return 10 if won(b, player) else -10 if won(b, opponent) else 0
def minimax(board, depth, isMax):
    score = evaluate(board)
    if score: return score
    if not isMovesLeft(board): return 0
    best = -1000 if isMax else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == '_':
                board[i][j] = player if isMax else opponent
                value = minimax(board, depth + 1, not isMax)
                best = max(best, value) if isMax else min(best, value)
                board[i][j] = '_'
    return best
def findBestMove(board):
    bestVal, bestMove = -1000, (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] == '_':
                board[i][j] = player
                moveVal = minimax(board, 0, False)
                board[i][j] = '_'
                if moveVal > bestVal:
                    bestMove, bestVal = (i, j), moveVal
    print("The value of the best Move is :", bestVal)
    return bestMove
board = [['x', 'o', 'x'], ['o', 'o', 'x'], ['_', '_', '_']]
bestMove = findBestMove(board)
print("The Optimal Move is :", bestMove)
print("ROW:", bestMove[0], " COL:", bestMove[1])
"""
)

SCORE_ONLY = (
    FLAT_RULES
    + """
def minimax(board, depth, is_maximizing):
    if won(board, 'O'): return 1
    if won(board, 'X'): return -1
    if ' ' not in board: return 0
    best = -100 if is_maximizing else 100
    for i in range(9):
        if board[i] == ' ':
            board[i] = 'O' if is_maximizing else 'X'
            score = minimax(board, depth + 1, not is_maximizing)
            board[i] = ' '
            best = max(score, best) if is_maximizing else min(score, best)
    return best
"""
)

# Nothing is returned: the stone is put on the global board. Numbers 1 to 9 are the free cells.
GLOBAL_BOARD = (
    FLAT_RULES
    + """
import random, time, os
board = ['1','2','3','4','5','6','7','8','9']
human, computer = 'X', 'O'
def draw():
    os.system('clear')
    print(board)
def free():
    return [i for i in range(9) if board[i] not in 'XO']
def minimax(is_max):
    if won(board, computer): return 1
    if won(board, human): return -1
    if not free(): return 0
    scores = []
    for i in free():
        old = board[i]
        board[i] = computer if is_max else human
        scores.append(minimax(not is_max))
        board[i] = old
    return max(scores) if is_max else min(scores)
def computer_move():
    print('thinking...')
    time.sleep(1)
    best, where = -10, None
    for i in free():
        old = board[i]
        board[i] = computer
        score = minimax(False)
        board[i] = old
        if score > best:
            best, where = score, i
    board[where] = computer
while True:
    draw()
    move = int(input('1-9: ')) - 1
    if board[move] in 'XO':
        continue
    board[move] = human
    if won(board, human) or not free():
        break
    computer_move()
"""
)

# From a book: a list of ten, cells 1 to 9, and the computer's letter.
BOOK = """
import random
def isWinner(bo, le):
    return ((bo[7] == le and bo[8] == le and bo[9] == le) or
        (bo[4] == le and bo[5] == le and bo[6] == le) or
        (bo[1] == le and bo[2] == le and bo[3] == le) or
        (bo[7] == le and bo[4] == le and bo[1] == le) or
        (bo[8] == le and bo[5] == le and bo[2] == le) or
        (bo[9] == le and bo[6] == le and bo[3] == le) or
        (bo[7] == le and bo[5] == le and bo[3] == le) or
        (bo[9] == le and bo[5] == le and bo[1] == le))
def getBoardCopy(board):
    return [mark for mark in board]
def isSpaceFree(board, move):
    return board[move] == ' '
def chooseRandomMoveFromList(board, movesList):
    possible = [i for i in movesList if isSpaceFree(board, i)]
    return random.choice(possible) if possible else None
def getComputerMove(board, computerLetter):
    playerLetter = 'O' if computerLetter == 'X' else 'X'
    for letter in (computerLetter, playerLetter):
        for i in range(1, 10):
            copy = getBoardCopy(board)
            if isSpaceFree(copy, i):
                copy[i] = letter
                if isWinner(copy, letter):
                    return i
    move = chooseRandomMoveFromList(board, [1, 3, 7, 9])
    if move is not None:
        return move
    if isSpaceFree(board, 5):
        return 5
    return chooseRandomMoveFromList(board, [2, 4, 6, 8])
print('Welcome to Tic-Tac-Toe!')
while True:
    theBoard = [' '] * 10
    playerLetter = input('X or O? ').upper()
    break
"""

# Two classes: a player that is given the game, and the game that holds the board.
TWO_CLASSES = """
import math, random
class Player:
    def __init__(self, letter):
        self.letter = letter
    def get_move(self, game):
        pass
class HumanPlayer(Player):
    def get_move(self, game):
        return int(input('0-8: '))
class GeniusComputerPlayer(Player):
    def get_move(self, game):
        return self.minimax(game, self.letter)['position']
    def minimax(self, state, player):
        max_player = self.letter
        other = 'O' if player == 'X' else 'X'
        if state.current_winner == other:
            sign = 1 if other == max_player else -1
            return {'position': None, 'score': sign * (state.num_empty() + 1)}
        elif not state.empty_squares():
            return {'position': None, 'score': 0}
        best = {'position': None, 'score': -math.inf if player == max_player else math.inf}
        for move in state.available_moves():
            state.make_move(move, player)
            sim = self.minimax(state, other)
            state.board[move] = ' '
            state.current_winner = None
            sim['position'] = move
            if player == max_player:
                if sim['score'] > best['score']: best = sim
            elif sim['score'] < best['score']: best = sim
        return best
class TicTacToe:
    def __init__(self):
        self.board = [' ' for _ in range(9)]
        self.current_winner = None
    def available_moves(self):
        return [i for i, spot in enumerate(self.board) if spot == ' ']
    def empty_squares(self):
        return ' ' in self.board
    def num_empty(self):
        return self.board.count(' ')
    def make_move(self, square, letter):
        if self.board[square] == ' ':
            self.board[square] = letter
            if self.winner(square, letter):
                self.current_winner = letter
            return True
        return False
    def winner(self, square, letter):
        row = square // 3
        if all(s == letter for s in self.board[row*3:row*3+3]): return True
        if all(self.board[square % 3 + i*3] == letter for i in range(3)): return True
        if square % 2 == 0:
            if all(self.board[i] == letter for i in [0, 4, 8]): return True
            if all(self.board[i] == letter for i in [2, 4, 6]): return True
        return False
def play(game, x_player, o_player):
    pass
if __name__ == '__main__':
    while True:
        play(TicTacToe(), HumanPlayer('X'), GeniusComputerPlayer('O'))
"""

# A window, a toolkit that may be missing, and everything in one class.
WINDOW = """
from tkinter import *
from tkinter import messagebox
import pygame
pygame.init()
screen = pygame.display.set_mode((300, 300))
root = Tk()
root.title('Tic Tac Toe')
class App(Frame):
    def __init__(self, master=None):
        super().__init__(master)
        self.board = [['' for _ in range(3)] for _ in range(3)]
        self.buttons = [[Button(root, text='') for _ in range(3)] for _ in range(3)]
        self.pack()
    def winner(self):
        b = self.board
        lines = b + [list(c) for c in zip(*b)]
        lines += [[b[i][i] for i in range(3)], [b[i][2-i] for i in range(3)]]
        for line in lines:
            if line[0] and line.count(line[0]) == 3:
                return line[0]
        return None
    def empty(self):
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] == '']
    def minimax(self, is_max, alpha, beta):
        w = self.winner()
        if w: return 1 if w == 'O' else -1
        if not self.empty(): return 0
        best = -2 if is_max else 2
        for r, c in self.empty():
            self.board[r][c] = 'O' if is_max else 'X'
            s = self.minimax(not is_max, alpha, beta)
            self.board[r][c] = ''
            if is_max:
                best = max(best, s); alpha = max(alpha, s)
            else:
                best = min(best, s); beta = min(beta, s)
            if beta <= alpha: break
        return best
    def best_move(self):
        best, move = -2, None
        for r, c in self.empty():
            self.board[r][c] = 'O'
            s = self.minimax(False, -2, 2)
            self.board[r][c] = ''
            if s > best:
                best, move = s, (r, c)
        if move:
            self.buttons[move[0]][move[1]].config(text='O')
        return move
app = App(root)
root.mainloop()
"""

# A numbered board, as in a tutorial from the web: numbers stand for free cells, and a dict returns.
NUMBERED = """
origBoard = list(range(9))
huPlayer, aiPlayer = 'O', 'X'
def emptyIndexies(board):
    return [s for s in board if s != 'O' and s != 'X']
def winning(b, p):
    return any(b[i]==p and b[j]==p and b[k]==p for i,j,k in
        [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)])
def minimax(newBoard, player):
    avail = emptyIndexies(newBoard)
    if winning(newBoard, huPlayer): return {'score': -10}
    elif winning(newBoard, aiPlayer): return {'score': 10}
    elif len(avail) == 0: return {'score': 0}
    moves = []
    for spot in avail:
        move = {'index': newBoard[spot]}
        newBoard[spot] = player
        move['score'] = minimax(newBoard, huPlayer if player == aiPlayer else aiPlayer)['score']
        newBoard[spot] = move['index']
        moves.append(move)
    pick = max if player == aiPlayer else min
    return pick(moves, key=lambda m: m['score'])
print(minimax(origBoard, aiPlayer))
"""

# Remembered by a decorator, so the board has to be hashable; the turn is counted.
REMEMBERED = (
    FLAT_RULES
    + """
from functools import lru_cache
def turn(board):
    return 'X' if board.count('X') == board.count('O') else 'O'
@lru_cache(maxsize=None)
def solve(board):
    if won(board, 'X'): return 1, None
    if won(board, 'O'): return -1, None
    if '-' not in board: return 0, None
    options = []
    for i in range(9):
        if board[i] == '-':
            child = board[:i] + (turn(board),) + board[i+1:]
            options.append((solve(child)[0], i))
    return max(options) if turn(board) == 'X' else min(options)
"""
)

NEGAMAX = (
    FLAT_RULES
    + """
board = [0] * 9
def negamax(board, player):
    if won(board, -player): return -1, None
    if 0 not in board: return 0, None
    best = (-2, None)
    for i in range(9):
        if board[i] == 0:
            board[i] = player
            score = -negamax(board, -player)[0]
            board[i] = 0
            if score > best[0]: best = (score, i)
    return best
turn = 1
while not won(board, 1) and not won(board, -1) and 0 in board:
    if turn == 1:
        board[int(input())] = 1
    else:
        board[negamax(board, -1)[1]] = -1
    turn = -turn
"""
)

AI_CLASS = (
    FLAT_RULES
    + """
class AI:
    def __init__(self, symbol, opponent):
        self.symbol, self.opponent = symbol, opponent
    def best_move(self, board):
        def score(cells, mine):
            if won(cells, self.symbol): return 1
            if won(cells, self.opponent): return -1
            if '' not in cells: return 0
            found = []
            for i in range(9):
                if cells[i] == '':
                    child = list(cells)
                    child[i] = self.symbol if mine else self.opponent
                    found.append(score(child, not mine))
            return max(found) if mine else min(found)
        free = [i for i in range(9) if board[i] == '']
        def worth(i):
            child = list(board)
            child[i] = self.symbol
            return score(child, False)
        return max(free, key=worth)
ai = AI('O', 'X')
"""
)

# The names that the functions need are set only where the game begins.
MAIN_ONLY = (
    ROW_RULES
    + """
def minimax(board, depth, player):
    if won(board, AI): return 1
    if won(board, HUMAN): return -1
    if depth == 0: return 0
    best = -2 if player == AI else 2
    for r in range(3):
        for c in range(3):
            if board[r][c] == EMPTY:
                board[r][c] = player
                s = minimax(board, depth - 1, HUMAN if player == AI else AI)
                board[r][c] = EMPTY
                best = max(best, s) if player == AI else min(best, s)
    return best
def get_ai_move(board):
    top, move = -2, None
    free = sum(row.count(EMPTY) for row in board)
    for r in range(3):
        for c in range(3):
            if board[r][c] == EMPTY:
                board[r][c] = AI
                s = minimax(board, free - 1, HUMAN)
                board[r][c] = EMPTY
                if s > top:
                    top, move = s, (r, c)
    return move
if __name__ == '__main__':
    HUMAN = input('X or O? ').upper()
    AI = 'O' if HUMAN == 'X' else 'X'
    EMPTY = '-'
    board = [[EMPTY] * 3 for _ in range(3)]
    print(get_ai_move(board))
"""
)

# A dict with the keys 1 to 9; it leaves the program as soon as somebody has won.
DICT_BOARD = """
board = {1: ' ', 2: ' ', 3: ' ', 4: ' ', 5: ' ', 6: ' ', 7: ' ', 8: ' ', 9: ' '}
player = 'O'
bot = 'X'
def printBoard(board):
    print(board[1] + '|' + board[2] + '|' + board[3])
def spaceIsFree(position):
    return board[position] == ' '
def checkWhichMarkWon(mark):
    for a, b, c in [(1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(3,5,7)]:
        if board[a] == board[b] == board[c] == mark: return True
    return False
def checkForWin():
    return checkWhichMarkWon('X') or checkWhichMarkWon('O')
def checkDraw():
    return ' ' not in board.values()
def insertLetter(letter, position):
    if spaceIsFree(position):
        board[position] = letter
        printBoard(board)
        if checkDraw():
            print("Draw!")
            exit()
        if checkForWin():
            print("Bot wins!" if letter == 'X' else "Player wins!")
            exit()
        return
    print("Can't insert there!")
    position = int(input("Please enter new position:  "))
    insertLetter(letter, position)
def playerMove():
    position = int(input("Enter the position for 'O':  "))
    insertLetter(player, position)
def compMove():
    bestScore = -800
    bestMove = 0
    for key in board.keys():
        if board[key] == ' ':
            board[key] = bot
            score = minimax(board, 0, False)
            board[key] = ' '
            if score > bestScore:
                bestScore = score
                bestMove = key
    insertLetter(bot, bestMove)
def minimax(board, depth, isMaximizing):
    if checkWhichMarkWon(bot): return 1
    elif checkWhichMarkWon(player): return -1
    elif checkDraw(): return 0
    if isMaximizing:
        bestScore = -800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = bot
                score = minimax(board, depth + 1, False)
                board[key] = ' '
                if score > bestScore: bestScore = score
        return bestScore
    else:
        bestScore = 800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = player
                score = minimax(board, depth + 1, True)
                board[key] = ' '
                if score < bestScore: bestScore = score
        return bestScore
printBoard(board)
while not checkForWin():
    compMove()
    playerMove()
"""

# A numpy array of 0, 1 and 2.
NUMPY = """
import numpy as np
def check(b, p):
    lines = [b[i] for i in range(3)] + [b[:, i] for i in range(3)]
    lines += [np.diag(b), np.diag(np.fliplr(b))]
    return any((line == p).all() for line in lines)
def minimax(board, player):
    if check(board, 1): return 1, None
    if check(board, 2): return -1, None
    free = list(zip(*np.where(board == 0)))
    if not free: return 0, None
    best = None
    for r, c in free:
        board[r, c] = player
        v, _ = minimax(board, 3 - player)
        board[r, c] = 0
        if best is None or (player == 1 and v > best[0]) or (player == 2 and v < best[0]):
            best = (v, (r, c))
    return best
def best_move(board, player):
    return minimax(board.copy(), player)[1]
board = np.zeros((3, 3))
print(best_move(board, 1))
"""

# A class that begins to play when it is made, and knows whose turn it is from an attribute.
TURN_CLASS = (
    FLAT_RULES
    + """
class TicTacToe:
    def __init__(self):
        self.board = ['-'] * 9
        self.current_player = 'X'
        self.play()
    def switch(self):
        self.current_player = 'O' if self.current_player == 'X' else 'X'
    def value(self, me, turn):
        other = 'O' if me == 'X' else 'X'
        if won(self.board, me): return 1
        if won(self.board, other): return -1
        if '-' not in self.board: return 0
        out = []
        for i in range(9):
            if self.board[i] == '-':
                self.board[i] = turn
                out.append(self.value(me, 'O' if turn == 'X' else 'X'))
                self.board[i] = '-'
        return max(out) if turn == me else min(out)
    def get_best_move(self):
        me = self.current_player
        best, move = -2, -1
        for i in range(9):
            if self.board[i] == '-':
                self.board[i] = me
                v = self.value(me, 'O' if me == 'X' else 'X')
                self.board[i] = '-'
                if v > best: best, move = v, i
        return move
    def play(self):
        while True:
            m = int(input('move'))
            self.board[m] = 'X'
game = TicTacToe()
"""
)

# Both marks are arguments, and the board comes back with the new stone.
THREE = (
    ROW_RULES
    + """
def ai_turn(board, ai, human):
    def go(turn):
        if won(board, ai): return 10
        if won(board, human): return -10
        cells = [(r, c) for r in range(3) for c in range(3) if board[r][c] == ' ']
        if not cells: return 0
        out = []
        for r, c in cells:
            board[r][c] = turn
            out.append(go(human if turn == ai else ai))
            board[r][c] = ' '
        return max(out) if turn == ai else min(out)
    best = None
    for r in range(3):
        for c in range(3):
            if board[r][c] == ' ':
                board[r][c] = ai
                s = go(human)
                board[r][c] = ' '
                if best is None or s > best[0]: best = (s, r, c)
    board[best[1]][best[2]] = ai
    return board
"""
)

# Rows and columns from 1.
ONE_BASED = (
    ROW_RULES
    + """
def computer_move(grid):
    import math
    def go(turn):
        if won(grid, 'O'): return 1
        if won(grid, 'X'): return -1
        cells = [(r, c) for r in range(3) for c in range(3) if grid[r][c] is None]
        if not cells: return 0
        out = []
        for r, c in cells:
            grid[r][c] = turn
            out.append(go('X' if turn == 'O' else 'O'))
            grid[r][c] = None
        return max(out) if turn == 'O' else min(out)
    best, where = -math.inf, None
    for r in range(3):
        for c in range(3):
            if grid[r][c] is None:
                grid[r][c] = 'O'
                s = go('X')
                grid[r][c] = None
                if s > best: best, where = s, (r + 1, c + 1)
    return where
"""
)

# A player as this library has them.
OURS = """
from noughts.solver import solve
class Mine:
    def choose(self, position):
        return solve(position).move
"""

# Legal moves, and no thought behind them.
SILENT = """
def find_best_move(board):
    if board[4] == ' ':
        return 4
    for i in range(9):
        if board[i] == ' ':
            return i
"""

# Marks as numbers with names; an engine that is given a board with methods of its own.
ENGINE = (
    FLAT_RULES
    + """
X, O, EMPTY = 1, 2, 0
BOARD_SIZE = 3
class Board:
    def __init__(self, cells=None):
        self.cells = cells or [EMPTY] * 9
    def moves(self):
        return [i for i, c in enumerate(self.cells) if c == EMPTY]
class Engine:
    def __init__(self, player):
        self.me = player
        self.you = X + O - player
    def best_move(self, board):
        best = max(board.moves(), key=lambda m: self.after(board, m))
        return best
    def after(self, board, m):
        cells = list(board.cells); cells[m] = self.me
        return -self.value(Board(cells), self.you)
    def value(self, board, turn):
        if won(board.cells, X + O - turn): return -1
        if not board.moves(): return 0
        out = []
        for m in board.moves():
            cells = list(board.cells); cells[m] = turn
            out.append(-self.value(Board(cells), X + O - turn))
        return max(out)
"""
)

# The mark to move is held by an object that is passed on, or by a global name.
REMEMBERS = """
WINS = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
known = {}
def look(b, me):
    key = ("".join(b), me)
    if key in known: return known[key]
    you = "O" if me == "X" else "X"
    if any(b[x] == b[y] == b[z] == you for x, y, z in WINS): return -1, None
    found = 0 if " " not in b else -9, None
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            value = -look(b, you)[0]
            b[i] = " "
            if value > found[0]: found = value, i
    known[key] = found
    return found
"""
STATE = (
    REMEMBERS
    + """
from dataclasses import dataclass, field
@dataclass
class State:
    board: list = field(default_factory=lambda: [" "] * 9)
    turn: str = "X"
class Agent:
    def get_action(self, state: State):
        return look(state.board, state.turn)[1]
"""
)
GLOBAL_TURN = (
    REMEMBERS
    + """
board = [" "] * 9
currentPlayer = "X"
def bestMove():
    return look(board, currentPlayer)[1]
"""
)
COUNTED_TURNS = (
    REMEMBERS
    + """
turn = 0
def best_move(board):
    assert turn % 2 == 0
    return look(board, "X" if board.count("X") == board.count("O") else "O")[1]
"""
)

STUDENTS = {
    "tutorial": Student(TUTORIAL, "X", "cell", "rows"),
    "score_only": Student(SCORE_ONLY, None, "score", "flat"),
    "global_board": Student(GLOBAL_BOARD, "O", "stone", "flat"),
    "book": Student(BOOK, None, "index from 1", "flat from 1", is_perfect=False),
    "two_classes": Student(TWO_CLASSES, None, "index", "flat"),
    "window": Student(WINDOW, "O", "cell", "rows"),
    "numbered": Student(NUMBERED, None, "dict", "flat"),
    "remembered": Student(REMEMBERED, None, "score, index", "tuple"),
    "negamax": Student(NEGAMAX, None, "score, index", "flat"),
    "ai_class": Student(AI_CLASS, None, "index", "flat"),
    "main_only": Student(MAIN_ONLY, "O", "cell", "rows"),
    "dict_board": Student(DICT_BOARD, "X", "stone", "dict from 1"),
    "numpy": Student(NUMPY, None, "cell", "array"),
    "turn_class": Student(TURN_CLASS, None, "index", "flat"),
    "three": Student(THREE, None, "new board", "rows"),
    "one_based": Student(ONE_BASED, "O", "cell from 1", "rows"),
    "ours": Student(OURS, None, "index", "position"),
    "silent": Student(SILENT, None, "index", "flat", is_perfect=False),
    "engine": Student(ENGINE, None, "index", "flat"),
    "state": Student(STATE, None, "index", "flat"),
    "global_turn": Student(GLOBAL_TURN, None, "index", "flat"),
    "counted_turns": Student(COUNTED_TURNS, None, "index", "flat"),
}
