# %% [markdown]
# # The truth about a game
# Open this file as a notebook: each `# %%` begins a cell.

# %%
from noughts import game, position
from noughts.explain import analyze, document
from noughts.explain.count import census
from noughts.solver import solve

for spec in ("3x3", "4x3:3", "4x4:3", "3x3+misere", "3x3x3"):
    start = position("." * game(spec).cells, game=spec)
    print(f"{spec:12}{solve(start).value}")

# %% [markdown]
# Every first move of tic-tac-toe draws.

# %%
analyze("... ... ...")

# %% [markdown]
# How many games are there?

# %%
counts = census(game("3x3"))
print(counts.total("games"), "games,", counts.total("positions"), "positions")

# %% [markdown]
# A whole report on a position. To play in a cell: `from noughts.play import play_here`,
# then `play_here()`.

# %%
document(position("X.. .O. ..X"))
