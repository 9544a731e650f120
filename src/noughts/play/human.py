"""A person at a terminal: the console game."""

import random
from dataclasses import dataclass

from noughts.errors import LimitReached, NoughtsError, RulesError
from noughts.explain.reasons import reasons
from noughts.explain.sentences import Reason
from noughts.notation import format_move, parse_cell, parse_move, value_words
from noughts.play.levels import player_for
from noughts.play.players import SECONDS, Choice, PerfectPlayer, Player
from noughts.play.record import Record
from noughts.play.review import review
from noughts.play.screen import Screen
from noughts.rules import Cell, Game, Goal, Position, cells_of, game_of, mask_of
from noughts.solver.oracle import Oracle

COMMANDS = {
    "hint": "the recommended move",
    "why": "each move's value, the line of play that follows, and the reasons",
    "moves": "the moves you may make",
    "undo": "take back your last move",
    "new": "start again",
    "help": "this list",
    "quit": "stop",
}

REVIEW_SECONDS = 10.0


@dataclass(slots=True)
class Seating:
    """Who sits where: a computer for each mark, or None for a person."""

    computers: dict[str, Player | None]
    adviser: Player
    hints: bool = True
    numbers: bool = False
    seconds: float | None = 2.0

    def is_person(self, mark: str) -> bool:
        return self.computers[mark] is None

    @property
    def people(self) -> int:
        return sum(player is None for player in self.computers.values())


class Quit(Exception):
    """The person has had enough."""


class ConsoleGame:
    """One sitting at a terminal: plays, explains, takes back, reviews."""

    def __init__(self, start: Position, seating: Seating, screen: Screen) -> None:
        self.record = Record(start)
        self.seating = seating
        self.screen = screen
        self._is_new = False

    @property
    def position(self) -> Position:
        return self.record.position

    def run(self) -> Record:
        """Play until the game is over or the person leaves; the record of the last game."""
        self._greet()
        try:
            while not self.position.is_over:
                self._turn()
            self._finish()
        except EOFError:
            self.screen.say("\nGoodbye.")
        except Quit:
            self.screen.say("Goodbye.")
        return self.record

    # Turns

    def _turn(self) -> None:
        position = self.position
        player = self.seating.computers[position.to_move]
        if player is not None:
            choice = player.choose(position)
            self.record.play(choice.move)
            self._tell_computer_move(position, choice)
            return
        self.screen.show(position, numbers=self.seating.numbers)
        if self.seating.hints:
            self._hint()
        self._is_new = False
        while self.position == position and not self._is_new:
            self._answer(self._ask_move(position))

    def _ask_move(self, position: Position) -> str:
        who = f"{position.to_move}, your move"
        if not self.seating.numbers or position.game.drop:
            return self.screen.ask(f"{who}: ")
        parts = ["slice"] if not position.game.shape.is_flat else []
        parts += ["row", "column"]
        answer = self.screen.ask(f"{who}, {parts[0]}: ")
        # Row and column may come together, or one after the other.
        while 0 < (given := _count_numbers(answer)) < len(parts):
            more = self.screen.ask(f"{parts[given]}: ")
            if not _count_numbers(more):
                return more  # a command, or something to complain about by itself
            answer += " " + more
        return answer

    def _answer(self, text: str) -> None:
        """Do what was typed: a command, or a move."""
        word = text.lower()
        if word in ("quit", "q", "exit"):
            raise Quit
        commands = {
            "hint": self._hint,
            "why": self._why,
            "moves": self._moves,
            "undo": self._undo,
            "u": self._undo,
            "new": self._new,
            "help": self._help,
            "?": self._help,
        }
        if word in commands:
            commands[word]()
            return
        if not text:
            return
        try:
            self.record.play(self._read_move(text))
        except NoughtsError as error:
            self.screen.say(f"No: {error}. Type help for the commands.")

    def _read_move(self, text: str) -> Cell:
        position = self.position
        if self.seating.numbers and not position.game.drop:
            cell = parse_cell(position.game, text)
            if position.mark(cell) is not None:
                raise RulesError(f"{self._name(cell)} is taken by {position.mark(cell)}")
        return parse_move(position, text)

    # What the screen says

    def _greet(self) -> None:
        game, seating = self.position.game, self.seating
        self.screen.say(f"{game.name}: {_rules_words(self.position)}")
        if not seating.people:
            return
        you = "You are both players" if seating.people == 2 else f"You are {self._person()}"
        self.screen.say(f"{you}; {self.position.first_mark} moves first.")
        self.screen.say(f"A move is {self._move_words()}. Commands: {', '.join(COMMANDS)}.")

    def _person(self) -> str:
        return next(mark for mark in "XO" if self.seating.is_person(mark))

    def _move_words(self) -> str:
        game = self.position.game
        if game.drop:
            return f"a column, 1 to {game.width}"
        if self.seating.numbers:
            return "a row and a column, both from 0"
        return f"a cell such as {format_move(game, game.cells // 2)}"

    def _name(self, move: Cell) -> str:
        """A move as this person writes it."""
        game = self.position.game
        if self.seating.numbers and not game.drop:
            place = game.shape.place(move)
            return str(tuple(place[1:] if game.shape.is_flat else place))
        return format_move(game, move)

    def _cell(self, cell: Cell) -> str:
        """A cell as this person writes it; in a drop game a move is a column, and no cell."""
        return self._name(cell) if self.seating.numbers else self.position.game.shape.name(cell)

    def _tell_computer_move(self, before: Position, choice: Choice) -> None:
        known = f" ({value_words(choice.value)})" if choice.value or choice.is_guess else ""
        self.screen.say(f"{before.to_move} plays {self._name(choice.move)}{known}.")
        after = before.child(choice.move)
        if not self.seating.people and not after.is_over:
            self.screen.show(after, numbers=self.seating.numbers)

    def _hint(self) -> None:
        choice = self.seating.adviser.choose(self.position)
        self.screen.say(
            f"Recommended: {self._name(choice.move)}, {value_words(choice.value)} "
            f"({choice.seconds:.7f} s, {choice.nodes:,} positions)."
        )

    def _why(self) -> None:
        oracle = Oracle(self.position.game, self.seating.seconds)
        try:
            analysis = oracle.analyze(self.position)
        except LimitReached:
            self.screen.say(f"Not proven within {self.seating.seconds:g} s (--time).")
            return
        variations = {
            move: oracle.principal_variation(self.position.child(move)) if value else []
            for move, value in analysis.moves.items()
        }
        found = reasons(analysis, oracle)
        for move, value in analysis.moves.items():
            then = " ".join(map(self._name, variations[move]))
            line = f", then {then}" if then else ""
            self.screen.say(f"  {self._name(move)} {value_words(value)}{line}")
            # How a move loses is said by that line already.
            told = [reason for reason in found[move] if reason.kind != "loses" or not then]
            if told:
                self.screen.say(f"     {self._in_words(told)}")

    def _in_words(self, told: list[Reason]) -> str:
        game = self.position.game
        name = None if game.drop else self._name
        return "; ".join(reason.sentence(game, name) for reason in told)

    def _moves(self) -> None:
        self.screen.say("Moves: " + " ".join(map(self._name, self.position.moves())))

    def _undo(self) -> None:
        moves = self.record.moves
        mine = [
            at
            for at, position in enumerate([*self.record.positions()][:-1])
            if self.seating.is_person(position.to_move)
        ]
        if not mine:
            self.screen.say("There is no move of yours to take back.")
            return
        taken = " ".join(map(self._name, moves[mine[-1] :]))
        del moves[mine[-1] :]
        self.screen.say(f"Taken back: {taken}.")

    def _new(self) -> None:
        self.record.moves.clear()
        self._is_new = True
        self.screen.say("A new game.")

    def _help(self) -> None:
        self.screen.say(f"A move is {self._move_words()}.")
        for command, what in COMMANDS.items():
            self.screen.say(f"  {command:<6} {what}")

    # The end

    def _finish(self) -> None:
        position = self.position
        lines = position.completed_lines()
        marked = mask_of(
            cell for line in lines for cell in range(line.bit_length()) if line >> cell & 1
        )
        self.screen.show(position, marked=marked, numbers=self.seating.numbers)
        if position.winner is None:
            self.screen.say("It is a draw.")
        else:
            named = ", ".join("-".join(map(self._cell, cells_of(line))) for line in lines)
            loser = f"{position.moved_last} completed {named}"
            self.screen.say(
                f"{position.winner} won: {loser}." if position.game.misere
                else f"{position.winner} won with {named}."
            )  # fmt: skip
        self.screen.say(self._review())

    def _review(self) -> str:
        reviewed = review(self.record, REVIEW_SECONDS)
        found = reviewed.mistakes
        if not reviewed.is_complete:
            return "Review: not proven, the truth about this game is out of reach here."
        if not found:
            return "Review: no mistakes."
        first = found[0]
        names = [self._name(move) for move in first.better_moves[:5]]
        instead = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
        more = ", among others" if len(first.better_moves) > 5 else ""
        after = f" {len(found) - 1} more followed." if len(found) > 1 else ""
        return (
            f"Review: the first mistake was move {first.number}, {first.position.to_move} at "
            f"{self._name(first.move)}, which {value_words(first.value)}. Better was {instead}"
            f"{more}, which {value_words(first.better)}.{after}"
        )


def _count_numbers(answer: str) -> int:
    """How many numbers an answer has; 0 if it is something else."""
    words = answer.replace(",", " ").split()
    return len(words) if all(word.lstrip("-").isdecimal() for word in words) else 0


def _rules_words(position: Position) -> str:
    game = position.game
    lines = "completing a listed line" if game.k is None else f"{game.k} in a row"
    goal = "loses" if game.misere else "wins"
    others = (word.phrase for word in game.words if word.goal is Goal.MAKE)
    return ", ".join([f"{lines} {goal}", *others]) + "."


def play_here(
    game: str | Game = "3x3", *, mark: str = "X", first: str = "X", level: str = "perfect"
) -> Record:
    """Play against the computer where you are: at a Python prompt, or in a notebook cell."""
    computer = player_for(level, SECONDS, random.Random())
    computers = {side: None if side == mark else computer for side in "XO"}
    seating = Seating(computers, adviser=PerfectPlayer(SECONDS))
    start = Position(game_of(game), first_mark=first)
    return ConsoleGame(start, seating, Screen()).run()
