"""Two perfect players play 4x3:3, and each move is shown with what it is worth."""

from noughts import Position, game
from noughts.notation import draw, format_move, result_sentence, value_words
from noughts.play import Choice, PerfectPlayer, play_match


def tell(position: Position, choice: Choice) -> None:
    """Say which move was chosen, and what it is worth to the side that makes it."""
    move = format_move(position.game, choice.move)
    print(f"{position.stones + 1}. {position.to_move} {move}: {value_words(choice.value)}")


def main() -> None:
    start = Position(game("4x3:3"))
    record = play_match(start, PerfectPlayer(), PerfectPlayer(), watch=tell)
    print()
    print(draw(record.position))
    print()
    print(result_sentence(record.position))


if __name__ == "__main__":
    main()
