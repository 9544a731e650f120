"""Everything that the documentation shows is run, and what it prints is compared.

In README.md, docs/, examples/README.md and the other pages:

* A block marked `console` is a terminal session. A line that begins with `$ ` is a command; the
  lines up to the next one are what a person sees after it, on standard output and error alike.
  Commands are `noughts …` and `python examples/NAME.py`. They use double quotes, `< FILE` for
  input, and nothing else of a shell, so that they can be typed into every shell.
* A line `[exit 2]` ends the output of a command whose exit code is 2. Without one it is 0.
* A line `…` stands for any number of lines. A number of seconds stands for any other, in text
  (0.0012 s) and in JSON ("seconds": 0.0012), and a column of them may be wider or narrower.
* A block marked `text title="FILE"` is a file. The commands after it on the page find it in the
  folder where they run, which is otherwise empty.
* A block marked `json` is what the last command before it wrote to standard output, laid out for
  reading. An element "…" of a list stands for any number of elements.
* Blocks marked `python` are doctests; those of one page are one session.
* A picture on a page that one of its commands writes, under the same name, is what was written.

After a change that is meant, `python tests/test_docs.py` writes the outputs into the pages anew.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import io
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from noughts.cli.main import COMMANDS, run as run_noughts
from noughts.play.chances import losing_chance
from noughts.play.levels import LEVEL_NAMES
from noughts.rules.catalog import CATALOG
from noughts.solver.sources import KEPT

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
        *DOCS.rglob("*.md"),
        ROOT / "examples" / "README.md",
    ]
)
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))

FENCE = re.compile(
    r"^```(?P<kind>\w*)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<body>.*?)^```$", re.M | re.S
)
SECONDS = re.compile(r'(?<![\w.,])\d+\.\d+(?= s\b)|(?<="seconds": )[-+.e\d]+')
ANYTHING = "…"
# The last column of a table of times, which is as wide as its longest time, and its heading.
PADDING = re.compile(r"  +(?=# s$|time$)")

# What every shell takes as it stands: sh, cmd and PowerShell (where a bare @ or , is special).
PLAIN_WORDS = re.compile(r"[\w .:+=/<-]*")
QUOTED = re.compile(r'"[^"$`!%\\]*"')


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    title: str | None
    body: str
    start: int  # where the body begins in the page

    def line(self, page: str) -> int:
        return page.count("\n", 0, self.start) + 1


class Step(NamedTuple):
    """A command of a session, and what the page shows after it."""

    command: str
    shown: list[str]


@dataclass(slots=True)
class Ran:
    """What a command did."""

    code: int
    seen: str  # standard output and error, as they come on a screen
    stdout: str

    @property
    def lines(self) -> list[str]:
        ending = [f"[exit {self.code}]"] if self.code else []
        return [line.rstrip() for line in self.seen.splitlines()] + ending


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [
        Block(match["kind"], match["title"], match["body"], match.start("body"))
        for match in FENCE.finditer(text)
    ]


def steps(body: str) -> list[Step]:
    """The commands of a console block with their outputs."""
    found: list[Step] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(Step(line[2:], []))
        else:
            assert found, f"a console block begins with a command, not with {line!r}"
            found[-1].shown.append(line)
    return found


# Running


class Tee(io.StringIO):
    """Keeps what is written, and passes it on."""

    def __init__(self, other: io.StringIO) -> None:
        super().__init__()
        self.other = other

    def write(self, text: str, /) -> int:
        count = super().write(text)
        self.other.write(text)
        return count


@contextlib.contextmanager
def at_a_terminal(folder: Path, answers: str) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """In a folder, with that standard input; gives what is seen, and standard output alone."""
    seen = io.StringIO()
    stdout = Tee(seen)
    stdin, before, columns = sys.stdin, Path.cwd(), os.environ.get("COLUMNS")
    sys.stdin = io.StringIO(answers)
    os.environ["COLUMNS"] = "80"
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(seen):
            yield seen, stdout
    finally:
        os.chdir(before)
        sys.stdin = stdin
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns


def run(command: str, folder: Path) -> Ran:
    """Run a command of a page as a shell would."""
    plain = QUOTED.sub("", command)
    assert PLAIN_WORDS.fullmatch(plain), f"not the same in every shell: {command}"
    words = shlex.split(command)
    answers = ""
    if "<" in words:
        *words, sign, file = words
        assert sign == "<", f"expected < FILE at the end: {command}"
        answers = (folder / file).read_text(encoding="utf-8")
    # A new process would know no game yet, and count the positions it looks at.
    for solved in KEPT:
        solved.cache_clear()
    with at_a_terminal(folder, answers) as (seen, stdout):
        code = call(words)
    return Ran(code, seen.getvalue(), stdout.getvalue())


def call(words: list[str]) -> int:
    try:
        if words[0] == "noughts":
            return run_noughts(words[1:])
        program, script = words
        assert program == "python", f"expected noughts or python, got {program}"
        runpy.run_path(str(ROOT / script), run_name="__main__")
        return 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)


def lay_out_files(page: list[Block], folder: Path) -> None:
    for block in page:
        if block.kind == "text" and block.title:
            (folder / block.title).write_text(block.body, encoding="utf-8")


# Comparing


def matches(shown: list[str], seen: list[str]) -> bool:
    """Do the lines on the page stand for the lines that came?"""
    shown, seen = ([without_times(line) for line in lines] for lines in (shown, seen))
    if ANYTHING not in shown:
        return shown == seen
    first, *parts, last = split(shown, ANYTHING)
    if seen[: len(first)] != first:
        return False
    at = len(first)
    for part in parts:  # the first place where a part fits leaves most to those after it
        while seen[at : at + len(part)] != part:
            at += 1
            if at > len(seen):
                return False
        at += len(part)
    return len(seen) - at >= len(last) and seen[len(seen) - len(last) :] == last


def without_times(line: str) -> str:
    return PADDING.sub("  ", SECONDS.sub("#", line.rstrip()))


def split(lines: list[str], mark: str) -> list[list[str]]:
    """The lines before, between and after those that are a mark."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line == mark:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def same_json(shown: Any, came: Any) -> bool:
    """The same for JSON: "…" in a list stands for any elements, and seconds for any others."""
    if isinstance(shown, dict) and isinstance(came, dict):
        return list(shown) == list(came) and all(
            key == "seconds" or same_json(shown[key], came[key]) for key in shown
        )
    if isinstance(shown, list) and isinstance(came, list):
        if ANYTHING in shown:
            at = shown.index(ANYTHING)
            after = len(shown) - at - 1
            return (
                len(came) >= at + after
                and same_json(shown[:at], came[:at])
                and same_json(shown[at + 1 :], came[len(came) - after :])
            )
        return len(shown) == len(came) and all(map(same_json, shown, came))
    return type(shown) is type(came) and bool(shown == came)


def difference(step: Step, ran: Ran) -> str:
    lines = difflib.unified_diff(step.shown, ran.lines, "on the page", "what came", lineterm="")
    return "\n".join([f"$ {step.command}", *lines])


# The tests

SERVERS = ("web",)  # they run until they are stopped; tests/web/test_process.py does that


def test_lines_on_a_page_stand_for_what_came() -> None:
    assert matches(["a", "0.5 s", ANYTHING, "z"], ["a", "0.0012 s", "b", "c", "z"])
    assert matches(["(0.5 s, 3 nodes)", ANYTHING], ["(12.25 s, 3 nodes)"])
    assert matches([ANYTHING, "b", ANYTHING, "c"], ["a", "b", "b", "c"])
    assert matches(['{"seconds": 0.5}'], ['{"seconds": 2.07e-05}'])
    assert matches(["nodes    time", "   33  0.25 s"], ["nodes      time", "   33  123.25 s"])
    assert matches(["nodes      time", "    3    0.25 s"], ["nodes    time", "    3  0.50 s"])
    assert not matches(["nodes    time", "   33  0.25 s"], ["nodes    time", "  33  0.25 s"])
    assert not matches(["3 nodes 0.25 s"], ["3 nodes   0.25 s"])
    assert not matches(["(0.5 s, 3 nodes)"], ["(0.5 s, 4 nodes)"])
    assert not matches(["a", ANYTHING, "a"], ["a"])
    assert not matches([ANYTHING, "b", ANYTHING, "b"], ["a", "b", "c"])
    assert same_json([1, ANYTHING, 4], [1, 2, 3, 4])
    assert same_json({"seconds": 1, "x": [0]}, {"seconds": 2, "x": [0]})
    assert not same_json([1, ANYTHING, 4], [1, 2, 3])
    assert not same_json({"x": 0, "y": 1}, {"x": False, "y": 1})
    assert not same_json({"x": 0}, {"x": 0, "y": 1})


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


SESSIONS = [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")]
DOCTESTS = [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", SESSIONS, ids=page_name)
def test_a_page_shows_what_its_commands_print(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = blocks(text)
    lay_out_files(found, tmp_path)
    ran: Ran | None = None
    for block in found:
        where = f"{page_name(page)}, line {block.line(text)}"
        if block.kind == "console":
            for step in steps(block.body):
                ran = run(step.command, tmp_path)
                assert matches(step.shown, ran.lines), f"{where}\n{difference(step, ran)}"
        elif block.kind == "json":
            assert ran is not None, f"{where}: no command before this JSON"
            assert same_json(json.loads(block.body), json.loads(ran.stdout)), (
                f"{where}: what came is\n{ran.stdout}"
            )
    for picture in pictures(text):
        if (drawn := tmp_path / picture.name).exists():
            shown = (page.parent / picture).read_text(encoding="utf-8")
            assert drawn.read_text(encoding="utf-8") == shown, f"{page_name(page)}: {picture}"


def pictures(text: str) -> list[Path]:
    """The pictures that a page shows, by their place beside it."""
    return [Path(link) for link in re.findall(r"!\[[^]]*\]\((.+?\.svg)\)", text)]


def test_the_pictures_that_commands_draw_are_drawn_on_their_pages() -> None:
    drawn = set()
    for page in SESSIONS:
        text = page.read_text(encoding="utf-8")
        commands = [step.command for block in blocks(text) if block.kind == "console"
                    for step in steps(block.body)]  # fmt: skip
        words = {word for command in commands for word in shlex.split(command)}
        drawn |= {picture.stem for picture in pictures(text) if picture.name in words}
    assert {"learning-q", "learning-menace"} <= drawn


@pytest.mark.parametrize("page", DOCTESTS, ids=page_name)
def test_a_page_shows_what_its_python_prints(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = blocks(text)
    lay_out_files(found, tmp_path)
    kept = list(re.sub(r"[^\n]", " ", text))  # so that complaints name the lines of the page
    for block in found:
        if block.kind == "python":
            assert ">>> " in block.body, f"nothing to run in line {block.line(text)}"
            kept[block.start : block.start + len(block.body)] = block.body
    session = doctest.DocTestParser().get_doctest("".join(kept), {}, page_name(page), str(page), 0)
    report = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    with at_a_terminal(tmp_path, ""):
        result = runner.run(session, out=report.write)
    assert result.attempted
    assert not result.failed, report.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_block_is_of_a_known_kind_and_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("\n```") == 2 * len(blocks(text)), "a fence is not closed, or misspelt"
    kinds = {block.kind for block in blocks(text)}
    assert kinds <= {"console", "json", "python", "sh", "text"}
    for link in links(text):
        target, _, heading = link.partition("#")
        file = (page.parent / target) if target else page
        assert file.exists(), f"{page_name(page)} links to {link}"
        if heading:
            assert heading in headings(file), f"{page_name(page)} links to {link}"


def links(text: str) -> list[str]:
    """The links of a page that stay in the project."""
    found = re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", text))
    return [link for link in found if "://" not in link]


def headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_is_linked_from_the_index() -> None:
    index = DOCS / "index.md"
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in links(index.read_text("utf-8"))}
    missing = [page_name(page) for page in PAGES if page != index and page not in linked]
    assert not missing, f"docs/index.md does not link to {', '.join(missing)}"


def test_every_example_is_shown_on_the_page_of_the_examples() -> None:
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    shown = {step.command for block in blocks(text) for step in steps(block.body)
             if block.kind == "console"}  # fmt: skip
    assert shown == {f"python examples/{example.name}" for example in EXAMPLES}


def test_every_console_command_of_the_read_me_and_the_reports_is_there_to_be_run() -> None:
    assert [page.name for page in SESSIONS if page.parent.name == "reports"] == [
        f"00{number}.md" for number in range(5)
    ]
    assert ROOT / "README.md" in SESSIONS
    assert ROOT / "README.md" in DOCTESTS


def table_rows(text: str, columns: int) -> list[list[str]]:
    """The rows of the tables of a page with so many columns, without their headings."""
    rows = [[cell.strip("` ") for cell in line.split("|")[1:-1]]
            for line in text.splitlines() if line.startswith("| ")]  # fmt: skip
    return [row for row in rows if len(row) == columns and row[0] != "game"]


def test_the_solved_games_of_the_read_me_are_what_the_commands_say(tmp_path: Path) -> None:
    rows = table_rows((ROOT / "README.md").read_text(encoding="utf-8"), columns=5)
    assert rows
    for game, _, value, plies, command in rows:
        assert command == f"noughts solve {game}"
        solution = json.loads(run(f"{command} --json", tmp_path).stdout)
        winner = solution["winner"]
        assert value == ("draw" if winner is None else f"{winner} player wins"), game
        assert plies == ("" if winner is None else str(solution["value"]["distance"])), game


def test_the_known_games_of_the_read_me_are_those_of_the_catalogue() -> None:
    rows = table_rows((ROOT / "README.md").read_text(encoding="utf-8"), columns=4)
    known = {entry.spec: (entry.known, entry.source) for entry in CATALOG}
    assert rows
    for game, _, value, source in rows:
        assert known[game] == (value, source)


def test_the_levels_of_the_page_are_those_of_the_game() -> None:
    rows = table_rows((DOCS / "levels.md").read_text(encoding="utf-8"), columns=4)
    for level, moves, *shown in rows[1:]:
        chances = [
            losing_chance(level, level_first=moves == "first", opponent=opponent)
            for opponent in ("perfect", "worst")
        ]
        written = [f"{chance}, {float(chance):.1%}" if chance else "never" for chance in chances]
        assert [cell.replace(" %", "%") for cell in shown] == written, level
    assert [row[0] for row in rows[1::2]] == list(LEVEL_NAMES)


@pytest.mark.parametrize("command", ["", *(name for name in COMMANDS if name not in SERVERS)])
def test_help_ends_its_text_with_two_examples_that_run(command: str, tmp_path: Path) -> None:
    shown = run(f"noughts {command} --help", tmp_path)
    assert shown.code == 0
    examples = re.findall(r"^ +(noughts .+)$", shown.stdout.partition("Examples:")[2], re.M)
    assert len(examples) == 2, shown.stdout
    for example in examples:
        ran = run(example, tmp_path)
        # With a limit of its own an example may end without an answer, and has to say so.
        expected = (0, 3) if "--time" in example else (0,)
        assert ran.code in expected, f"{example}\n{ran.seen}"
        assert ran.seen.strip()


# Writing the outputs anew


def run_apart(command: str, folder: Path) -> Ran:
    """Run a command in a process of its own, so that its times are those of a first run."""
    words = shlex.split(command)
    answers = ""
    if "<" in words:
        *words, _, file = words
        answers = (folder / file).read_text(encoding="utf-8")
    start = ["-m", "noughts"] if words[0] == "noughts" else [str(ROOT / words.pop())]
    done = subprocess.run(
        [sys.executable, *start, *words[1:]],
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
        input=answers,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return Ran(done.returncode, done.stdout, done.stdout)


def renewed(text: str) -> str:
    """A page with the outputs that its commands have now, where they differ from those shown."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out_files(blocks(text), folder)

        def renew(match: re.Match[str]) -> str:
            if match["kind"] != "console":
                return match[0]
            lines = []
            for step in steps(match["body"]):
                ran = run_apart(step.command, folder)
                same = matches(step.shown, ran.lines)
                lines += [f"$ {step.command}", *(step.shown if same else ran.lines)]
            return "\n".join(["```console", *lines, "```"])

        return FENCE.sub(renew, text)


if __name__ == "__main__":
    os.environ["NOUGHTS_TABLES"] = tempfile.mkdtemp(prefix="noughts-tables-")
    for path in SESSIONS:
        old = path.read_text(encoding="utf-8")
        if (new := renewed(old)) != old:
            path.write_text(new, encoding="utf-8")
            print(f"renewed {page_name(path)}")
