"""The curve of a training as a picture: the exact error, and what the win rate says beside it."""

from collections.abc import Sequence
from html import escape

from noughts.explain.count import STYLE
from noughts.learn.learners.training import Training

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 340, 60, 200, 48, 56

_LINES = (
    ".chart .error{fill:none;stroke:#0072B2;stroke-width:2}"
    ".chart .rate{fill:none;stroke:#A84300;stroke-width:2;stroke-dasharray:6 4}"
    ".chart .held{fill:none;stroke:#595959;stroke-width:2;stroke-dasharray:2 4}"
    "@media(prefers-color-scheme:dark){.chart .held{stroke:#bbb}"
    ".chart .error{stroke:#56B4E9}.chart .rate{stroke:#E69F00}}"
)


def curve_svg(training: Training) -> str:
    """Lines over the episodes: wrong answers, games won against random, games not lost."""
    title = f"{training.name} on {training.game.name}, against {training.against}"
    last = training.curve[-1].episodes if training.curve else 1
    drawn: list[str] = []
    for kind, label, points in _lines(training):
        if points:
            drawn += [_line(kind, points, last), _label(points, last, label)]
    height = TOP + HEIGHT + BOTTOM
    whole = all(point.complete for point in training.curve)
    caption = (
        "Wrong answers: of those its own play asks for, against every reply; exact."
        if whole
        else "Wrong answers: in a sample of what its own play asks for; each of them exact."
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
            f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'aria-label="{escape(title)}">',
            f"<title>{escape(title)}</title><style>{STYLE}{_LINES}</style>",
            f'<text class="title" x="8" y="24">{escape(title)}</text>',
            *_axes(last),
            *drawn,
            f'<text class="small" x="8" y="{height - 8}">{escape(caption)}</text>',
            "</svg>",
            "",
        ]
    )


def _lines(training: Training) -> list[tuple[str, str, list[tuple[int, float]]]]:
    curve = training.curve
    lines = [
        (
            "error",
            "wrong answers",
            [(p.episodes, p.wrong / max(p.reached, 1)) for p in curve if p.wrong is not None],
        ),
        (
            "rate",
            "beats random",
            [(p.episodes, p.random_wins) for p in curve if p.random_wins is not None],
        ),
    ]
    if training.against != "self":
        held = [(p.episodes, 1 - p.results[2] / max(sum(p.results), 1)) for p in curve]
        lines.append(("held", f"not lost to {training.against}", held))
    return lines


def _at(episodes: float, share: float, last: int) -> tuple[float, float]:
    room = WIDTH - LEFT - RIGHT
    return LEFT + room * episodes / last, TOP + HEIGHT * (1 - share)


def _line(kind: str, points: Sequence[tuple[int, float]], last: int) -> str:
    places = (_at(episodes, share, last) for episodes, share in points)
    return f'<polyline class="{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>'


def _label(points: Sequence[tuple[int, float]], last: int, text: str) -> str:
    x, y = _at(points[-1][0], points[-1][1], last)
    return f'<text x="{x + 8:.1f}" y="{y + 4:.1f}">{escape(text)}: {points[-1][1]:.1%}</text>'


def _axes(last: int) -> list[str]:
    drawn = []
    for part in range(5):
        share = part / 4
        x, y = _at(last * share, 0, last)[0], _at(0, share, last)[1]
        drawn += [
            f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>',
            f'<text class="small" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
            f"{share:.0%}</text>",
            f'<text class="small" x="{x:.1f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">'
            f"{last * share:,.0f}</text>",
        ]
    middle = (LEFT + WIDTH - RIGHT) / 2
    return [
        *drawn,
        f'<text class="small" x="{middle:.1f}" y="{TOP + HEIGHT + 32}" text-anchor="middle">'
        "episodes</text>",
    ]
