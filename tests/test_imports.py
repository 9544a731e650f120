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

# From the ground floor up, each importing only from below: two rooms on one floor do not know each
# other. Errors may be used by anyone.
FLOORS = [
    {"errors"},
    {"rules"},
    {"notation"},
    {"value"},
    {"search"},
    {"solver"},
    {"explain"},
    {"play"},
    {"learn", "audit"},
    {"practice", "arena", "bench"},
    {"cli", "web"},
    {"__init__", "__main__"},
]

# The few looks upwards or sideways that the house allows itself: (file, room).
EXCEPTIONS = {
    ("rules/position.py", "notation"): "a position shows itself as the text that makes it",
    ("notation/words.py", "value"): "the words for a value stand with all other words",
    ("notation/shapes.py", "value"): "the shape of a value stands with all other shapes",
    ("cli/web.py", "web"): "the command that starts the server",
}

# Imports inside functions, by file, with the reason; there is no other.
LAZY = {
    "__init__.py": (1, "a learned player: learning is seldom asked for"),
    "arena/entrant.py": (3, "other people's programs: the audit is loaded when there are any"),
    "arena/standing.py": (2, "the yardstick, once at the end"),
    "audit/__init__.py": (2, "a program under audit shares its process with parts of this room"),
    "audit/sandbox/host.py": (1, "a Position, only for programs of the caller that want one"),
    "audit/verdict/verdict.py": (2, "the page and the diagnosis, which few verdicts need"),
    "bench/steps.py": (2, "environments need extras"),
    "bench/work.py": (3, "the sweep loads numba"),
    "cli/arena.py": (2, "a command loads what it uses"),
    "cli/audit/audit.py": (1, "a command loads what it uses"),
    "cli/audit/classroom.py": (3, "a command loads what it uses"),
    "cli/dataset.py": (1, "a command loads what it uses"),
    "cli/web.py": (1, "the server needs an extra"),
    "cli/yardstick.py": (2, "a command loads what it uses"),
    "explain/__init__.py": (1, "a whole document loads all that there is to show"),
    "explain/count/comparison.py": (1, "charts, in notebooks alone"),
    "explain/count/solution.py": (2, "the sweep loads numba"),
    "explain/tree/tree.py": (1, "the picture, in notebooks alone"),
    "learn/__init__.py": (2, "environments need extras"),
    "learn/environments/batch.py": (6, "the kernels load numba"),
    "rules/game.py": (1, "a game makes its first position"),
    "rules/position.py": (6, "a position shows itself, and reads the cells that people write"),
    "solver/forecast.py": (1, "the sweep loads numba"),
    "solver/sweep/fast.py": (2, "the sweep loads numba"),
    "solver/table/table.py": (1, "the builder loads numpy"),
}


ROOMS = set().union(*FLOORS)


def floor_of(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def sources() -> list[Path]:
    return sorted(HOUSE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).with_suffix("").parts[0]


def imports_of(path: Path, *, lazy: bool | None = None) -> Iterator[str]:
    """Every module that a file imports; with lazy, only those inside functions or only the others.

    What is imported for the type checker alone is left out.
    """

    def visit(node: ast.AST, inside: bool) -> Iterator[str]:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if lazy is None or lazy == inside:
            yield from modules_of(node, path)
        inside = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for child in ast.iter_child_nodes(node):
            yield from visit(child, inside)

    return visit(ast.parse(path.read_text(encoding="utf-8")), False)


def modules_of(node: ast.AST, path: Path) -> Iterator[str]:
    """The modules that a statement imports, each once."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{path} imports relatively"
        assert node.module is not None
        found = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from dict.fromkeys(
            whole if node.module == "noughts" or path_of(whole) else node.module for whole in found
        )


def house_imports(path: Path) -> Iterator[tuple[str, str]]:
    """The modules of the house that a file imports, each with its room."""
    for module in imports_of(path):
        if module.split(".")[0] == "noughts":
            room = module.split(".")[1] if "." in module else "__init__"
            yield module, room if room in ROOMS else "__init__"  # from noughts import name


def test_every_room_has_its_floor() -> None:
    assert {room_of(path) for path in sources()} == ROOMS


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_imports_point_down(path: Path) -> None:
    name = path.relative_to(HOUSE).as_posix()
    for module, room in house_imports(path):
        if (name, room) in EXCEPTIONS:
            continue
        if room == "__init__":
            assert room_of(path) in FLOORS[-2] | FLOORS[-1], f"{name} imports the top"
        else:
            below = floor_of(room) < floor_of(room_of(path))
            assert below or room == room_of(path), f"{name} imports {module}"


def test_the_exceptions_are_all_used() -> None:
    for name, room in EXCEPTIONS:
        assert room in [found for _, found in house_imports(HOUSE / name)]


def test_what_is_imported_late_is_counted_and_has_its_reason() -> None:
    found = {}
    for path in sources():
        late = [
            module for module in imports_of(path, lazy=True) if module.split(".")[0] == "noughts"
        ]
        if late:
            found[path.relative_to(HOUSE).as_posix()] = len(late)
    assert found == {name: count for name, (count, _) in LAZY.items()}


def test_only_the_kernels_import_numba() -> None:
    users = {
        path.relative_to(HOUSE).as_posix()
        for path in sources()
        if any(module.split(".")[0] in ("numba", "llvmlite") for module in imports_of(path))
    }
    assert users <= {"solver/sweep/kernels.py"}


def path_of(module: str) -> Path | None:
    """The file of a module of the house; None for a name within one, or a module from outside."""
    base = HOUSE.parent.joinpath(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.exists():
            return path
    return None


def test_numpy_is_a_matter_of_the_solvers_alone() -> None:
    for path in sources():
        for module in imports_of(path):
            if module.split(".")[0] == "numpy":
                assert room_of(path) in ("solver", "learn")


def test_no_import_at_the_top_of_a_file_leads_from_the_door_to_numpy_or_numba() -> None:
    seen: set[Path] = set()
    stack = [HOUSE / "__main__.py", HOUSE / "__init__.py"]
    while stack:
        path = stack.pop()
        if path in seen:
            continue
        seen.add(path)
        for module in imports_of(path, lazy=False):
            assert module.split(".")[0] not in ("numpy", "numba", "llvmlite"), path
            parts = module.split(".")
            for length in range(1, len(parts) + 1):
                found = path_of(".".join(parts[:length]))
                if parts[0] == "noughts" and found is not None:
                    stack.append(found)
    assert HOUSE / "solver/oracle.py" in seen
    assert HOUSE / "solver/sweep/kernels.py" not in seen


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
