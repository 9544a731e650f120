"""What may be asked: the names, the bounds and the meaning of every parameter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

from noughts.play.levels import LEVEL_NAMES
from noughts.search import SCALES, USUAL_SEARCH, search_names, traced_names

MOST_LETTERS = 4_000  # of a position: a board of 400 cells as JSON has some 2,000
MOST_RECORD_LETTERS = 16_000
MOST_EVENTS = 20_000

Text = Annotated[str, Field(max_length=MOST_LETTERS)]
GameName = Annotated[str, Field(min_length=1, max_length=40)]
Mark = Literal["X", "O"]
Move = Annotated[str, Field(max_length=20)]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Marks a text that must be one of some names, which are looked up whenever it is asked."""

    names: Callable[[], list[str]]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: Any) -> dict[str, Any]:
        return {**handler(schema), "enum": self.names()}

    def _check(self, name: Any) -> Any:
        if name not in self.names():
            *most, last = map(repr, self.names())
            raise PydanticKnownError("literal_error", {"expected": f"{', '.join(most)} or {last}"})
        return name


class Question(BaseModel):
    """What all questions share: a name that is not known is refused, not passed over."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class PositionQuestion(Question):
    """A position of a game."""

    position: Text | None = Field(
        None,
        description="A board, a JSON list or a list of moves; without it, the start of the game.",
        examples=["XX. .O. ..O"],
    )
    game: GameName | None = Field(
        None,
        description="A spec or a name such as 4x4, 7x6:4+drop or connect4. Without it a position "
        "with as many rows as columns is that square.",
        examples=["3x3"],
    )
    to_move: Mark | None = Field(
        None, description="Whose turn it is, where the stones leave that open."
    )


def seconds_field(default: float, most: float, of: str = "to look for the truth") -> float:
    """How long an answer may take."""
    value: float = Field(
        default, ge=0.01, le=most, description=f"Seconds {of}, from 0.01 to {most:g}."
    )
    return value


class BoardQuestion(PositionQuestion):
    """What lies on the board?"""


class LintQuestion(PositionQuestion):
    """Is this text a position?"""


class AnalyzeQuestion(PositionQuestion):
    """What is a position worth, and each of its moves?"""

    seconds: float = seconds_field(5.0, 30.0)


class PictureQuestion(PositionQuestion):
    """How does it look?"""

    values: bool = Field(False, description="Write on each free cell what it is worth.")
    seconds: float = seconds_field(5.0, 30.0)


class MoveQuestion(PositionQuestion):
    """What would a player play?"""

    level: Literal[LEVEL_NAMES] | None = Field(  # type: ignore[valid-type]
        None, description="How well; without it and without a search, perfect."
    )
    search: Annotated[str, OneOf(search_names)] | None = Field(
        None, description="Play what this search finds, instead of a level."
    )
    seconds: float = seconds_field(2.0, 30.0, "to choose in")
    seed: int | None = Field(None, ge=0, le=2**53, description="Makes choices among equals repeat.")


class TreeQuestion(PositionQuestion):
    """What lies ahead?"""

    depth: int = Field(1, ge=1, le=4, description="How many plies, from 1 to 4.")
    fold: bool = Field(True, description="Show one of the moves that are the same by symmetry.")
    seconds: float = seconds_field(5.0, 30.0)


class ReviewQuestion(Question):
    """How was a game played?"""

    game: GameName | None = Field(None, description="As everywhere.", examples=["3x3"])
    start: Text | None = Field(None, description="The position before the first move.")
    first: Mark | None = Field(None, description="The mark that moved first, without a start.")
    moves: Text | None = Field(
        None, description="The moves in order, with commas or blanks between.", examples=["b2,a1"]
    )
    record: Annotated[str, Field(max_length=MOST_RECORD_LETTERS)] | None = Field(
        None, description="Instead of all these: a record as it was given out, text or JSON."
    )
    seconds: float = seconds_field(10.0, 30.0)


class ReviewBody(ReviewQuestion):
    """The same in JSON, where a list is a list."""

    moves: Text | list[Move] | None = Field(  # type: ignore[assignment]
        None, description="The moves in order, as a list or as text."
    )


class TraceQuestion(PositionQuestion):
    """What does a search do?"""

    search: Annotated[str, OneOf(traced_names)] = Field(
        USUAL_SEARCH, description="The search to watch."
    )
    scale: Literal[tuple(SCALES)] | None = Field(  # type: ignore[valid-type]
        None, description="How a finished game scores; without it, ten where there are scales."
    )
    limit: int = Field(
        2_000, ge=1, le=MOST_EVENTS, description=f"Tell so many events, up to {MOST_EVENTS:,}."
    )
    seconds: float = seconds_field(5.0, 30.0, "for the whole search")


class CompareQuestion(PositionQuestion):
    """What does each search cost on a position?"""

    searches: Annotated[str, Field(max_length=200)] | None = Field(
        None, description="Some searches with commas between; without it all."
    )
    seconds: float = seconds_field(2.0, 5.0, "for each search")


class GrowthQuestion(Question):
    """How does the cost grow with the board?"""

    games: Annotated[str, Field(min_length=1, max_length=240)] = Field(
        description="1 to 6 games with commas between.", examples=["3x3,4x3:3"]
    )
    searches: Annotated[str, Field(max_length=200)] | None = Field(
        None, description="Some searches or `sweep`, with commas between."
    )
    seconds: float = seconds_field(2.0, 5.0, "for each search on each board")


class CensusQuestion(Question):
    """How many positions and games are there?"""

    game: GameName = Field("3x3", description="As everywhere.")
    plies: int | None = Field(None, ge=0, le=400, description="Only so many plies.")


class SolveQuestion(Question):
    """What is every position of a game worth?"""

    game: GameName = Field("3x3", description="A game without drop of at most 20 cells.")
    distances: bool = Field(False, description="Count by how soon each is decided, too.")
