"""Q-learning and TD, five seeds each, until no answer that their own play asks for is wrong.

    python benchmarks/learners.py

Prints, for each, the seconds it took, the answers that throw the outcome away among those that its
own play reaches against every reply, and the first look at which there were none left for good.
"""

from __future__ import annotations

import time

from noughts.learn.learners.training import new_training
from noughts.rules.catalog import game

EPISODES = {"q": 50_000, "td": 100_000}
SEEDS = range(1, 6)


def main() -> None:
    for learner, episodes in EPISODES.items():
        for seed in SEEDS:
            started = time.perf_counter()
            training = new_training(learner, game("3x3"), seed=seed)
            training.run(episodes)
            last = training.curve[-1]
            bad = [point.episodes for point in training.curve if point.wrong]
            print(
                f"{learner:3} seed {seed}: {time.perf_counter() - started:5.1f} s for "
                f"{episodes:,} episodes; {last.wrong:g} wrong of {last.reached}; "
                f"last wrong answer seen at {max(bad, default=0):,}",
                flush=True,
            )


if __name__ == "__main__":
    main()
