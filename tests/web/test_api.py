"""What the server answers is what the library says, and what is wrong is said as it says it."""

from __future__ import annotations

import json
import random
import re
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from naive import REPOSITORY, all_positions
from webserver import Server, web_server

from noughts.explain.count.counting import census
from noughts.explain.count.solution import solve_all
from noughts.explain.report import analyze
from noughts.notation.format import format_position
from noughts.notation.parse import lint, position as read_position
from noughts.play.record import Record, format_record, read_record
from noughts.play.review import review
from noughts.rules.catalog import CATALOG, game as game_of
from noughts.rules.position import Position
from noughts.search import SEARCHES, traced_names
from noughts.solver.oracle import Oracle

__all__ = ["web_server"]

WRONG = [
    {"position": "XX. ... ..."},
    {"position": "X.. .Q. ..."},
    {"position": "XXX OOO ..."},
    {"position": "nonsense", "game": "4x4"},
    {"position": "b2 b2", "game": "3x3"},
    {"position": "1111111", "game": "connect4"},
    {"position": "X.. ... ...", "to_move": "X"},
]


def untimed(answer: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in answer.items() if name not in ("seconds", "nodes")}


def test_the_catalogue_is_the_library_s(web_server: Server) -> None:
    answer = web_server.ask("/api/games")
    assert [game["spec"] for game in answer["games"]] == [entry.spec for entry in CATALOG]
    assert [search["name"] for search in answer["searches"]] == list(SEARCHES)
    assert [one["name"] for one in answer["searches"] if one["traced"]] == traced_names()
    for game in answer["games"]:
        assert len(game["board"]["stones"]) == game["cells"] == game_of(game["spec"]).cells


def test_an_analysis_is_the_report_of_the_library(web_server: Server) -> None:
    positions = random.Random(1).sample(all_positions(game_of("3x3")), 40)
    for position in positions:
        text = format_position(position)
        answer = web_server.ask("/api/analyze", position=text)
        report = analyze(position).to_dict()
        assert untimed({**answer, "moves": None}) == {
            **untimed({**report, "moves": None}),
            "sentence": answer["sentence"],
            "board": answer["board"],
        }
        for got, move in zip(answer["moves"], report["moves"], strict=True):
            assert {name: got[name] for name in move} == move
            after = read_position(move["after"], "3x3")
            line = [step["move"] for step in got["line"]]
            cells = Oracle(after.game).principal_variation(after)
            assert line == [after.game.shape.name(cell) for cell in cells]


@pytest.mark.parametrize("spec", ["3x3", "4x4", "3x3+misere", "4x4+drop", "3x3x3", "15x15:5"])
def test_the_page_can_play_a_game_by_sending_back_what_it_was_given(
    web_server: Server, spec: str
) -> None:
    rng, text, game = random.Random(spec), "", game_of(spec)
    position = Position(game)
    while True:
        answer = web_server.ask("/api/board", game=spec, position=text)
        assert answer["board"]["stones"] == [position.mark(cell) for cell in range(game.cells)]
        assert [move["cell"] for move in answer["moves"]] == position.moves()
        assert (answer["over"], answer["winner"]) == (position.is_over, position.winner)
        if answer["over"]:
            break
        move = rng.choice(answer["moves"])
        text, position = move["after"], position.play(move["cell"])
    assert len(answer["board"]["lines"]) == len(position.completed_lines())


def test_where_o_moves_first_the_text_says_so(web_server: Server) -> None:
    answer = web_server.ask("/api/board", game="4x4", to_move="O")
    assert answer["first"] == answer["to_move"] == "O"
    again = web_server.ask("/api/board", game="4x4", position=answer["position"])
    assert again == answer


@pytest.mark.parametrize("question", WRONG)
def test_what_is_wrong_is_said_in_the_words_of_the_linter(
    web_server: Server, question: dict[str, str]
) -> None:
    text = question["position"]
    complaints = lint(text, question.get("game"), question.get("to_move"))
    assert complaints
    for reply in (
        web_server.request("/api/analyze?" + urlencode(question)),
        web_server.post("/api/analyze", question),
    ):
        assert reply.status == 422
        assert reply.data["complaints"] == complaints
        assert reply.data["error"]
    linted = web_server.ask("/api/lint", **question)
    assert linted["ok"] is False
    assert linted["complaints"] == complaints
    assert linted["report"] is None


def test_the_linter_shows_the_stones_of_a_board_that_breaks_the_rules(web_server: Server) -> None:
    answer = web_server.ask("/api/lint", position="XX. ... ...")
    assert answer["stones"] == ["X", "X", *[None] * 7]
    assert web_server.ask("/api/lint", position="b2 a1", game="3x3")["ok"] is True


@pytest.mark.parametrize("kind", ["analyze", "board", "move", "tree", "compare", "lint"])
def test_get_and_post_answer_alike(web_server: Server, kind: str) -> None:
    question: dict[str, object] = {"position": "XX. .O. ..O", "game": "3x3"}
    got = web_server.ask(f"/api/{kind}", **question)
    posted = web_server.post(f"/api/{kind}", question)
    assert posted.status == 200
    if kind != "compare":
        assert untimed(posted.data) == untimed(got)
    assert posted.data.keys() == got.keys()


def test_what_is_not_known_in_time_is_not_told(web_server: Server) -> None:
    answer = web_server.ask("/api/analyze", game="6x6", seconds=0.2)
    assert answer["value"] is None
    assert answer["complete"] is False
    assert answer["best"] == answer["good"] == []
    assert all(move["value"] is None for move in answer["moves"])


def test_a_few_plies_are_known_even_where_the_whole_is_not(web_server: Server) -> None:
    """X threatens five in a row: whatever O does elsewhere loses at once, and that is proved."""
    rows = ["." * 15 for _ in range(15)]
    rows[7] = "...OXXXX......."  # O has one end
    rows[3] = "OOO...........X"
    text = " ".join(rows)
    answer = web_server.ask("/api/analyze", game="15x15:5", position=text, seconds=1)
    by_name = {move["move"]: move["value"] for move in answer["moves"]}
    assert by_name["a1"] == {"outcome": "loss", "distance": 2}
    assert by_name["i8"] is None or by_name["i8"]["outcome"] != "loss"


@pytest.mark.parametrize("level", ["perfect", "hard", "medium", "easy"])
def test_levels_play_moves_of_the_rules_and_the_seed_repeats_them(
    web_server: Server, level: str
) -> None:
    first, second = (
        web_server.ask("/api/move", position="X.. .O. ...", level=level, seed=7) for _ in "12"
    )
    assert untimed(first) == untimed(second)
    position = read_position("X.. .O. ...").play(first["cell"])
    assert first["after"] == first["next"]["position"] == format_position(position)


@pytest.mark.parametrize("search", list(SEARCHES))
def test_every_search_can_play(web_server: Server, search: str) -> None:
    answer = web_server.ask("/api/move", position="XX. .O. ..O", search=search, seconds=1)
    assert answer["move"] == "c1"


def test_there_is_no_move_in_a_finished_game(web_server: Server) -> None:
    reply = web_server.request("/api/move?position=XXX+OO.+...")
    assert (reply.status, reply.data["error"]) == (
        422,
        "no move is left: X has won with a1-b1-c1",
    )


def test_a_review_finds_the_mistakes_of_the_library(web_server: Server) -> None:
    rng = random.Random(3)
    for _ in range(15):
        record = Record(Position(game_of("3x3"), first_mark=rng.choice("XO")))
        while not record.position.is_over:
            record.play(rng.choice(record.position.moves()))
        names = record.to_dict()["moves"]
        question = {"game": "3x3", "first": record.start.first_mark, "moves": names}
        answer = web_server.post("/api/review", question).data
        assert answer["record"] == record.to_dict()
        assert answer["complete"] is True
        for got, mistake in zip(answer["mistakes"], review(record, 10).mistakes, strict=True):
            assert {name: got[name] for name in mistake.to_dict()} == mistake.to_dict()
        for step, position in zip(answer["steps"], [*record.positions()][1:], strict=True):
            value = Oracle(position.game).value(position)
            first = value if position.to_move == position.first_mark else -value
            assert step["value"] == {"outcome": str(first.outcome), "distance": first.distance}
        for form in (answer["text"], json.dumps(record.to_dict())):
            again = web_server.post("/api/review", {"record": form}).data
            assert again["record"] == record.to_dict()
            assert again["steps"] == answer["steps"]
        assert read_record(format_record(record)) == record


def test_a_tree_is_folded_and_its_values_are_the_truth(web_server: Server) -> None:
    folded = web_server.ask("/api/tree", depth=2)
    assert [child["moves"] for child in folded["children"]] == [
        ["a1", "c1", "a3", "c3"],
        ["b1", "a2", "c2", "b3"],
        ["b2"],
    ]
    flat = web_server.ask("/api/tree", depth=2, fold="false")
    assert len(flat["children"]) == 9
    for child in flat["children"]:
        after = read_position(child["after"], "3x3")
        assert child["count"] == len(after.moves()) == len(child["children"])
        for grandchild in child["children"]:
            value = Oracle(after.game).value(read_position(grandchild["after"], "3x3"))
            worth = value.a_ply_earlier()
            assert grandchild["value"] == {
                "outcome": str(worth.outcome),
                "distance": worth.distance,
            }
            assert grandchild["best"] == (worth == Oracle(after.game).value(after))


@pytest.mark.parametrize("search", traced_names())
def test_a_trace_counts_what_the_search_counts(web_server: Server, search: str) -> None:
    reply = web_server.request(f"/api/trace?position=XXO+O..+O.X&search={search}")
    assert reply.headers["content-type"] == "text/event-stream"
    assert reply.headers["cache-control"] == "no-cache"
    (first, start), *events, (last, done) = reply.events
    assert (first, last) == ("start", "done")
    assert start["search"] == search
    result = SEARCHES[search](read_position("XXO O.. O.X"))
    assert (done["nodes"], done["cutoffs"]) == (result.nodes, result.cutoffs)
    entered = [data for name, data in events if data["event"] == "enter"]
    assert len(entered) == done["nodes"]
    assert done["truncated"] is False
    assert any(data["narration"] for _, data in events)


def test_a_long_trace_is_cut_and_its_counts_are_whole(web_server: Server) -> None:
    reply = web_server.request("/api/trace?search=alphabeta&limit=50&seconds=30")
    *events, (_, done) = reply.events
    assert len(events) == 51
    assert done["truncated"] is True
    assert done["complete"] is True
    assert done["nodes"] == SEARCHES["alphabeta"](Position(game_of("3x3")), scale="ten").nodes


def test_a_stream_that_is_wrong_from_the_start_is_a_plain_refusal(web_server: Server) -> None:
    for path in ("trace?position=XX.", "trace?search=mcts&scale=ten", "solve?game=0"):
        reply = web_server.request(f"/api/{path}")
        assert reply.status == 422
        assert reply.data["error"]


def test_compare_counts_what_the_searches_count(web_server: Server) -> None:
    answer = web_server.ask("/api/compare", position=".O. .X. ...", searches="minimax,alphabeta")
    assert {run["search"]: run["nodes"] for run in answer["searches"]} == {
        "minimax": 7064,
        "alphabeta": 716,
    }
    ElementTree.fromstring(answer["svg"])


def test_growth_has_a_cost_for_every_search_on_every_board(web_server: Server) -> None:
    games, searches = "2x2,3x2:2", "minimax,transposition"
    answer = web_server.ask("/api/growth", games=games, searches=searches)
    assert [cost["nodes"] for cost in answer["costs"]] == [41, 21, 285, 49]
    ElementTree.fromstring(answer["svg"])


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "4x3:3"])
def test_census_and_solution_are_the_library_s(web_server: Server, spec: str) -> None:
    game = game_of(spec)
    counted = web_server.ask("/api/census", game=spec)
    assert {**counted, "seconds": 0} == {**census(game).to_dict(), "seconds": 0}
    *_, (last, solved) = web_server.request("/api/solve?" + urlencode({"game": spec})).events
    assert last == "done"
    assert solved["layers"] == solve_all(game).to_dict()["layers"]


def test_a_picture_is_an_svg_with_the_values_on_it(web_server: Server) -> None:
    plain = web_server.request("/api/picture?position=XX.+.O.+..O")
    valued = web_server.request("/api/picture?position=XX.+.O.+..O&values=true")
    for reply in (plain, valued):
        assert reply.headers["content-type"] == "image/svg+xml"
        ElementTree.fromstring(reply.body)
    assert b"W1" in valued.body
    assert b"W1" not in plain.body


@pytest.mark.parametrize(
    ("path", "needs"),
    [
        ("/api/solve?game=5x5", "GB of memory"),
        ("/api/solve?game=connect4", "without drop"),
        ("/api/census?game=6x6", "plies"),
        ("/api/tree?game=15x15:5&depth=3&fold=false&seconds=0.1", "smaller depth"),
        ("/api/compare?seconds=5&searches=" + ",".join(["minimax"] * 13), "60 s"),
        ("/api/growth?games=5x5", "20"),
        ("/api/growth?games=" + ",".join(["3x3"] * 7), "1 to 6 games"),
    ],
)
def test_what_is_too_big_says_what_would_be_needed(
    web_server: Server, path: str, needs: str
) -> None:
    reply = web_server.request(path)
    assert reply.status == 422
    assert needs in reply.data["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/analyze?seconds=31",
        "/api/analyze?seconds=nan",
        "/api/analyze?seconds=0",
        "/api/trace?limit=20001",
        "/api/tree?depth=5",
        "/api/board?game=" + "9" * 41,
        "/api/board?game=21x20:5",
        "/api/board?position=" + "." * 4001,
        "/api/board?positon=XX.",
        "/api/move?level=godlike",
        "/api/move?level=easy&search=minimax",
        "/api/move?seed=-1",
        "/api/growth",
        "/api/review?moves=a1,a1",
        "/api/review?record=hello",
        "/api/review?record={}&game=3x3",
        "/api/census?plies=-1",
    ],
)
def test_every_bound_is_kept(web_server: Server, path: str) -> None:
    reply = web_server.request(path)
    assert reply.status == 422
    assert set(reply.data) == {"error", "complaints"}
    assert reply.data["complaints"]


def test_what_is_not_there_is_said_in_the_same_shape(web_server: Server) -> None:
    for method, path, status in (
        ("GET", "/api/nothing", 404),
        ("GET", "/static/nothing.mjs", 404),
        ("DELETE", "/api/board", 405),
        ("POST", "/api/games", 405),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
    ):
        reply = web_server.request(path, method=method)
        assert (reply.status, set(reply.data)) == (status, {"error", "complaints"})


def test_the_schema_stands_at_the_root_and_names_every_question(web_server: Server) -> None:
    schema = web_server.ask("/openapi.json")
    from noughts.web.routes import ROUTES

    assert {f"/api/{route.kind}" for route in ROUTES} | {"/api/games"} == set(schema["paths"])
    for path in schema["paths"].values():
        for operation in path.values():
            assert operation["responses"]["200"]
            for parameter in operation.get("parameters", ()):
                assert parameter["description"]


def test_the_documentation_names_every_question_and_parameter(web_server: Server) -> None:
    text = (REPOSITORY / "docs/api.md").read_text(encoding="utf-8")
    schema = web_server.ask("/openapi.json")
    for path, operations in schema["paths"].items():
        assert f"`{path}`" in text
        section = text.split(f"## `{path}`")[1].split("\n## ")[0]
        for parameter in operations["get"].get("parameters", ()):
            assert re.search(rf"`{parameter['name']}`", section + text.split("## `")[0]), path
