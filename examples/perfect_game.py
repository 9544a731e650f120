"""Two perfect players play 4x3:3, and each move is shown with what it is worth."""

from noughts import Record, analyze, game


def main() -> None:
    record = Record(game("4x3:3").start())
    while not record.position.is_over:
        position, report = record.position, analyze(record.position)
        assert report.best_move is not None, "only a finished game has no move"
        record.play(report.best_move)
        move = position.game.shape.name(report.best_move)
        print(f"{len(record.moves)}. {position.to_move} {move}: {report.value}")
    print()
    print(record.position)
    print()
    print(f"{record.position.winner} has won")


if __name__ == "__main__":
    main()
