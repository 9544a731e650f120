"""Plans: the ways in which the functions of a program might want to be called."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from noughts.audit.reading.forms import Plan

BOARD = re.compile(
    r"board|grid|^state$|^b$|^s$|cells|squares|^field|^table$|matrix|^position$|spaces|^pos$|"
    r"tictactoe|^arr|^spots|^values|^game$|^env$|^node$|^config",
    re.I,
)
HOLDER = re.compile(r"game|board|state|env|node|self", re.I)
DEPTH = re.compile(r"depth|^d$|level|ply|plies|moves?_?left|remaining|height", re.I)
FLAG = re.compile(
    r"is_?_?(max|ai|comp|bot|min)|maximi[sz]|^max|is_?my|(ai|comp\w*|bot|my)_?turn", re.I
)
OTHER = re.compile(
    r"human|opponent|^opp|enemy|person|^user|other|min_?player|rival|adversary", re.I
)
OWN = re.compile(
    r"player|mark|symbol|turn|letter|^who|piece|sign|token|^ai|comp|bot|^me$|^my|side|colou?r|"
    r"^p$|^c$|char|shape|agent|cpu|to_move|^x_?or_?o",
    re.I,
)
LOW, HIGH = re.compile(r"^al(pha|fa)?$|^a$|^lower", re.I), re.compile(r"^beta?$|^upper", re.I)
WIDTH = re.compile(r"^(n|size|width|board_?size|dim)$", re.I)
TURN_NAME = re.compile(
    r"^(cur(rent)?_?(player|turn|mark|symbol)|player_?turn|turn|to_?move|whose_?turn)$", re.I
)

# How likely the name of a function is that of the one that chooses the move.
COMPUTERS = "(ai|comp|computer|computers|cpu|bot|machine|agent)"
NAMES: tuple[tuple[re.Pattern[str], int], ...] = tuple(
    (re.compile(pattern), worth)
    for pattern, worth in (
        (r"^([a-z]+_)?(the_?)?best_?(move|action|position|play|spot|cell|index|step)", 100),
        (r"best.*(move|action|spot|cell)|optimal.*move|perfect_?move", 95),
        (rf"^((get|make|play|do)_?)?{COMPUTERS}s?_?(move|turn|play|choice|decision|action)", 90),
        (rf"{COMPUTERS}.*(move|turn|choice)", 85),
        (r"^(choose|choose_?move|get_?action|select_?move|decide|think|best|pick_?move)$", 80),
        (r"^(get_?|find_?)?(next_?)?move$", 75),
        (r"^(mini_?max|min_?max)(_?(move|decision|search|ai|root|player|best))?$", 70),
        (r"mini_?max|alpha_?beta|nega_?max|ab_?search", 65),
        (r"^(play|make_?move|solve|search|strategy|policy|act)$", 50),
        (r"max_?value|maximi[sz]e|^max", 30),
    )
)
UNLIKELY = re.compile(
    r"human|user|person|print|draw|display|show|check|winn|evalu|score|^is_|^has_|valid|legal|"
    r"avail|empty|player_?move|player_?input|random|undo|undone|count|main|test|restart|reset",
    re.I,
)
WEAK_CLASS = re.compile(r"human|user|random|person|easy|dumb|naive|^player$|base|abstract", re.I)
PAIRS = (
    ("max", "min"),
    ("maximi", "minimi"),
    ("Max", "Min"),
)
MOST_PLANS = 48


def name_worth(path: str) -> int:
    """How likely a name is that of the function that chooses the move; 0: hardly.

    >>> [name_worth(name) for name in ("findBestMove", "minimax", "print_board")]
    [100, 70, 0]
    """
    name = path.rpartition(".")[2]
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().strip("_")
    if plain.startswith("min_") and "max" not in plain:
        return 0
    worth = next((worth for pattern, worth in NAMES if pattern.search(plain)), 0)
    if worth < 90 and UNLIKELY.search(plain):
        return 0
    # Of several players in one file, the one that thinks.
    return worth - 4 * bool(WEAK_CLASS.search(path.rpartition(".")[0]))


def plans_for(entry: dict[str, Any], found: dict[str, Any]) -> Iterator[Plan]:
    """The plans for one function of an inventory, the likeliest first."""
    class_name = entry["path"].rpartition(".")[0]
    places = list(_places(entry, found, class_name))
    makes = list(_makes(found["classes"].get(class_name), found)) if class_name else [()]
    count = 0
    for place, make in product(places, makes):
        for arguments, named in _argument_lists(entry, found, has_board=place[0] == "argument"):
            parts = (*arguments, *(part for _, part in named))
            turns = _turns(found, class_name, parts)
            for maximiser in ("X", "O") if "max" in parts else ("X",):
                yield Plan((entry["path"],) * 2, arguments, named, make, place, turns, maximiser)
                count += 1
                if count >= MOST_PLANS:
                    return


def paired_plans(found: dict[str, Any]) -> Iterator[Plan]:
    """Plans for programs with one function for the maximiser and one for the minimiser."""
    entries = {entry["path"]: entry for entry in found["functions"]}
    for path, entry in entries.items():
        for high, low in PAIRS:
            class_name, dot, name = path.rpartition(".")
            other = class_name + dot + name.replace(high, low)
            if high in name and "mini" + high not in name and other in entries:
                for plan in plans_for(entry, found):
                    for paths in ((other, path), (path, other)):
                        yield Plan(
                            paths, plan.arguments, plan.named, plan.make, plan.place, plan.turns
                        )


def _places(
    entry: dict[str, Any], found: dict[str, Any], class_name: str
) -> Iterator[tuple[str, str]]:
    required = [one for one in entry["parameters"] if not one["optional"]]
    takes_board = any(_takes_board(one["name"]) for one in entry["parameters"])
    if takes_board or any(not _is_known(one["name"]) for one in required):
        yield ("argument", "")
    if takes_board:
        return
    if class_name:
        for board in found["classes"].get(class_name, {}).get("boards", []):
            yield ("attribute", board["name"])
    for board in found["boards"]:
        yield ("global", board["name"])
    for name in found["unset"]:
        if BOARD.search(name):
            yield ("global", name)


def _makes(entry: dict[str, Any] | None, found: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """How objects of a class may be made."""
    options: list[list[str]] = []
    for name in (entry or {}).get("required", []):
        options.append(list(_parts(name, 0, found))[:3] or ["own"])
    yield from product(*options)


def _turns(found: dict[str, Any], class_name: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """The names that hold the mark to move: of the object, of those it is given, or global."""
    names = [] if class_name else list(found["constants"])
    given = (part.removeprefix("object ").partition(".")[0] for part in parts)
    for name in dict.fromkeys((class_name, *given)):
        names += found["classes"].get(name, {}).get("attributes", [])
    return tuple(name for name in dict.fromkeys(names) if TURN_NAME.match(name))


def _argument_lists(
    entry: dict[str, Any], found: dict[str, Any], *, has_board: bool
) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, str], ...]]]:
    """The arguments that its parameters may stand for."""
    parameters = entry["parameters"]
    board = _board_parameter(parameters) if has_board else None
    options: list[list[tuple[str, str]]] = []
    for number, one in enumerate(parameters):
        name = one["name"]
        parts = (
            _board_parts(name, found, is_dotted=name in entry["dotted"])
            if number == board
            else list(_parts(name, entry["step"], found))
        )
        if one["optional"] and (not parts or set(parts) <= {"zero", "empties", "low", "high"}):
            continue
        options.append([(name, part) for part in parts or ["own"]])
    names = [one["name"] for one in parameters]
    for chosen in product(*options):
        # By position as long as no parameter is left out, by name from there on.
        whole = 0
        while whole < len(chosen) and chosen[whole][0] == names[whole]:
            whole += 1
        yield tuple(part for _, part in chosen[:whole]), tuple(chosen[whole:])


def _board_parameter(parameters: list[dict[str, Any]]) -> int | None:
    for number, one in enumerate(parameters):
        if _takes_board(one["name"]):
            return number
    for number, one in enumerate(parameters):
        if not _is_known(one["name"]):
            return number
    return 0 if parameters else None


def _takes_board(name: str) -> bool:
    return bool(BOARD.search(name)) and not WIDTH.match(name)


def _is_known(name: str) -> bool:
    return any(one.search(name) for one in (DEPTH, FLAG, OTHER, OWN, LOW, HIGH, WIDTH))


def _board_parts(name: str, found: dict[str, Any], *, is_dotted: bool = False) -> list[str]:
    """The board itself, or an object that holds it: one that is asked for more than a list is."""
    objects = [
        f"object {cls}.{board['name']}"
        for cls, entry in found["classes"].items()
        if not entry["required"]
        for board in entry["boards"]
    ]
    if is_dotted and objects:
        return objects
    return [*objects, "board"] if re.search("game|env", name, re.I) else ["board", *objects]


def _parts(name: str, step: int, found: dict[str, Any]) -> Iterator[str]:
    """What a parameter may stand for, by its name."""
    if WIDTH.match(name):
        yield "width"
    elif DEPTH.search(name):
        yield from {1: ("zero",), -1: ("empties",)}.get(step, ("empties", "zero"))
    elif LOW.match(name):
        yield "low"
    elif HIGH.match(name):
        yield "high"
    elif FLAG.search(name):
        yield from ("max", "own") if "player" in name.lower() else ("max",)
    elif OTHER.search(name):
        yield "other"
    elif OWN.search(name):
        yield from ("own", "max") if "turn" in name.lower() else ("own",)
    elif HOLDER.search(name):
        yield from _board_parts(name, found)
