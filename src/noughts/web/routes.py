"""The routes as data: what each question is called, how it is asked, and what comes back."""

from dataclasses import dataclass
from typing import Any

from noughts.web import questions, schemas
from noughts.web.answers import SVG

EVENTS = "text/event-stream"
EVENT = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["start", "event", "progress", "done", "error"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Route:
    """One question, to be asked by GET and by POST."""

    kind: str
    summary: str
    question: type[questions.Question]
    answer: type[schemas.Answered] | str
    """The model of the answer; a type of content where it is not JSON."""
    description: str = ""
    body: type[questions.Question] | None = None
    """The question as JSON has it, where that differs."""

    @property
    def responses(self) -> dict[int | str, dict[str, Any]]:
        """What may come back, by status."""
        return {200: _good(self.answer, self.description), **REFUSALS}


def _good(answer: type[schemas.Answered] | str, description: str) -> dict[str, Any]:
    if isinstance(answer, str):
        content = {answer: {"schema": EVENT if answer == EVENTS else {"type": "string"}}}
        return {"description": description or "The answer", "content": content}
    return {"description": description or "The answer", "model": answer}


def _bad(description: str) -> dict[str, Any]:
    return {"description": description, "model": schemas.Error}


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: _bad("The body is no JSON at all"),
    403: _bad("The Host is not this server's, or another site's page asks"),
    408: _bad("The body did not come"),
    413: _bad("The body is too large"),
    422: _bad("The question is wrong, or too big to be answered here: the sentence says why"),
    503: _bad("Too busy, out of time, or an optional part is not installed; see Retry-After"),
}

TRACE = (
    "Server-sent events: `start` (game, position, search, scale, board), then `event` for each "
    "thing the search does (event, node, parent, level, position, stones, move, score, alpha, "
    "beta, narration), then `done` with the counts of the whole search, or `error`."
)
SOLVE = (
    "Server-sent events: `start`, then `progress` (progress from 0 to 1, ply, positions, "
    "all_positions, seconds, seconds_left), then `done` with every layer counted, or `error`."
)

ROUTES = (
    Route(
        "board", "The stones, whose move it is, and what may be played",
        questions.BoardQuestion, schemas.BoardAnswer,
    ),
    Route(
        "lint", "All that is wrong with a text as a position",
        questions.LintQuestion, schemas.LintAnswer,
    ),
    Route(
        "analyze", "The value of a position and of each move, with the reasons",
        questions.AnalyzeQuestion, schemas.AnalyzeAnswer,
    ),
    Route(
        "move", "The move that a level or a search plays",
        questions.MoveQuestion, schemas.MoveAnswer,
    ),
    Route(
        "review", "The value after each move of a game, and the mistakes",
        questions.ReviewQuestion, schemas.ReviewAnswer, body=questions.ReviewBody,
    ),
    Route(
        "tree", "The positions a few moves on, with their values",
        questions.TreeQuestion, schemas.TreeAnswer,
    ),
    Route("trace", "What a search does, event by event", questions.TraceQuestion, EVENTS, TRACE),
    Route(
        "compare", "Every search on the same position",
        questions.CompareQuestion, schemas.CompareAnswer,
    ),
    Route(
        "growth", "How the cost of searches grows with the board",
        questions.GrowthQuestion, schemas.GrowthAnswer,
    ),
    Route(
        "census", "How many positions and games there are",
        questions.CensusQuestion, schemas.CensusAnswer,
    ),
    Route("solve", "Every position of a game, solved", questions.SolveQuestion, EVENTS, SOLVE),
    Route("picture", "The board as a picture", questions.PictureQuestion, SVG, "An SVG"),
)  # fmt: skip

GAMES: dict[int | str, dict[str, Any]] = {
    200: _good(schemas.GamesAnswer, ""),
    403: REFUSALS[403],
    503: REFUSALS[503],
}


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of the API, in which no query parameter may be null: only JSON has one."""
    for path in schema["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                _forbid_null(parameter["schema"])
    return schema


def _forbid_null(schema: dict[str, Any]) -> None:
    allowed = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(allowed) == 1:
        del schema["anyOf"]
        schema.update(allowed[0])
