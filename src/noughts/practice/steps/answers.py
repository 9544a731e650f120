"""What is right in each step of the lesson, why, and the figures that its text mentions.

Nothing is written down here: each function asks a search, a trace or the census.
"""

from itertools import accumulate
from math import factorial

from noughts.explain.count import Layer, census
from noughts.explain.tracing import Event
from noughts.notation import format_move, format_moves, result_sentence, signed
from noughts.practice.steps import real
from noughts.rules import Position
from noughts.search import SCALES

EXAMPLE = "XXO O.. O.X"
TURNED = "O.X X.. XOO"
EMPTY = "... ... ..."


# Scores


def its_score(position: Position) -> set[int]:
    return {real.score(position)}


def how_it_ended(position: Position) -> list[str]:
    sentence = result_sentence(position)
    return [f"{sentence[0].upper()}{sentence[1:]}.", *real.story(position, "minimax")]


def story_of_minimax(position: Position) -> list[str]:
    return real.story(position, "minimax")


def best_moves(position: Position) -> set[int]:
    scores = real.move_scores(position)
    best = (max if position.to_move == real.VIEW else min)(scores.values())
    return {move for move, score in scores.items() if score == best}


def scores_of_moves(position: Position) -> list[str]:
    takes = "largest" if position.to_move == real.VIEW else "smallest"
    scores = [
        f"{format_move(position.game, move)} {signed(score)}"
        for move, score in real.move_scores(position).items()
    ]
    return [f"The scores are {', '.join(scores)}; {position.to_move} takes the {takes}."]


def where_it_leads(position: Position, move: int) -> list[str]:
    line = real.best_line(position, move, "depth")
    end = position
    for cell in line:
        end = end.child(cell)
    score = signed(real.move_scores(position)[move])
    moves = format_moves(position.game, line)
    return [f"{moves}: so it goes on, and {result_sentence(end)}. The move scores {score}."]


def minimax_states(position: Position) -> dict[str, str]:
    return {"states": f"{real.states(position, 'minimax'):,}"}


# Depth


def slow_move(position: Position) -> int:
    """The first move that wins for sure, but not as soon as another."""
    depths = real.depth_scores(position)
    return next(move for move, score in depths.items() if 0 < score < max(depths.values()))


def slow_score(position: Position) -> set[int]:
    return {real.depth_scores(position)[slow_move(position)]}


def slow_line(position: Position) -> list[str]:
    line = real.best_line(position, slow_move(position), "depth")
    wins = [SCALES["depth"].win(position.game.cells, level) for level in range(1, len(line) + 1)]
    listed = ", ".join(f"{signed(win)} at level {at}" for at, win in enumerate(wins, start=1))
    (score,) = slow_score(position)
    return [
        f"A win of X scores {listed}.",
        f"Best play goes {format_moves(position.game, line)}: the game ends at level {len(line)}.",
        f"So {format_move(position.game, line[0])} scores {signed(score)}.",
    ]


def both_scores(position: Position) -> dict[str, str]:
    depths = real.depth_scores(position)
    quick, slow = max(depths, key=depths.__getitem__), slow_move(position)
    return {
        "quick": format_move(position.game, quick),
        "slow": format_move(position.game, slow),
        "ten": signed(real.move_scores(position)[slow]),
        "best": signed(depths[quick]),
    }


# Alpha-beta


def first_reply(position: Position) -> dict[str, str]:
    first, second, *_ = position.moves()
    after = position.child(second)
    return {
        "first": format_move(position.game, first),
        "best": signed(real.move_scores(position)[first]),
        "second": format_move(position.game, second),
        "reply": signed(real.move_scores(after)[after.moves()[0]]),
    }


def is_searched_whole(position: Position) -> set[int]:
    """Does alpha-beta look at all replies to the second move? 1 for yes, 0 for no."""
    second = position.moves()[1]
    return {int(not any(_is_cut(event, second) for event in real.events(position, "alphabeta")))}


def _is_cut(event: Event, move: int) -> bool:
    return event.kind == "cut" and event.level == 1 and event.move == move


def what_cuts(position: Position) -> list[str]:
    """The story of the second move, state 3, up to the cut."""
    lines = [line.strip() for line in real.story(position, "alphabeta")]
    begin = next(at for at, line in enumerate(lines) if line.startswith("State 3:"))
    end = next(at for at, line in enumerate(lines) if line.startswith("State 3 is"))
    return lines[begin : end + 1]


def alphabeta_states(position: Position) -> set[int]:
    return {real.states(position, "alphabeta")}


def count_of_alphabeta(position: Position) -> list[str]:
    levels = real.states_by_level(position, "alphabeta")
    sums = " + ".join(map(str, levels))
    return [
        *real.story(position, "alphabeta"),
        f"Level by level these are {sums}, in all {sum(levels)} states.",
    ]


def orders_of_moves(position: Position) -> dict[str, str]:
    return {
        "best": format_moves(position.game, sorted(best_moves(position))),
        "minimax": f"{real.states(position, 'minimax'):,}",
        "ordered": f"{real.states(position, 'ordered'):,}",
    }


# Memory


def visits(position: Position) -> set[int]:
    return {real.visits(position)}


def orders_of_stones(position: Position) -> list[str]:
    first, second = position.first.bit_count(), position.second.bit_count()
    return [
        f"X's {first} stones can come in {factorial(first)} orders, "
        f"and so can O's {second} in {factorial(second)}.",
        f"Minimax comes here {real.visits(position)} times.",
    ]


def with_and_without_memory(position: Position) -> dict[str, str]:
    return _nodes_from(Position(position.game))


def _nodes_from(start: Position) -> dict[str, str]:
    runs = {name: real.result(start, name) for name in ("alphabeta", "ordered", "transposition")}
    nodes = {name: f"{run.nodes:,}" for name, run in runs.items()}
    return {**nodes, "hits": f"{runs['transposition'].hits:,}"}


# The whole tree


def _layers(position: Position) -> list[Layer]:
    return census(position.game).layers


def nodes_of_level_six(position: Position) -> set[int]:
    return {_layers(position)[6].nodes}


def games_that_go_on(position: Position) -> list[str]:
    fifth, sixth = _layers(position)[5:7]
    left = fifth.nodes - fifth.games
    return [
        f"{fifth.nodes:,} - {fifth.games:,} = {left:,} games go on.",
        f"{left:,} x {sixth.nodes // left} = {sixth.nodes:,} nodes.",
    ]


def level_five(position: Position) -> dict[str, str]:
    fifth = _layers(position)[5]
    return {"fifth": f"{fifth.nodes:,}", "ended": f"{fifth.games:,}"}


def nodes_of_the_tree(position: Position) -> set[int]:
    return {real.result(position, "minimax").nodes}


def sum_of_levels(position: Position) -> list[str]:
    sums = list(accumulate(layer.nodes for layer in _layers(position)))
    return [
        *(f"Up to level {level} there are {total:,}." for level, total in enumerate(sums[:-1])),
        f"In all {sums[-1]:,} nodes, and so many did minimax visit: "
        f"{real.result(position, 'minimax').nodes:,}.",
    ]


def the_whole_tree(position: Position) -> dict[str, str]:
    layers = _layers(position)
    rows = ["  level    nodes  games that end"]
    rows += [
        f"  {level:>5}  {layer.nodes:>7,}  {layer.games:>14,}" for level, layer in enumerate(layers)
    ]
    return {"levels": "\n".join(rows), **_nodes_from(position)}
