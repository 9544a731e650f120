"""One word, one thing: names in the code are those of docs/glossary.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.rules.grid import Place

SOURCE = Path(__file__).parent.parent / "src" / "noughts"
GLOSSARY = Path(__file__).parent.parent / "docs" / "glossary.md"
LAYER = re.compile(r"(?<![a-z])layer", re.IGNORECASE)  # and no player


def classes(folder: Path) -> Iterator[tuple[str, Path]]:
    """The name of every class in a folder, and the module it stands in."""
    for module in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, module.relative_to(SOURCE)


def test_the_third_dimension_counts_slices() -> None:
    assert Place._fields == ("slice", "row", "column")
    modules = [*(SOURCE / "rules").glob("*.py"), *(SOURCE / "notation").glob("*.py")]
    # Only the census speaks of layers on the page, and there they are numbers of stones.
    page = [*(SOURCE / "web/static").glob("*.mjs"), *(SOURCE / "web/static").glob("*.css")]
    assert len(modules) > 15
    assert len(page) > 15
    found = {file.name for file in [*modules, *page] if LAYER.search(file.read_text("utf-8"))}
    assert found == {"census.mjs"}


def test_a_table_is_a_solution_on_disk_and_a_line_is_a_set_of_cells() -> None:
    tables = {path.parent.as_posix() for name, path in classes(SOURCE) if name == "Table"}
    assert tables == {"solver/table"}
    assert [path for name, path in classes(SOURCE) if name == "Line"] == []


@pytest.mark.parametrize("word", ["table", "layer", "row, column, slice", "key"])
def test_the_glossary_defines(word: str) -> None:
    assert GLOSSARY.read_text(encoding="utf-8").count(f"| **{word}** |") == 1


def test_the_glossary_defines_each_word_once() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\* \|", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(words) == len(set(words)) > 40
