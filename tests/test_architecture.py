"""The plan of the house is the house, and what the pages import comes through its doors."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from naive import REPOSITORY, TESTS

SOURCE = REPOSITORY / "src" / "noughts"
PLAN = REPOSITORY / "docs" / "architecture.md"
ROOT = "src/noughts/"

FILES = re.compile(r"\b\w+\.py\b")
PAGES = sorted([REPOSITORY / "README.md", *(REPOSITORY / "docs").rglob("*.md")])
EXAMPLES = sorted((REPOSITORY / "examples").glob("*.py"))


def planned(page: str) -> list[str]:
    """Every file and room of the tree on the page, as a path from the top of the source.

    A line begins with the names it is about, indented by two blanks a room; files named in
    parentheses behind a room lie in it, and behind a file beside it.
    """
    tree = page.partition(f"```text\n{ROOT}\n")[2].partition("```")[0]
    found: list[str] = []
    rooms: list[str] = []
    for line in filter(None, tree.splitlines()):
        level = (len(line) - len(line.lstrip())) // 2 - 1
        assert 0 <= level <= len(rooms), f"the plan is indented too far: {line}"
        del rooms[level:]
        names = []
        for word in line.split():
            if not word.endswith(("/", ".py")):
                break
            names.append(word)
        assert names, f"no file and no room begins this line of the plan: {line}"
        found += ["".join(rooms) + name for name in names]
        if names[0].endswith("/"):
            rooms.append(names[0])
        for remark in re.findall(r"\((.*?)\)", line):
            found += ["".join(rooms) + name for name in FILES.findall(remark)]
    return found


def standing() -> set[str]:
    """Every file and room that there is; a room's `__init__` is its door, and goes without saying.

    Only the top one is named: it is what most people use.
    """
    files = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")}
    doors = {name for name in files if name.endswith("/__init__.py")}
    return files - doors | {name.removesuffix("__init__.py") for name in doors}


def test_the_plan_names_all_that_stands_and_nothing_else_in_its_place() -> None:
    named = planned(PLAN.read_text(encoding="utf-8"))
    assert named, f"no tree below {ROOT} in {PLAN.name}"
    wrong = [f"{name} is missing in docs/architecture.md" for name in standing() - set(named)]
    wrong += [
        f"{name} is named in docs/architecture.md, and is not there"
        for name in set(named)
        if not ((SOURCE / name).is_dir() if name.endswith("/") else (SOURCE / name).is_file())
    ]
    wrong += [f"{name} is named twice" for name, times in Counter(named).items() if times > 1]
    assert not wrong, "\n".join(sorted(wrong))


def test_a_plan_is_read_as_people_read_it() -> None:
    lines = [
        "  one.py   of (two.py), not of three.py",
        "  room/    (four.py)",
        "    five.py  six.py",
        "    inner/  a remark (as it were)",
        "      seven.py",
        "  eight.py",
    ]
    page = "\n".join(["```text", ROOT, *lines, "```"])
    assert planned(page) == [
        "one.py", "two.py", "room/", "room/four.py", "room/five.py", "room/six.py", "room/inner/",
        "room/inner/seven.py", "eight.py",
    ]  # fmt: skip


def code_of(path: Path) -> Iterator[str]:
    """The statements of a program, or of the Python sessions and sentences of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield text
        text = "\n".join(re.findall("#.*", text))
    yield from re.findall(r"from noughts[\w.]* import [\w, ]*\w", text)
    yield from re.findall(r"(?<=>>> )import noughts[\w.]*", text)


def imported(path: Path) -> Iterator[tuple[str, str | None]]:
    """What is imported from this library: a room, and a name out of it."""
    for code in code_of(path):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("noughts"):
                yield from ((str(node.module), alias.name) for alias in node.names)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.startswith("noughts"):
                        yield alias.name, None


IMPORTERS = [path for path in [*PAGES, *EXAMPLES] if list(imported(path))]


@pytest.mark.parametrize(
    "path", IMPORTERS, ids=lambda path: path.relative_to(REPOSITORY).as_posix()
)
def test_what_pages_and_examples_import_comes_through_a_door(path: Path) -> None:
    for room, name in imported(path):
        module = import_module(room)
        assert hasattr(module, "__path__"), f"{room} is no room, but a file inside one"
        if name is not None:
            assert name in getattr(module, "__all__", ()), f"{name} is not in __all__ of {room}"
            assert hasattr(module, name), f"{room} has no {name}, though its __all__ says so"


def test_pages_and_examples_are_there_to_import() -> None:
    assert PLAN in IMPORTERS
    assert REPOSITORY / "README.md" in IMPORTERS
    assert set(EXAMPLES) <= set(IMPORTERS)


def test_examples_import_from_the_top_alone() -> None:
    for path in EXAMPLES:
        assert {room for room, _ in imported(path)} == {"noughts"}, path.name


def test_the_tests_of_a_room_lie_in_a_folder_of_its_name() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")} - {Path()}
    for folder in folders:
        assert (SOURCE / folder / "__init__.py").exists(), f"tests/{folder}: there is no such room"
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert {folder.parts[0] for folder in folders} == rooms
