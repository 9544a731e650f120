"""Other people's environments of tic-tac-toe, all asked in one way.

    pettingzoo.classic:tictactoe_v3    a module and a name in it: PettingZoo, Gymnasium, OpenSpiel
    gymnasium:ID                       what gymnasium.make takes
    openspiel:tic_tac_toe              what pyspiel.load_game takes

They are packages that somebody chose to install, and run in this process.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module, metadata
from types import ModuleType
from typing import Any, NamedTuple

from noughts.errors import MissingExtra, NotationError
from noughts.learn.conformance.subjects import AecSubject, GymSubject, OpenSpielSubject, Subject


class Named(NamedTuple):
    """An environment that was asked for."""

    name: str
    package: str
    """The package that it comes from, with its version where one is known."""
    make: Callable[[], Subject]


def named(text: str) -> Named:
    """The environment that a text means; it is made once, to see what it is."""
    where, colon, what = text.partition(":")
    if not where or not colon or not what:
        raise NotationError(
            f"no environment {text!r}: expected MODULE:NAME such as "
            "pettingzoo.classic:tictactoe_v3, gymnasium:ID or openspiel:NAME"
        )
    factory: Callable[[], Any]
    if where == "gymnasium":
        factory = partial(_imported("gymnasium", text).make, what)
    elif where == "openspiel":
        factory = partial(_imported("pyspiel", text).load_game, what)
    else:
        factory = _factory(_attribute(_imported(where, text), what, text))
    try:
        first = factory()
    except MissingExtra:
        raise
    except ImportError as error:
        raise MissingExtra(f"{text} does not load: {error}") from None
    except Exception as error:
        raise NotationError(f"{text} cannot be made: {_words(error)}") from None
    adapter = adapter_for(first, text)
    return Named(text, _with_version(_package(where, what)), lambda: adapter(factory()))


def adapter_for(environment: Any, name: str) -> Callable[[Any], Subject]:
    """The adapter that suits an environment."""
    if hasattr(environment, "new_initial_state"):
        return OpenSpielSubject
    if hasattr(environment, "agent_iter"):
        return AecSubject
    if hasattr(environment, "action_space") and hasattr(environment, "step"):
        return GymSubject
    raise NotationError(
        f"{name} is no environment that is known here: expected a PettingZoo AEC, "
        f"a Gymnasium environment or an OpenSpiel game, got {type(environment).__name__}"
    )


def _imported(module: str, text: str) -> ModuleType:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(f"{text} does not load: {error}") from None
    except Exception as error:
        raise NotationError(f"{text} does not load: {_words(error)}") from None


def _attribute(module: ModuleType, name: str, text: str) -> Any:
    found: Any = module
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except ImportError as error:
            raise MissingExtra(f"{text} does not load: {error}") from None
        except AttributeError:
            raise NotationError(f"{text}: there is no {part!r} in {found.__name__}") from None
    return found


def _factory(found: Any) -> Callable[[], Any]:
    """What makes an environment: PettingZoo's modules have a function env."""
    if isinstance(found, ModuleType) and hasattr(found, "env"):
        found = found.env
    made: Callable[[], Any] = found if callable(found) else lambda: found
    return made


def _package(where: str, what: str) -> str:
    """The package that an environment comes from: gymnasium:PACKAGE:ID names another one."""
    if where == "openspiel":
        return "open_spiel"
    if where == "gymnasium" and ":" in what:
        where = what
    return where.partition(":")[0].partition(".")[0]


def _with_version(package: str) -> str:
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".strip().rstrip(":")
