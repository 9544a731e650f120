"""The public names: few, sorted, importable, and none of them a room's."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import pytest

import noughts
import noughts.solver


def test_the_public_names_are_sorted_and_stand_for_something() -> None:
    assert noughts.__all__ == sorted(noughts.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        noughts.no_such_name  # noqa: B018
    assert len(set(noughts.__all__)) == len(noughts.__all__)
    for name in noughts.__all__:
        assert getattr(noughts, name) is not None


def test_everything_promised_is_public() -> None:
    promised = {"Game", "Outcome", "Position", "Report", "Value", "analyze", "game", "position"}
    errors = {"LimitReached", "NotationError", "NoughtsError", "RulesError"}
    assert promised | errors <= set(noughts.__all__)


def test_every_public_thing_at_the_top_is_listed() -> None:
    rooms = {module.name for module in pkgutil.iter_modules(noughts.__path__)}
    visible = {name for name in vars(noughts) if not name.startswith("_")} - rooms
    assert visible - {"TYPE_CHECKING", "Any"} <= set(noughts.__all__)


def test_no_public_name_equals_the_name_of_a_room() -> None:
    rooms = {module.name for module in pkgutil.iter_modules(noughts.__path__)}
    assert {"rules", "notation", "search", "solver", "explain", "play", "cli", "value"} <= rooms
    assert not rooms & set(noughts.__all__)


def test_the_doors_of_the_rooms_are_where_the_plan_has_them() -> None:
    assert noughts.solver.__all__ == sorted(noughts.solver.__all__)
    assert callable(noughts.solver.solve)
    assert callable(noughts.solver.analyze)


def test_the_errors_are_a_family() -> None:
    for error, base in (
        (noughts.NotationError, ValueError),
        (noughts.RulesError, ValueError),
        (noughts.LimitReached, RuntimeError),
    ):
        assert issubclass(error, noughts.NoughtsError)
        assert issubclass(error, base)
    assert noughts.NoughtsError("a sentence").complaints == ["a sentence"]
    assert noughts.RulesError("both", ["one", "two"]).complaints == ["one", "two"]


def test_the_package_is_typed() -> None:
    assert (Path(noughts.__file__).parent / "py.typed").exists()
