"""Other people's solvers on our questions: adapters to easyAI and OpenSpiel where installed.

Each function here makes ready and returns a job; only the job is timed. A job gives the outcome
for the first player and how much was looked at, if that is known.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from noughts.errors import MissingExtra
from noughts.explain.count import tree_nodes
from noughts.rules import Position, game_of
from noughts.value import Outcome, outcome_of

MODULES = {
    "easyAI": "easyAI",
    "OpenSpiel": "pyspiel",
    "PettingZoo": "pettingzoo",
    "Pgx": "pgx",
}
WIN = 100


@dataclass(frozen=True, slots=True)
class Found:
    """What a job came to."""

    outcome: Outcome | None
    count: int | None = None


Job: TypeAlias = Callable[[], Found]


def is_installed(peer: str) -> bool:
    """Is the peer there? Answered without loading it."""
    return find_spec(MODULES[peer]) is not None


def load_peer(peer: str, module: str) -> Any:
    """A module of a peer, or a sentence about why it is not there."""
    if not is_installed(peer):
        raise MissingExtra(f'{peer} is not installed: pip install ".[peers]"')
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(f"{peer} does not load: {error}") from None


# ---- easyAI -------------------------------------------------------------------------------------


def easyai_game(spec: str) -> Any:
    """A game as easyAI wants it, at its best: masks, moves that can be unmade, a short entry."""
    rules = game_of(spec)

    class MaskGame(load_peer("easyAI", "easyAI").TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = None
            self.current_player = 1
            self.sides = [0, 0]
            self.visits = 1

        def possible_moves(self) -> list[int]:
            taken = self.sides[0] | self.sides[1]
            return [cell for cell in range(rules.cells) if not taken >> cell & 1]

        def make_move(self, cell: int) -> None:
            self.visits += 1
            self.sides[self.current_player - 1] |= 1 << cell

        def unmake_move(self, cell: int) -> None:
            self.sides[self.current_player - 1] ^= 1 << cell

        def lose(self) -> bool:
            theirs = self.sides[2 - self.current_player]
            for line in rules.lines:  # noqa: SIM110 - a loop is quicker than any()
                if theirs & line == line:
                    return True
            return False

        def is_over(self) -> bool:
            return self.lose() or self.sides[0] | self.sides[1] == rules.all_mask

        def scoring(self) -> int:
            return -WIN if self.lose() else 0

        def ttentry(self) -> tuple[int, int]:
            return self.sides[0], self.sides[1]

    return MaskGame


def easyai_negamax(spec: str, *, table: bool) -> Job:
    """Negamax with alpha-beta to the end of the game.

    Without a table it also finds how soon, as it does when nothing is said; with one it is told
    what a win is, does not look for a quicker one, and finds the outcome sooner.
    """
    new_game, cells = easyai_game(spec), game_of(spec).cells
    easyai = load_peer("easyAI", "easyAI")
    win_score = WIN if table else float("inf")

    def job() -> Found:
        game = new_game()
        memory = easyai.TranspositionTable() if table else None
        search = easyai.Negamax(cells, win_score=win_score, tt=memory)
        search(game)
        return Found(outcome_of(int(search.alpha)), game.visits)

    return job


def easyai_depth_first(spec: str) -> Job:
    """The depth-first solver with a table; it leaves a position at its first winning move."""
    new_game = easyai_game(spec)
    solve = load_peer("easyAI", "easyAI.AI.solving").solve_with_depth_first_search
    easyai = load_peer("easyAI", "easyAI")

    def job() -> Found:
        table = easyai.TranspositionTable()
        outcome = outcome_of(solve(new_game(), WIN, tt=table))
        return Found(outcome, len(table.d))

    return job


# ---- OpenSpiel ----------------------------------------------------------------------------------


def openspiel_name(spec: str) -> str:
    """The game's name there; its m is the number of columns.

    >>> openspiel_name("5x4:4")
    'mnk(m=5,n=4,k=4)'
    """
    if spec == "3x3":
        return "tic_tac_toe"
    rules = game_of(spec)
    return f"mnk(m={rules.width},n={rules.height},k={rules.k})"


def openspiel_minimax(spec: str) -> Job:
    """Every continuation to its end: expectiminimax, in a game without chance."""
    pyspiel = load_peer("OpenSpiel", "pyspiel")
    minimax = load_peer("OpenSpiel", "open_spiel.python.algorithms.minimax")
    game, rules = pyspiel.load_game(openspiel_name(spec)), game_of(spec)
    nodes = tree_nodes(Position(rules))  # it cuts nothing

    def job() -> Found:
        score, _ = minimax.expectiminimax(game.new_initial_state(), rules.cells, None, 0)
        return Found(outcome_of(int(score)), nodes)

    return job


def openspiel_alphabeta(spec: str) -> Job:
    """Its alpha-beta, without a table."""
    pyspiel = load_peer("OpenSpiel", "pyspiel")
    minimax = load_peer("OpenSpiel", "open_spiel.python.algorithms.minimax")
    game = pyspiel.load_game(openspiel_name(spec))

    def job() -> Found:
        score, _ = minimax.alpha_beta_search(game)
        return Found(outcome_of(int(score)))

    return job


def openspiel_solver(spec: str) -> Job:
    """MinimaxSolver: the values of all unfinished positions and of their moves."""
    solver = load_peer("OpenSpiel", "open_spiel.python.algorithms.minimax_solver").MinimaxSolver
    pyspiel = load_peer("OpenSpiel", "pyspiel")
    name = openspiel_name(spec)
    start = str(pyspiel.load_game(name).new_initial_state())

    def job() -> Found:
        table = solver(name).solve()
        return Found(outcome_of(int(table[start].value)), len(table))

    return job
