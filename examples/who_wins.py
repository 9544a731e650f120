"""Who wins? The values of some small games, each computed while you wait."""

from noughts import Game, Outcome, Value, game, solve

SPECS = (
    "3x3",
    "3x3+misere",
    "3x3+torus",
    "4x3:3",
    "4x3:3+misere",
    "4x4:3",
    "4x4",
    "4x4+drop",
    "3x3x3",
)


def verdict(value: Value) -> str:
    """The value of an empty board in words."""
    if value.outcome is Outcome.DRAW:
        return "draw"
    winner = "first" if value.outcome is Outcome.WIN else "second"
    return f"{winner} player, in {value.distance} plies"


def row(rules: Game) -> str:
    """A game and what it is worth."""
    value = solve(rules).value
    return f"{rules.name:<14} {len(rules.lines):>5} lines   {verdict(value)}"


def main() -> None:
    for spec in SPECS:
        print(row(game(spec)))


if __name__ == "__main__":
    main()
