"""docs/commands.md, the reference: every command and every option, there or where it points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

import click
import pytest
from naive import REPOSITORY

from noughts.cli.main import COMMANDS

DOCS = REPOSITORY / "docs"
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*(?![\w-])")


def sections() -> dict[str, str]:
    text = (DOCS / "commands.md").read_text(encoding="utf-8")
    found = re.split(r"^## (.+)$", text, flags=re.M)[1:]
    return dict(zip(found[::2], found[1::2], strict=True))


def options_of(command: click.Command) -> Iterator[str]:
    """Every long option of a command and of the commands below it."""
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from options_of(below)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            names = [*parameter.opts, *parameter.secondary_opts]
            yield from (name for name in names if name.startswith("--"))


def options(name: str) -> set[str]:
    return set(options_of(import_module(f"noughts.cli.{name.replace('-', '_')}").command))


def reference(name: str) -> str:
    """What the reference says of a command, with the pages of the project that it points to."""
    here = sections()[name]
    pages = {DOCS / page for page in re.findall(r"\]\(([\w-]+\.md)", here)}
    return "\n".join([here, *(page.read_text(encoding="utf-8") for page in pages)])


def test_every_command_has_its_section() -> None:
    assert set(COMMANDS) <= set(sections())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_stands_in_the_reference(name: str) -> None:
    said = set(OPTION.findall(reference(name))) | {"--json", "--help"}
    assert not options(name) - said


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_names_no_option_that_is_not_there(name: str) -> None:
    named = {word for word in OPTION.findall(sections()[name]) if word.startswith("--")}
    assert named <= options(name) | {"--json"}
