"""The page in a real browser: playing, the truth on the board, the story, the editor, links.

What the page shows is compared with what the library says. Every test also fails if the page wrote
an error to the console or asked anything of another host.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from webpage import browser, violations
from webserver import Server, web_server

from noughts.explain.report import analyze
from noughts.notation.format import format_position
from noughts.rules.catalog import game as game_of
from noughts.rules.position import Position
from noughts.value import Value

__all__ = ["browser", "web_server"]

PATIENCE_MS = 30_000
TAKEN = ".board .cell.taken:not(.pending)"


class Visit:
    """A page of the laboratory, what it complained of, and whom it asked."""

    def __init__(self, browser: Any, server: Server, **options: Any) -> None:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("reduced_motion", "reduce")
        self.server = server
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text))

    def open(self, **address: str) -> Any:
        """Go to an address, and wait until its board is drawn."""
        query = f"?{urlencode(address)}" if address else ""
        self.page.goto(self.server.address + query)
        self.page.wait_for_selector(".board .cell")
        return self.page

    @property
    def address(self) -> dict[str, str]:
        return {name: one for name, [one] in parse_qs(urlsplit(self.page.url).query).items()}

    def stones(self) -> str:
        """The marks on the board in reading order, as the labels of the cells say them."""
        labels = self.page.eval_on_selector_all(
            ".board .cell", "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return "".join(re.split(", ?", label)[1].replace("empty", ".") for label in labels)

    def stones_are(self, count: int) -> None:
        """Wait for so many stones on the board, none of them on its way."""
        self.until(f"document.querySelectorAll({TAKEN!r}).length == {count}")

    def until(self, condition: str) -> None:
        """Wait for a condition; as a function, for the policy forbids the page to read scripts."""
        self.page.wait_for_function(f"() => {condition}")

    def heading(self) -> str:
        return str(self.page.inner_text("h1")).replace("\u00a0", " ")

    def heading_has(self, words: str) -> None:
        self.until(f"document.querySelector('h1').textContent.includes({words!r})")

    def stones_become(self, stones: str) -> None:
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while self.stones() != stones and time.monotonic() < deadline:
            self.page.wait_for_timeout(20)
        assert self.stones() == stones

    def spoken(self) -> str:
        return str(self.page.text_content("#live")).replace("\u00a0", "")

    def position(self) -> str:
        return self.address.get("position", "")

    def best(self) -> str:
        """A best move where the page stands, asked of the server apart from the page."""
        asked = {"game": self.address.get("game", "3x3")}
        if self.position():
            asked["position"] = self.position()
        found = self.server.ask("/api/analyze", **asked)
        return str((found["best"] or found["good"])[0])


@pytest.fixture
def visit(browser: Any, web_server: Server) -> Iterator[Callable[..., Visit]]:
    """Open the laboratory with options of a browser's context; at the end nothing was amiss."""
    made: list[Visit] = []

    def begin(**options: Any) -> Visit:
        made.append(Visit(browser, web_server, **options))
        return made[-1]

    yield begin
    own = urlsplit(web_server.address).netloc
    for one in made:
        one.context.close()
        assert (one.complaints, one.hosts - {own, ""}) == ([], set())


# Whole games


def test_a_game_to_a_draw_by_mouse(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open()
    for count in range(1, 10, 2):
        page.click(f"[data-name={here.best()}]")
        here.stones_are(min(9, count + 1))
    assert here.heading() == "The game is drawn"
    page.wait_for_selector(".review")
    assert "No mistakes" in page.inner_text(".review")
    assert page.locator(".chart .knot").count() == 10
    assert here.spoken().endswith("The game is drawn.")


def test_a_game_by_keyboard_alone(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(level="easy")

    def focused() -> str:
        return str(page.evaluate("document.activeElement.dataset.name || ''"))

    for _ in range(20):
        page.keyboard.press("Tab")
        if focused():
            break
    assert focused() == "b2", "one Tab stop for the whole board"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")  # beyond the edge: stays
    assert focused() == "a1"
    page.keyboard.press("Enter")
    here.stones_are(2)
    assert (focused(), here.stones()[0]) == ("a1", "X")
    assert "O plays" in here.spoken()

    page.keyboard.press("u")
    here.stones_are(0)
    assert focused() == "a1", "focus is kept"
    page.keyboard.press("r")
    here.stones_are(2)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.closest('dialog') != null")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert focused() == "a1"

    names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    while not re.search("won|drawn", here.heading()):
        count = 9 - here.stones().count(".")
        page.keyboard.press(str(names.index(here.best()) + 1))
        here.until(f"document.querySelectorAll({TAKEN!r}).length > {count}")
        here.until("/Your|won|drawn/.test(document.querySelector('h1').textContent)")
    page.keyboard.press("n")
    here.stones_are(0)


def test_a_game_as_second_player_with_o_moving_first(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(game="4x4")
    page.select_option("text=First move", "O")
    here.stones_are(1)
    assert here.stones().count("O") == 1, "the computer has begun, with O"
    assert here.position().endswith(" X")
    for count in range(2, 17, 2):
        page.click(f"[data-name={here.best()}]")
        here.stones_are(min(16, count + 1))
        if "won" in here.heading() or "drawn" in here.heading():
            break
    here.heading_has("drawn")
    page.wait_for_selector(".review")
    assert "O wins" in page.inner_text(".sides").split("\n")[0], "the first player is at the top"


def test_the_computer_plays_itself_and_can_be_stopped(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open()
    page.select_option("text=Players", "watch")
    page.select_option("text=Speed", "fast")
    here.stones_are(2)
    page.click("text=Pause")
    page.wait_for_timeout(400)
    paused = here.stones()
    page.wait_for_timeout(500)
    assert here.stones() == paused
    page.click("text=Go on")
    here.heading_has("drawn")
    assert here.stones().count(".") == 0


def test_two_people_drop_stones_by_column(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(game="4x4+drop", mode="people")
    page.click("[data-name=b1]")  # anywhere in the column
    here.stones_are(1)
    page.dblclick("[data-name=b2]")
    here.stones_are(2)
    page.wait_for_timeout(300)
    assert here.stones() == "....  ....  .O..  .X..".replace(" ", ""), "a double click is one"
    page.keyboard.press("1")
    here.stones_are(3)
    assert here.address["moves"] == "2,2,1"


def test_slices_stand_side_by_side_and_large_boards_zoom(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(game="3x3x3", mode="people")
    tops = page.eval_on_selector_all(
        ".slice", "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 3
    assert len(set(tops)) == 1
    page.focus("[data-name='1c2']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    assert page.evaluate("document.activeElement.dataset.name") == "3a2"

    page = here.open(game="15x15:5", mode="people")
    size = "() => document.querySelector('.cell').offsetWidth"
    before = page.evaluate(size)
    page.click("[aria-label=Larger]")
    page.click("[aria-label=Larger]")
    assert page.evaluate(size) > before
    room = "([room]) => room.scrollWidth > room.clientWidth"
    assert page.eval_on_selector_all(".board-scroll", room)
    page.click("text=Fit")
    assert not page.eval_on_selector_all(".board-scroll", room)
    page.click("[data-name=h8]")
    here.stones_are(1)


# Questions that come late, twice, or not at all


def test_undo_while_the_computer_thinks_drops_its_answer(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open()
    held: list[Any] = []
    page.route("**/api/move*", lambda route: held.append(route))
    page.click("[data-name=b2]")
    here.heading_has("is thinking")
    page.keyboard.press("u")
    here.stones_are(0)
    page.wait_for_timeout(400)
    assert (len(held), here.stones()) == (1, "." * 9)
    assert held[0].request.failure, "the question was taken back"


def test_a_failing_server_is_a_sentence_and_a_way_to_try_again(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open()
    answer = {"status": 503, "json": {"error": "too many questions at once", "complaints": []}}
    page.route("**/api/move*", lambda route: route.fulfill(**answer))
    page.click("[data-name=b2]")
    page.wait_for_selector(".problem")
    assert page.inner_text(".problem p") == "Too many questions at once."
    page.unroute("**/api/move*")
    page.click("text=Try again")
    here.stones_are(2)
    assert page.locator(".problem").count() == 0
    here.complaints = [words for words in here.complaints if "503" not in words]


def test_a_size_that_is_none_gets_a_sentence(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open()
    page.select_option(".game-field select", "other")
    page.fill("#game-text", "9y9")
    page.keyboard.press("Enter")
    page.wait_for_selector(".complaint:not(:empty)")
    assert page.inner_text(".complaint").startswith("No game '9y9'")
    page.fill("#game-text", "5x4:3")
    page.keyboard.press("Enter")
    here.until("document.querySelectorAll('.cell').length == 20")
    assert here.address["game"] == "5x4:3"


# The truth


TRUTH_GAMES = ["3x3", "3x3", "3x3+misere", "4x3:3", "4x4+drop"]


def some_positions(count: int) -> list[Position]:
    """Positions from random play, of several games, with a move left."""
    rng = random.Random(7)
    found: list[Position] = []
    while len(found) < count:
        position = Position(
            game_of(TRUTH_GAMES[len(found) % len(TRUTH_GAMES)]), first_mark=rng.choice("XO")
        )
        for _ in range(rng.randrange(1, position.game.cells - 2)):
            position = position.play(rng.choice(position.moves()))
            if position.is_over:
                break
        else:
            found.append(position)
    return found


def in_words(value: Value) -> str:
    verb = {"win": "wins", "draw": "draws", "loss": "loses"}[str(value.outcome)]
    return verb if value.distance is None else f"{verb} in {value.distance}"


def test_the_truth_on_the_board_is_the_library_s(visit: Callable[..., Visit]) -> None:
    here = visit()
    for position in some_positions(20):
        report = analyze(position)
        text = format_position(position)
        page = here.open(game=position.game.name, position=text, truth="1", mode="people")
        page.wait_for_selector(".cell .badge")
        shown = {
            label.split(", ")[0]: label.split(", ")
            for label in page.eval_on_selector_all(
                ".cell:has(.badge)", "cells => cells.map(cell => cell.getAttribute('aria-label'))"
            )
        }
        name = position.game.shape.name
        for cell, value in report.analysis.moves.items():
            words = shown.pop(name(cell))
            assert value is not None
            assert in_words(value) in words, (text, words)
            assert ("best" in words) == (cell in report.best), (text, words)
        assert shown == {}


def test_reasons_and_the_line_that_follows(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(position="X.. .O. ..X")
    assert page.locator(".cell .badge").count() == 0
    page.keyboard.press("t")
    page.wait_for_selector(".cell .badge")
    page.hover("[data-name=c1]")
    page.wait_for_selector(".look")
    assert page.inner_text(".look h3").endswith("c1 loses in 4")
    assert "Throws away the draw and loses." in page.inner_text(".reasons")
    assert page.inner_text(".line .moves").split() == ["c1", "a3", "b1", "a2"]
    here.until("document.querySelectorAll('.line .later').length == 4")
    page.focus("[data-name=b1]")
    here.until("document.querySelector('.look h3').textContent.includes('b1 draws')")
    page.click("[aria-label='Step back']")
    here.until("document.querySelectorAll('.line .later').length == 5")
    page.keyboard.press(",")
    here.until("document.querySelectorAll('.line .later').length == 4")


def test_what_is_not_known_is_shown_as_unknown(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(game="9x9:5", truth="1", mode="people")
    page.wait_for_selector(".badge")
    letters = page.eval_on_selector_all(".cell .badge", "all => all.map(one => one.textContent)")
    assert letters == ["?"] * 81
    assert "not known in the time allowed" in page.inner_text(".explain")
    page.keyboard.press("h")
    here.until("document.querySelector('.explain').textContent.includes('guess')")


def test_a_hint_shows_the_best_moves_and_why(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(position="XX. .O. ..O")
    page.click("text=Hint")
    page.wait_for_selector(".hints")
    assert "c1 wins in 1" in page.inner_text(".hints")
    assert "Wins at once: a1-b1-c1." in page.inner_text(".hints")
    assert page.eval_on_selector_all(".cell.hint", "all => all.map(one => one.dataset.name)") == [
        "c1"
    ]


# The story


RECORD = "game: 3x3\nfirst: X\nmoves: a1 b1 b2 c1 c3\n"


def test_a_record_is_brought_in_and_reviewed(visit: Callable[..., Visit]) -> None:
    here = visit(accept_downloads=True)
    page = here.open()
    page.click("summary")
    page.fill("textarea", "moves: a1")
    page.click("text=Bring in >> nth=-1")
    page.wait_for_selector(".share .problem")
    here.complaints = [words for words in here.complaints if "422" not in words]
    page.fill("textarea", RECORD)
    page.locator("button", has_text="Bring in").click()
    here.heading_has("X has won with a1-b2-c3")
    page.wait_for_selector(".mistakes")
    assert "Move 2, O b1, throws away the draw and loses; b2 held it." in page.inner_text(
        ".mistakes"
    )
    assert (
        page.get_attribute(".moves-list [data-ply='2']", "aria-label") == "Move 2, O b1, a mistake"
    )

    page.click(".chart .hit[data-ply='2']")
    here.stones_are(2)
    assert here.address["at"] == "2"
    page.focus(".moves-list [aria-current]")
    page.keyboard.press("ArrowRight")
    here.stones_are(3)
    page.keyboard.press("End")
    here.stones_are(5)

    def saved(words: str) -> str:
        with page.expect_download() as download:
            page.click(f"text={words}")
        return Path(download.value.path()).read_text(encoding="utf-8")

    assert saved("Record as text").startswith(RECORD)
    record = json.loads(saved("Record as JSON"))
    assert (record["game"], record["moves"], record["winner"]) == (
        "3x3",
        ["a1", "b1", "b2", "c1", "c3"],
        "X",
    )
    assert saved("Board as SVG").startswith("<svg")
    with page.expect_download() as download:
        page.click("text=Board as PNG")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")

    shorter = json.dumps({**record, "moves": ["b2"]}).encode()
    file = {"name": "game.json", "mimeType": "application/json", "buffer": shorter}
    page.set_input_files("input[type=file]", files=[file])
    here.stones_are(1)


def test_one_plays_on_from_the_middle_of_a_game(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(moves="a1,b1,b2,c1,c3", mode="people")
    here.stones_are(5)
    page.click(".moves-list [data-ply='3']")
    here.stones_are(3)
    page.click("[data-name=c3]")
    here.stones_are(4)
    assert here.address["moves"] == "a1,b1,b2,c3"


# The editor


def test_the_editor_says_what_is_wrong_as_one_types_and_clicks(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(view="editor")
    page.fill("textarea", "XXX OOO ...")
    page.wait_for_selector(".complaints li")
    assert page.inner_text(".complaints li") == "Both X (a1-b1-c1) and O (a2-b2-c2) have a line."
    assert here.stones() == "XXXOOO..."
    page.click("[data-name=a2]")  # from O to free
    page.click("[data-name=c1]")
    page.click("[data-name=c1]")
    page.wait_for_selector(".fine")
    here.stones_become("XX..OO...")
    assert page.inner_text(".fine") == "X to move."
    page.focus("[data-name=c3]")
    page.keyboard.press("x")
    here.until("document.querySelector('textarea').value.endsWith('..X')")
    page.keyboard.press("Delete")
    here.until("document.querySelector('textarea').value.endsWith('...')")
    page.click("text=See the truth")
    page.wait_for_selector(".cell .badge")
    assert here.address["position"] == "XX. .OO ..."


@pytest.mark.parametrize(
    "text", ["X..\n.O.\n...", "x o - - o - - - x", "X..O.....", "X.. / .O. / ..."]
)
def test_the_editor_reads_every_form(
    visit: Callable[..., Visit], web_server: Server, text: str
) -> None:
    here = visit()
    page = here.open(view="editor")
    page.fill("textarea", text)
    lint = web_server.ask("/api/lint", position=text, game="3x3")
    assert lint["ok"]
    here.stones_become("".join(stone or "." for stone in lint["stones"]))
    assert page.locator(".complaints").count() == 0


def test_the_editor_offers_the_game_that_a_text_is_of(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(view="editor")
    page.fill("textarea", "X... .O.. .... ....")
    page.click("text=Read it as 4x4")
    here.until("document.querySelectorAll('.cell').length == 16")
    page.wait_for_selector(".fine")
    here.stones_become("X....O..........")


# Links


def test_a_link_restores_what_it_shows(visit: Callable[..., Visit]) -> None:
    here = visit()
    page = here.open(game="4x3:3", mode="people")
    for name in ("b2", "a1", "c2"):
        page.click(f"[data-name={name}]")
        page.wait_for_selector(f"[data-name={name}].taken:not(.pending)")
    page.keyboard.press("u")
    here.stones_are(2)
    page.keyboard.press("t")
    page.wait_for_selector(".cell .badge")
    link, stones = page.url, here.stones()

    there = visit()
    there.page.goto(link)
    there.page.wait_for_selector(".cell .badge")
    assert there.stones() == stones
    there.page.keyboard.press("r")
    there.stones_are(3)
    there.page.reload()
    there.stones_are(3)

    page.click("nav >> text=Editor")
    page.wait_for_selector(".editor .board")
    there_position = here.position()
    page.click("nav >> text=Play")
    here.stones_are(2)
    page.go_back()
    page.wait_for_selector(".editor .board")
    assert here.position() == there_position
    page.go_forward()
    here.stones_are(2)
    page.keyboard.press("n")
    here.stones_are(0)
    page.go_back()
    here.stones_are(2)


# Every state, in both schemes, wide and narrow

STATES = {
    "start": {},
    "truth": {"position": "X.. .O. ..X", "truth": "1"},
    "over": {"moves": "a1,b1,b2,c1,c3", "mode": "people"},
    "slices": {"game": "3x3x3", "moves": "2b2", "mode": "people"},
    "large": {"game": "15x15:5", "moves": "h8", "mode": "people"},
    "columns": {"game": "7x6:4+drop", "moves": "4,4", "mode": "people"},
    "watch": {"mode": "watch"},
    "editor": {"view": "editor", "position": "XXX OOO ..."},
}


def open_state(here: Visit, name: str) -> Any:
    page = here.open(**STATES[name])
    ready = {"truth": ".cell .badge", "over": ".mistakes", "editor": ".complaints"}.get(name)
    if ready:
        page.wait_for_selector(ready)
    if name == "truth":
        page.hover("[data-name=b1]")
        page.wait_for_selector(".line .later")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Callable[..., Visit], scheme: str) -> None:
    here = visit(color_scheme=scheme)
    for name in STATES if scheme == "light" else ("truth", "over", "editor"):
        page = open_state(here, name)
        assert violations(page) == [], name
    page.keyboard.press("Escape")
    page.click("[aria-label=Help]")
    page.wait_for_selector("dialog[open]")
    assert violations(page) == []


def test_nothing_is_wider_than_320_pixels(visit: Callable[..., Visit]) -> None:
    here = visit(viewport={"width": 320, "height": 640})
    for name in STATES:
        page = open_state(here, name)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, name
        boxes = "all => all.filter(one => one.getBoundingClientRect().right > 321).length"
        assert page.eval_on_selector_all("#page > *, .play > *, .card, .tools > *", boxes) == 0, (
            name
        )


def test_dark_is_dark_and_light_is_light(visit: Callable[..., Visit]) -> None:
    lightness = {}
    for scheme in ("light", "dark"):
        page = visit(color_scheme=scheme).open()
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        lightness[scheme] = sum(map(int, re.findall(r"\d+", colour)[:3]))
    assert lightness["dark"] < 120
    assert lightness["light"] > 650


def test_the_policy_is_kept_and_the_page_is_soon_ready(visit: Callable[..., Visit]) -> None:
    here = visit()
    here.page.add_init_script(
        "addEventListener('securitypolicyviolation', it => console.error(it.violatedDirective))"
    )
    answers: list[Any] = []
    here.page.on("response", lambda answer: answers.append(answer))
    here.open()
    here.page.wait_for_load_state("networkidle")
    assert sum(len(answer.body()) for answer in answers) < 150_000, "bytes, all together"
    started = time.perf_counter()
    page = here.open(position="X.. .O. ..X", truth="1")
    page.wait_for_selector(".cell .badge")
    assert time.perf_counter() - started < 10  # a second, where the machine is free
    for view in ("Editor", "Play"):
        page.click(f"nav >> text={view}")
        page.wait_for_selector(".board .cell")
    assert page.context.cookies() == []
