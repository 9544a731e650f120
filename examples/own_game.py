"""A game of one's own: its winning lines stand in corners.game, beside this script."""

from pathlib import Path

from noughts import analyze, position, read_game


def main() -> None:
    file = Path(__file__).with_name("corners.game")
    corners = read_game(file.read_text(encoding="utf-8"), name="corners")
    print(f"{corners.cells} cells, {len(corners.lines)} winning lines")
    print(f"the empty board: {analyze(corners).value.outcome}")
    late = position("XX.. XO.. O.O. ....", game=corners)
    report = analyze(late)
    print(report.diagram())
    print(report)


if __name__ == "__main__":
    main()
