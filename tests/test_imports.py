"""Imports point one way through the house, as the plan of it has it."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from naive import REPOSITORY

import noughts

HOUSE = Path(noughts.__file__).resolve().parent

# From the ground floor up; rooms on one floor may use each other, errors may be used by anyone.
FLOORS = [
    {"errors"},
    {"rules"},
    {"notation"},
    {"value", "search"},
    {"solve"},
    {"explain", "play", "audit", "learn"},
    {"cli", "web"},
    {"__init__", "__main__"},
]

# The few looks upwards that the house allows itself: (file, room).
LOOKS_UP = {
    ("rules/position.py", "notation"),  # __repr__ shows a position as the text that makes it
    ("notation/words.py", "value"),  # values in words
}


def floor_of(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def sources() -> list[Path]:
    return sorted(HOUSE.rglob("*.py"))


def room_of(path: Path) -> str:
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return parts[0]


def imports_of(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, and in how many functions; 0 is when it is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))

    def visit(node: ast.AST, depth: int) -> Iterator[tuple[str, int]]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, depth
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if node.module == "noughts" or path_of(whole) else node.module, depth
        inside = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        for child in ast.iter_child_nodes(node):
            yield from visit(child, depth + inside)

    return visit(tree, 0)


def test_every_room_has_its_floor() -> None:
    rooms = {room_of(path) for path in sources()}
    assert rooms <= set().union(*FLOORS)
    assert {"rules", "notation", "value", "search", "solve", "explain", "play", "cli"} <= rooms


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_imports_point_down_or_sideways(path: Path) -> None:
    name = path.relative_to(HOUSE).as_posix()
    for module, depth in imports_of(path):
        if not module.startswith("noughts"):
            continue
        room = module.split(".")[1] if "." in module else "__init__"
        if room not in set().union(*FLOORS):
            room = "__init__"  # from noughts import name
        if (name, room) in LOOKS_UP:
            assert depth or name != "rules/position.py", "only inside the function"
            continue
        if room == "__init__":
            assert room_of(path) in FLOORS[-2] | FLOORS[-1], f"{name} imports the top"
            continue
        assert floor_of(room) <= floor_of(room_of(path)), f"{name} imports {module}"


def test_the_looks_upwards_are_all_used() -> None:
    for name, room in LOOKS_UP:
        modules = [module for module, _ in imports_of(HOUSE / name)]
        assert any(module.startswith(f"noughts.{room}") for module in modules)


def test_only_the_kernels_import_numba() -> None:
    users = {
        path.relative_to(HOUSE).as_posix()
        for path in sources()
        if any(module.split(".")[0] in ("numba", "llvmlite") for module, _ in imports_of(path))
    }
    assert users <= {"solve/kernels.py"}


def path_of(module: str) -> Path | None:
    """The file of a module of the house; None for a name within one, or a module from outside."""
    base = HOUSE.parent.joinpath(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.exists():
            return path
    return None


def test_numpy_is_a_matter_of_the_solvers_alone() -> None:
    for path in sources():
        for module, _ in imports_of(path):
            if module.split(".")[0] == "numpy":
                assert room_of(path) in ("solve", "learn")


def test_no_import_at_the_top_of_a_file_leads_from_the_door_to_numpy_or_numba() -> None:
    seen: set[Path] = set()
    stack = [HOUSE / "__main__.py", HOUSE / "__init__.py"]
    while stack:
        path = stack.pop()
        if path in seen:
            continue
        seen.add(path)
        for module, depth in imports_of(path):
            if depth:
                continue
            assert module.split(".")[0] not in ("numpy", "numba", "llvmlite"), path
            parts = module.split(".")
            for length in range(1, len(parts) + 1):
                found = path_of(".".join(parts[:length]))
                if parts[0] == "noughts" and found is not None:
                    stack.append(found)
    assert HOUSE / "solve/oracle.py" in seen
    assert HOUSE / "solve/kernels.py" not in seen


def test_nothing_is_printed_below_the_terminal_and_no_file_is_opened() -> None:
    for path in sources():
        if room_of(path) in ("rules", "notation", "value", "search", "errors"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    assert node.func.id not in ("print", "open", "input"), path


def tracked_files() -> list[Path]:
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [REPOSITORY / name for name in listed.stdout.splitlines()]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    home = re.compile(r"(?<![\w.])/(?:home|Users|root|work)/|[A-Z]:\\\\?Users")
    for path in tracked_files():
        if path.is_file() and path != Path(__file__).resolve():
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            assert not home.search(text), path
