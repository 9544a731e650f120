"""What the answers look like, for /openapi.json: whoever uses the API can rely on it.

Nothing is checked against these models at run time; the tests do that.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Mark = Literal["X", "O"]


class Shape(BaseModel):
    """Nothing else is in an answer than what is said here."""

    model_config = ConfigDict(extra="forbid")


class Answered(Shape):
    """The beginning of every answer."""

    schema_: Literal[1] = Field(alias="schema")


class Error(Shape):
    """Why there is no answer."""

    error: str = Field(description="One sentence.")
    complaints: list[str] = Field(description="Each thing that is wrong, by itself.")


class Value(Shape):
    """What perfect play brings."""

    outcome: Literal["win", "draw", "loss"]
    distance: int | None = Field(description="In so many plies; null where that is not known.")
    at_least: int = Field(0, description="Where the distance is not known: it is this or more.")


class Board(Shape):
    """What it takes to draw a board."""

    width: int
    height: int
    slices: int
    drop: bool
    stones: list[Mark | None] = Field(description="In reading order, slice by slice.")
    names: list[str] = Field(description="Of the cells.")
    lines: list[list[int]] = Field(description="Completed lines, as cells from 0.")
    columns: list[str] = Field(description="In drop games, the names of the columns.")


class Move(Shape):
    """A move, and the position after it as text to send back."""

    move: str
    cell: int
    slice: int = Field(0, description="In 3-D.")
    row: int
    column: int
    after: str


class Turn(Answered):
    """Where a game stands."""

    game: str
    position: str
    to_move: Mark | None
    over: bool
    winner: Mark | None
    sentence: str
    board: Board


class BoardAnswer(Turn):
    first: Mark
    lines: list[list[str]] = Field(description="Completed lines, as names of cells.")
    moves: list[Move]


class LintAnswer(Answered):
    ok: bool
    complaints: list[str]
    report: BoardAnswer | None
    stones: list[Mark | None] | None = Field(description="As read, where that was possible.")


class Reason(Shape):
    """Why a move is worth what it is."""

    kind: str
    text: str
    cells: list[str]
    moves: list[str]


class Step(Shape):
    """A move of a line of play."""

    move: str
    after: str


class ValuedMove(Move):
    value: Value | None = Field(description="For the player who makes it; null: not known.")
    best: bool
    good: bool
    reasons: list[Reason]
    sentence: str
    line: list[Step]


class AnalyzeAnswer(Turn):
    first: Mark
    lines: list[list[str]]
    value: Value | None = Field(description="For the side to move; null: not known in time.")
    best: list[str] = Field(description="The moves that keep outcome and distance.")
    good: list[str] = Field(description="The moves that keep the outcome.")
    moves: list[ValuedMove]
    principal_variation: list[str]
    complete: bool = Field(description="Was the value of every move found in time?")
    nodes: int
    seconds: float


class MoveAnswer(Answered, Move):
    game: str
    position: str
    to_move: Mark
    value: Value | None
    is_guess: bool = Field(description="Was the truth looked for, and not found in time?")
    score: int | None
    nodes: int
    seconds: float
    sentence: str
    next: BoardAnswer


class Record(Answered):
    game: str
    first: Mark
    start: str
    moves: list[str]
    position: str
    over: bool
    winner: Mark | None


class ReviewStep(Step):
    number: int
    cell: int
    side: Mark
    position: str
    value: Value | None = Field(description="After the move, for the first player.")
    mistake: bool


class Mistake(Shape):
    number: int
    side: Mark
    position: str
    move: str
    value: Value
    better: Value
    better_moves: list[str]
    sentence: str


class ReviewAnswer(Answered):
    record: Record
    text: str = Field(description="The record as text that reads back.")
    value: Value | None = Field(description="Of the start, for the first player.")
    steps: list[ReviewStep]
    mistakes: list[Mistake]
    complete: bool
    result: str


class TreeNode(Move):
    moves: list[str] = Field(description="This one, and those that are the same by symmetry.")
    to_move: Mark | None
    over: bool
    winner: Mark | None
    value: Value | None = Field(description="For the player who makes the move.")
    sentence: str
    best: bool
    good: bool
    count: int = Field(description="How many moves there are from here.")
    children: "list[TreeNode] | None"


class TreeAnswer(Turn):
    value: Value | None
    depth: int
    fold: bool
    nodes: int
    complete: bool
    children: list[TreeNode]


class Run(Shape):
    search: str
    finished: bool
    value: Value | None
    move: str | None
    nodes: int
    cutoffs: int
    hits: int
    depth: int | None
    seconds: float
    ratio: float | None = Field(description="Its nodes beside those of plain minimax.")


class CompareAnswer(Answered):
    game: str
    position: str
    budget: float
    minimax_nodes: int | None
    searches: list[Run]
    svg: str


class Cost(Shape):
    game: str
    search: str
    value: Value | None
    nodes: int | None
    seconds: float | None
    finished: bool
    extrapolated: bool
    note: str


class GrowthAnswer(Answered):
    budget: float
    games: list[str]
    searches: list[str]
    costs: list[Cost]
    svg: str


class Games(Shape):
    ply: int
    games: int


class Layer(Games):
    positions: int
    classes: int
    unfinished: int
    finished: int
    finished_classes: int


class CensusAnswer(Answered):
    game: str
    nodes: int
    games: int
    won_by_first: int
    won_by_second: int
    drawn: int
    games_by_length: list[Games]
    positions: int
    unfinished: int
    finished: int
    classes: int
    finished_classes: int
    layers: list[Layer]
    seconds: float


class Game(Shape):
    spec: str
    name: str
    description: str
    known: str
    source: str
    cells: int
    board: Board
    drop: bool
    misere: bool
    tiny: bool = Field(description="Is the truth at hand?")


class Search(Shape):
    name: str
    description: str
    traced: bool
    scaled: bool
    scales: list[str]
    negates: bool = Field(description="Is a score that of the side to move?")


class Scale(Shape):
    name: str
    description: str


class GamesAnswer(Answered):
    games: list[Game]
    levels: list[str]
    searches: list[Search]
    scales: list[Scale]
    growing: list[str] = Field(description="The searches that show how the cost grows.")
