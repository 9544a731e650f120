"""The laboratory's views in a real browser: tree, stepper, compare and census.

What they show is held against the library itself, never against the server's answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from webpage import browser, violations
from webserver import Server, web_server

from noughts.explain.count.comparison import compare
from noughts.explain.count.counting import census
from noughts.explain.count.solution import solve_all
from noughts.explain.facts import lowest_twins
from noughts.explain.report import analyze
from noughts.explain.tracing import Event, trace
from noughts.notation.format import format_move
from noughts.notation.parse import position
from noughts.rules.catalog import game
from noughts.search import SEARCHES

__all__ = ["browser", "web_server"]

WORKED = "XXO O.. O.X"
VIEWS = {
    "tree": {"view": "tree", "open": "b2.a1"},
    "stepper": {"view": "stepper", "step": "14"},
    "compare": {"view": "compare", "position": WORKED, "boards": "2x2,3x2:2"},
    "census": {"view": "census"},
}
READY = {
    "tree": "[role=treeitem]",
    "stepper": ".growing .is-now",
    "compare": ".growth table",
    "census": "figure:has-text('By value') table",
}
Open = Callable[..., Any]


def with_all_the_time_there_is(route: Any) -> None:
    """The page gives a search five seconds, which are few on a busy machine."""
    route.continue_(url=f"{route.request.url}&seconds=30")


@pytest.fixture
def open_page(browser: Any, web_server: Server) -> Iterator[Open]:
    """Open an address; at the end nothing may have gone wrong, and nothing elsewhere be asked."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def hear(request: Any) -> None:
        if not request.url.startswith((web_server.address, "data:", "blob:")):
            complaints.append(request.url)

    def opening(
        address: dict[str, str], width: int = 1280, scheme: str = "light", allowed: str = ""
    ) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
        )
        contexts.append(context)
        if address["view"] == "stepper":
            context.route("**/api/trace?*", with_all_the_time_there_is)
        page = context.new_page()
        page.on("request", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: None if allowed and allowed in said.text else complaints.append(said.text),
        )
        page.goto(f"{web_server.address}?{urlencode(address)}")
        return page

    yield opening
    for context in contexts:
        context.close()
    assert complaints == []


def number(text: str) -> int:
    return int(text.replace(",", ""))


def asked(page: Any, name: str) -> str | None:
    """A parameter of the address."""
    return dict(parse_qsl(urlsplit(page.url).query)).get(name)


def until(page: Any, condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for a condition; playwright's own way needs what the page's policy forbids."""
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        page.wait_for_timeout(20)
    assert condition(), "waited in vain"


# Every view


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_and_320_pixels_are_enough(
    open_page: Open, view: str, scheme: str
) -> None:
    page = open_page(VIEWS[view], scheme=scheme)
    page.wait_for_selector(READY[view])
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320, f"{view} is {width} pixels wide"


# The tree


def test_the_tree_is_walked_with_the_keyboard(open_page: Open) -> None:
    page = open_page({"view": "tree", "position": WORKED})
    page.wait_for_selector("[role=treeitem]")
    page.locator("[role=tree] [tabindex='0']").focus()

    def press(*keys: str) -> str:
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(60)
        return str(page.evaluate("document.activeElement.getAttribute('aria-label')"))

    def is_open() -> str | None:
        found = page.evaluate("document.activeElement.getAttribute('aria-expanded')")
        return None if found is None else str(found)

    assert is_open() == "true", "the root is open from the start"
    assert press("ArrowRight") == "X plays b2, X has won, best line"
    assert is_open() is None, "a finished game has nothing to open"
    assert press("ArrowDown") == "X plays c2, X loses in 2"
    assert is_open() == "false"
    press("ArrowRight")
    page.wait_for_selector("[role=treeitem] [role=treeitem] [role=treeitem]")
    assert is_open() == "true"
    assert press("ArrowRight") == "O plays b2, O has won, best"
    assert press("ArrowLeft") == "X plays c2, X loses in 2"
    press("ArrowLeft")
    assert is_open() == "false"
    assert press("End") == "X plays b3, X loses in 2"
    assert press("Home").startswith(f"{WORKED}, X to move wins in 1")
    assert page.locator("[role=tree] [tabindex='0']").count() == 1
    nested = "[role=tree] > [role=treeitem] > [role=group] > [role=treeitem]"
    assert page.locator(nested).count() == 3, "levels and places follow from the nesting"
    press("End", "Enter")
    page.wait_for_url("**position=XXO+O..+OXX*")
    assert asked(page, "view") is None, "Enter plays from there, and play is the usual view"


@pytest.mark.parametrize(
    ("text", "spec"),
    [("... ... ...", "3x3"), (".O. .X. ...", "3x3"), ("X.. .O. ..X", "3x3+misere")],
)
def test_the_tree_has_the_values_of_the_library_and_folds_by_symmetry(
    open_page: Open, text: str, spec: str
) -> None:
    page = open_page({"view": "tree", "game": spec, "position": text})
    page.wait_for_selector("[role=group] [role=treeitem]")
    shown = page.evaluate(
        "[...document.querySelectorAll('[role=group] > [role=treeitem] > .branch')].map((row) => "
        "['.move', '.alike', '.badge'].map((part) => row.querySelector(part).textContent))"
    )
    root = position(text, spec)
    report = analyze(root)
    twins = lowest_twins(root)
    expected = []
    for cell in dict.fromkeys(twins.values()):
        value = report.analysis.moves[cell]
        assert value is not None
        alike = list(twins.values()).count(cell)
        badge = f"{value.outcome.name[0]}{'' if value.distance is None else value.distance}"
        expected.append([format_move(root.game, cell), f"×{alike}" if alike > 1 else "", badge])
    assert shown == expected


def test_the_best_line_is_opened_and_a_link_restores_the_place(open_page: Open) -> None:
    page = open_page({"view": "tree", "position": ".O. .X. ..."})
    page.click("text=Open the best line")
    report = analyze(".O. .X. ...")
    end = [format_move(game("3x3"), cell) for cell in report.analysis.principal_variation]
    until(page, lambda: page.locator(".is-line").count() == 6)
    line = page.evaluate(
        "[...document.querySelectorAll('.is-line > .branch .move')].map((move) => move.textContent)"
    )
    assert len(line) == 1 + len(end)
    assert line[1] == end[0]
    page.wait_for_url("**open=*")
    way = asked(page, "open")
    assert way == ".".join(line[1:])
    again = open_page({"view": "tree", "position": ".O. .X. ...", "open": way})
    again.wait_for_selector("[aria-selected=true]")
    assert again.locator("[role=group] " * 5 + "[aria-selected=true]").count() == 1
    again.click("text=Play from here")
    again.wait_for_selector(".board")
    assert asked(again, "view") is None


def test_what_is_not_known_is_shown_as_unknown(open_page: Open) -> None:
    page = open_page({"view": "tree", "game": "15x15:5"})
    page.wait_for_selector("[role=group] [role=treeitem]", timeout=60_000)
    words = page.locator("[role=group] .words").all_text_contents()
    assert words == ["unknown"] * 30 + ["6 more moves"], "36 moves are too many at once"
    page.click("text=6 more moves")
    until(page, lambda: page.locator("[role=group] .words").count() == 36)


# The stepper


def counters(page: Any, lane: int = 0) -> tuple[int, int, int]:
    found = page.locator(".lane").nth(lane)
    nodes, cuts, hits = (
        number(found.locator(f".c-{name} dd").text_content()) for name in ("nodes", "cuts", "hits")
    )
    return nodes, cuts, hits


def whole_trace(page: Any) -> None:
    """Wait until the traces have come in, and go to their end."""
    page.wait_for_selector(".lane-head")
    heads = page.locator(".lane-head p")
    until(page, lambda: not any("reading" in text for text in heads.all_text_contents()))
    page.click("[aria-label='To the end']")
    at_step(page, int(page.locator(".scrub").get_attribute("max")))


def at_step(page: Any, step: int) -> None:
    until(page, lambda: page.locator(".scrub").input_value() == str(step))


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (WORKED, "minimax", "alphabeta"),
        (".O. .X. ...", "ordered", "transposition"),
        ("XO. .X. ...", "deepening", "null-windows"),
        ("XO. .X. ...", "proof", "mcts"),
    ],
)
def test_the_counters_of_two_searches_side_by_side_are_the_searches_own(
    open_page: Open, text: str, first: str, second: str
) -> None:
    page = open_page({"view": "stepper", "position": text, "search": first, "beside": second})
    whole_trace(page)
    for lane, name in enumerate((first, second)):
        scale = {} if name in ("proof", "mcts") else {"scale": "ten"}
        result = SEARCHES[name](position(text), **scale)
        assert counters(page, lane) == (result.nodes, result.cutoffs, result.hits)
        assert page.locator(".lane h2").nth(lane).text_content() == name
        end = page.locator(".end-note").nth(lane).text_content()
        assert result.move is not None
        assert f"by {format_move(game('3x3'), result.move)}" in end


def test_every_step_counts_what_the_search_has_done_by_then(open_page: Open) -> None:
    text = "XO. .X. ..O"
    events: list[list[Event]] = [[], []]
    names = ("negamax", "transposition")
    for name, list_of in zip(names, events, strict=True):
        trace(position(text), name, list_of.append, scale="depth")
    longest = max(map(len, events))
    page = open_page(
        {"view": "stepper", "position": text, "search": names[0], "beside": names[1],
         "scale": "depth"}
    )  # fmt: skip
    whole_trace(page)
    for step in {0, 1, 2, 17, len(events[1]) - 1, len(events[1]) + 1, longest}:
        page.locator(".scrub").fill(str(step))
        at_step(page, step)
        for lane, done in enumerate(events):
            kinds = [event.kind for event in done[:step]]
            expected = tuple(kinds.count(kind) for kind in ("enter", "cut", "remembered"))
            assert counters(page, lane) == expected, f"{names[lane]} at step {step}"


def test_steps_go_forwards_backwards_by_themselves_and_into_the_address(open_page: Open) -> None:
    page = open_page({"view": "stepper", "beside": "none", "search": "alphabeta", "step": "12"})
    page.wait_for_selector(".growing .is-now")
    assert page.locator(".lane").count() == 1
    assert page.locator(".scrub").input_value() == "12"
    page.keyboard.press("ArrowRight")
    at_step(page, 13)
    current = page.locator(".log [aria-current=step]")
    assert current.text_content() == "Node 3 is cut: −10 ≤ alpha = +10; the rest is left out."
    assert page.locator(".c-window dd").text_content() == "(+10, −10) closed"
    assert page.locator(".growing .is-cut").text_content() == "cut"
    page.wait_for_url("**step=13*")
    assert "Node 3 is cut" in page.locator("#live").text_content(), "where it rests, it is said"
    page.keyboard.press("ArrowLeft")
    page.click("[aria-label='Back']")
    at_step(page, 11)
    page.select_option(".speed select", "300")
    page.click(".transport .main")
    page.wait_for_selector(".end-note")
    assert page.locator(".transport .main").text_content() == "Play", "at the end it stops"
    assert page.locator(".scrub").input_value() == "25"
    assert "X wins, by b2" in page.locator(".end-note").text_content()
    assert page.locator(".log li").count() == 25


def test_a_long_trace_is_bounded_says_so_and_ends_when_one_leaves(open_page: Open) -> None:
    page = open_page({"view": "stepper", "game": "4x4", "search": "minimax", "beside": "none"})
    page.wait_for_selector(".scrub")
    until(page, lambda: int(page.locator(".scrub").get_attribute("max")) > 4_000)
    assert "reading" in page.locator(".lane-head").text_content(), "the search goes on counting"
    page.click("[aria-label='To the end']")
    assert page.locator(".log li").count() <= 120
    assert page.locator(".growing .grow-node").count() < 150
    with page.expect_event("requestfailed", lambda failed: "/api/trace" in failed.url):
        page.click("nav >> text=Census")
    empty = "... ... ..."
    small = open_page(
        {"view": "stepper", "position": empty, "search": "alphabeta", "beside": "none"}
    )
    whole_trace(small)
    end = " ".join(small.locator(".end-note").text_content().split())
    result = SEARCHES["alphabeta"](position(empty), scale="ten")
    counted = f"{result.nodes:,} nodes, {result.cutoffs:,} cuts, 0 hits"
    assert end.startswith("The trace stops here, after 5,000 events. The search itself goes on")
    assert f"ends after {counted}" in end


# Compare and census


def test_compare_has_the_numbers_of_the_library(open_page: Open) -> None:
    page = open_page({"view": "compare", "position": WORKED, "boards": "2x2,3x2:2"})
    page.wait_for_selector(".growth table")
    page.wait_for_selector(".searches table")
    shown = {
        row[0]: [number(row[3]), number(row[6]), number(row[7])]
        for row in page.evaluate(
            "[...document.querySelectorAll('.searches tbody tr')].map((row) => "
            "[...row.cells].map((cell) => cell.textContent))"
        )
    }
    runs = compare(position(WORKED), budget=30).runs
    assert shown == {run.search: [run.nodes, run.cutoffs, run.hits] for run in runs}
    nodes = page.locator(".growth tbody td.number:nth-last-child(4)").all_text_contents()
    assert [number(text) for text in nodes] == [41, 21, 21, 285, 53, 49]
    page.locator("tbody a").nth(2).click()
    page.wait_for_selector(".lane")
    assert (asked(page, "view"), asked(page, "search")) == ("stepper", "alphabeta")


@pytest.mark.parametrize("spec", ["3x3", "4x3:3"])
def test_the_census_has_the_numbers_of_the_library(open_page: Open, spec: str) -> None:
    page = open_page({"view": "census", "game": spec})
    page.wait_for_selector(READY["census"], timeout=60_000)
    tables = page.evaluate(
        "[...document.querySelectorAll('.census table')].map((table) => "
        "[...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)))"
    )
    counted = census(game(spec))
    assert [[number(cell) for cell in row if cell] for row in tables[0]] == [
        [ply, layer.positions, layer.classes, layer.unfinished, layer.finished, layer.games]
        for ply, layer in enumerate(counted.layers)
    ]
    assert [[number(cell) for cell in row if cell] for row in tables[1]] == [
        [layer.ply, layer.won, layer.drawn, layer.lost] for layer in solve_all(game(spec)).layers
    ]
    totals = [number(text) for text in page.locator(".totals dd").all_text_contents()]
    assert totals == [
        counted.total(what) for what in ("positions", "classes", "finished", "games", "nodes")
    ]


def test_a_game_that_is_too_large_is_refused_with_a_sentence(open_page: Open) -> None:
    page = open_page({"view": "census"}, allowed="422")
    page.select_option(".game-field select", "other")
    page.fill("#game-text", "6x6")
    page.keyboard.press("Enter")
    page.wait_for_selector(".problem")
    assert "walked one by one" in page.locator(".problem").text_content()
    page.get_by_label("Plies").fill("2")
    page.keyboard.press("Enter")
    page.wait_for_selector(".census table")
    assert page.locator(".census tbody tr").count() == 3
    assert (asked(page, "game"), asked(page, "plies")) == ("6x6", "2")
