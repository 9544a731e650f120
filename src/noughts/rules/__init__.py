"""What may be played: boards, winning lines, games, positions, symmetries."""
