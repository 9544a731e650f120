"""The application: a route for each question, by GET and by POST."""

# Annotations are evaluated here, since those of the routes are made from their models.

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ConfigDict, create_model
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

import noughts
from noughts.web.answers import STREAMS, UNPROCESSABLE, Answer, Complaint
from noughts.web.desk import Desk
from noughts.web.events import send_stream
from noughts.web.guard import App, Guard, Receive, Scope, Send, send_answer
from noughts.web.page import page_file
from noughts.web.questions import Question
from noughts.web.routes import GAMES, ROUTES, Route, without_null
from noughts.web.waiting import Left, while_there

# Newer versions of FastAPI can report elsewhere what they do, if a variable of the environment says
# so; older ones ignore this word. Here no request leaves the host.
SILENT: Any = {"auto_configure": False, "tracing": False, "metrics": False, "logs": False}
METHOD_NOT_ALLOWED = 405
TWO_WAYS = frozenset(f"/api/{route.kind}" for route in ROUTES)
NOBODY_THERE = 499  # is never sent: the client has left


def make_app(desk: Desk, host: str) -> App:
    """The application behind its guard; host is the name under which it will be reached."""
    return Guard(_Front(make_api(desk), desk), host)


class _Front:
    """Answers what was asked before in the same words, without a look at the words."""

    def __init__(self, app: App, desk: Desk) -> None:
        self._app = app
        self._memory = desk.memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            kept = self._memory.get((scope["path"], scope["query_string"]))
            if kept is not None:
                await send_answer(send, kept)
                return
        await self._app(scope, receive, send)


class _Whole(Response):
    """An answer that is sent as it is."""

    def __init__(self, answer: Answer, headers: Mapping[str, str] | None = None) -> None:
        self._answer = answer
        self._more = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
        super().__init__()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send_answer(send, self._answer, self._more)


class _Stream(Response):
    """An answer that comes bit by bit."""

    def __init__(self, desk: Desk, kind: str, question: dict[str, Any]) -> None:
        self._asked = desk, kind, question
        super().__init__()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        desk, kind, question = self._asked
        await send_stream(desk.stream(kind, question), receive, send)


def make_api(desk: Desk) -> FastAPI:
    """The routes, without the guard before them."""
    app = FastAPI(
        title="noughts",
        version=noughts.__version__,
        description="Perfect play in tic-tac-toe and its family: the exact truth about any "
        "position. Every question may be asked by GET, with query parameters, and by POST, with "
        "one JSON object of the same names.",
        docs_url=None,
        redoc_url=None,
        telemetry=SILENT,
    )
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _refused)
    _add_page(app)
    _add_games(app, desk)
    for route in ROUTES:
        _add_question(app, desk, route)
    app.openapi_schema = without_null(app.openapi())
    return app


# The questions


def _add_games(app: FastAPI, desk: Desk) -> None:
    summary = "The known games, and all that can be chosen"

    @app.get("/api/games", summary=summary, operation_id="get_games", responses=GAMES)
    async def games(request: Request) -> Response:
        return await _reply(request, desk, "games", {})


def _add_question(app: FastAPI, desk: Desk, route: Route) -> None:
    """The two ways to ask a question."""
    question, body = route.question, _strict(route.body or route.question)

    async def get(
        request: Request,
        asked: Annotated[question, Query()],  # type: ignore[valid-type]
    ) -> Response:
        return await _reply(request, desk, route.kind, _words(asked))

    async def post(request: Request, asked: body) -> Response:  # type: ignore[valid-type]
        return await _reply(request, desk, route.kind, _words(asked))

    for method, endpoint in (("GET", get), ("POST", post)):
        app.add_api_route(
            f"/api/{route.kind}",
            endpoint,
            methods=[method],
            summary=route.summary,
            operation_id=f"{method.lower()}_{route.kind}",
            responses=route.responses,
            response_class=JSONResponse if not isinstance(route.answer, str) else Response,
        )


def _strict(question: type[Question]) -> type[Question]:
    """The same question as JSON: there a number is a number, and no text that looks like one."""
    name = question.__name__.removesuffix("Question").removesuffix("Body")
    strict = create_model(f"{name}Body", __base__=question, __doc__=question.__doc__)
    strict.model_config = ConfigDict(**{**question.model_config, "strict": True})
    strict.model_rebuild(force=True)
    return strict


def _words(asked: Any) -> dict[str, Any]:
    words: dict[str, Any] = asked.model_dump(exclude_none=True)
    return words


async def _reply(request: Request, desk: Desk, kind: str, question: dict[str, Any]) -> Response:
    if kind in STREAMS:
        return _Stream(desk, kind, question)
    try:
        answer = await while_there(request.receive, desk.answer(kind, question))
    except Left:
        return Response(status_code=NOBODY_THERE)
    if request.method == "GET":
        scope = request.scope
        desk.memory.keep((scope["path"], scope["query_string"]), answer)
    return _Whole(answer)


# What cannot be read


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    complaints = [_complaint(found) for found in error.errors()]
    return _Whole(Complaint("; ".join(complaints), complaints).answer(UNPROCESSABLE))


def _complaint(found: dict[str, Any]) -> str:
    where = [str(part) for part in found["loc"] if part not in ("query", "body")]
    return f"{'.'.join(where) or 'the question'}: {found['msg'].lower()}"


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = f"{request.method} {request.url.path}: {str(error.detail).lower()}"
    headers = dict(error.headers or {})
    if error.status_code == METHOD_NOT_ALLOWED and request.url.path in TWO_WAYS:
        headers["Allow"] = "GET, POST"  # the router knows each of the two ways by itself
    return _Whole(Complaint(sentence).answer(error.status_code), headers)


# The page


def _add_page(app: FastAPI) -> None:
    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return _file(request, "index.html")

    @app.api_route("/static/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        return _file(request, name)


def _file(request: Request, name: str) -> Response:
    found = page_file(name)
    if found is None:
        raise HTTPException(404, "no such file")
    body, kind, tag = found
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
