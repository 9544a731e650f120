"""What a search can do has one home: an entry on the shelf is known everywhere."""

from __future__ import annotations

import inspect
import json
from functools import partial
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from pydantic import ValidationError

from noughts.arena.entrant import check_entrant
from noughts.bench import nodes
from noughts.cli.main import noughts_command, run
from noughts.explain.count import compare, grow
from noughts.explain.tracing import Event, trace
from noughts.explain.tree import game_tree
from noughts.notation.parse import position
from noughts.play.named import is_player_name, player_named, player_names
from noughts.rules.catalog import game
from noughts.search import SEARCHES, Search, scaled_names, traced_names
from noughts.search.minimax import minimax
from noughts.search.ordering import ordered
from noughts.search.scales import SCALES
from noughts.web import cost, rules, schemas, streams, truth
from noughts.web.questions import MoveQuestion, TraceQuestion

TEXT = "XXO O.. O.X"


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Search:
    """A search on the shelf, which the commands were loaded without."""
    for name in ("analyze", "move", "play", "trace", "tree", "compare"):
        assert noughts_command.get_command(click.Context(noughts_command), name)
    entry = Search("mine", ordered, "a search of my own")
    monkeypatch.setitem(SEARCHES, "mine", entry)
    return entry


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", TEXT),
        ("analyze", TEXT, "--depth", "2", "--scale", "depth"),
        ("move", TEXT),
        ("play", "2x2", "--watch", "--seed", "1"),
        ("trace", TEXT, "--scale", "ten", "--depth", "2"),
        ("tree", TEXT),
    ],
)
def test_every_command_takes_a_new_search(
    arguments: tuple[str, ...], mine: Search, capsys: pytest.CaptureFixture[str]
) -> None:
    like = said(capsys, *arguments, "--json", "--search", "ordered")
    found = said(capsys, *arguments, "--json", "--search", mine.name)
    assert untimed(found.replace('"mine"', '"ordered"')) == untimed(like)
    assert "mine" in said(capsys, arguments[0], "--help")
    assert run([*arguments, "--search", "yours"]) == 2
    assert "'mine'" in capsys.readouterr().err


def untimed(text: str) -> list[Any]:
    def without(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {name: value for name, value in pairs if name != "seconds"}

    return [json.loads(line, object_pairs_hook=without) for line in text.splitlines()]


def test_a_shell_completes_a_new_search(mine: Search) -> None:
    complete = ShellComplete(noughts_command, {}, "noughts", "_NOUGHTS_COMPLETE")
    for command in ("analyze", "trace", "tree"):
        offered = complete.get_completions([command, "--search"], "mi")
        assert [item.value for item in offered] == ["minimax", "mine"]


def test_a_new_search_is_compared(mine: Search, capsys: pytest.CaptureFixture[str]) -> None:
    runs = {run.search: run for run in compare(position(TEXT), budget=60).runs}
    assert runs["mine"].nodes == runs["ordered"].nodes
    assert "mine" in said(capsys, "compare", TEXT)
    assert "mine" in said(capsys, "compare", "--games", "2x2", "--searches", "mine")
    assert "mine" in said(capsys, "compare", "--help")


def test_the_cost_of_a_search_of_the_whole_tree_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for whole in (False, True):
        monkeypatch.setitem(SEARCHES, "mine", Search("mine", minimax, "", whole=whole))
        assert grow([game("4x4")], ["mine"], 0.05).costs[0].extrapolated == whole


def test_a_new_search_is_traced_and_drawn(mine: Search) -> None:
    events: list[Event] = []
    result = trace(position(TEXT), "mine", events.append, scale="ten")
    assert result == ordered(position(TEXT), scale="ten")
    assert events
    assert game_tree(TEXT, search="mine").nodes == game_tree(TEXT, search="ordered").nodes


def test_a_search_without_signs_is_traced_as_minimax_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SEARCHES, "mine", Search("mine", minimax, "", negates=False))
    told: dict[str, list[Event]] = {"mine": [], "minimax": []}
    for name, events in told.items():
        trace(position(TEXT), name, events.append, scale="level")
    assert told["mine"] == told["minimax"]


def test_a_new_search_plays(mine: Search) -> None:
    assert "mine" in player_names()
    assert is_player_name("mine:3")
    check_entrant("mine:3", game("3x3"), 1)
    choice = player_named("mine:9").choose(position(TEXT))
    assert choice.move == ordered(position(TEXT), depth=9).move


def test_the_web_offers_a_new_search(mine: Search) -> None:
    answer = rules.games()
    schemas.GamesAnswer.model_validate(answer)
    entry = next(one for one in answer["searches"] if one["name"] == "mine")
    assert (entry["description"], entry["traced"], entry["negates"]) == (
        "a search of my own",
        True,
        True,
    )
    assert entry["scales"] == ["unit", "ten", "depth"]
    for question in (MoveQuestion, TraceQuestion):
        assert question.model_validate({"search": "mine"}).model_dump()["search"] == "mine"
        assert "'mine'" in json.dumps(question.model_json_schema()).replace('"', "'")
        with pytest.raises(ValidationError, match="'mine'"):
            question.model_validate({"search": "yours"})
    assert truth.move(TEXT, search="mine")["move"] == "b2"
    assert [run["search"] for run in cost.compare(TEXT)["searches"]] == list(SEARCHES)
    told: list[str] = []
    done = streams.trace(lambda name, data: told.append(name), TEXT, search="mine")
    assert (done["search"], done["scale"]) == ("mine", "ten")
    assert told.count("event") == done["events"] > 0


def test_a_new_search_has_a_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = {name: SEARCHES[name] for name in ("ordered", "mcts")}
    monkeypatch.setattr(nodes, "SEARCHES", {**shelf, "mine": Search("mine", ordered, "")})
    found = nodes.signature()
    assert found == {"ordered": found["ordered"], "mine": found["ordered"]}


# The facts themselves


@pytest.mark.parametrize("name", SEARCHES)
def test_an_entry_says_what_its_search_takes(name: str) -> None:
    search = SEARCHES[name]
    options = inspect.signature(search.run).parameters
    assert search.name == name
    assert search.takes_depth == ("depth" in options)
    assert search.limit is None or search.limit in options
    assert search.scaled == ("scale" in options)
    assert search.timed == ("seconds" in options)
    assert search.seeded == ("seed" in options)
    assert search.needs_scale == ("view" in options)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_takes_the_scales_it_says(name: str) -> None:
    search = SEARCHES[name]
    for scale in SCALES if search.scaled else ():
        ask = partial(search, position(TEXT), scale=scale)
        if scale in search.scales:
            assert ask().move == 4
            assert search.scale_named(scale) is SCALES[scale]
        else:
            with pytest.raises(Exception, match="goes with minimax alone"):
                ask()
            with pytest.raises(Exception, match="goes with minimax alone"):
                search.scale_named(scale)


def test_those_that_visit_the_whole_tree_say_so() -> None:
    start = position(".O. .X. ...")
    nodes = compare(start, [], 1).minimax_nodes
    for search in SEARCHES.values():
        if search.takes_depth:
            assert search.whole == (search(start).nodes == nodes)


def test_lists_of_names_are_those_of_the_shelf() -> None:
    assert set(SEARCHES) - set(traced_names()) == {"retrograde"}
    assert set(traced_names()) - set(scaled_names()) == {"proof", "mcts"}
