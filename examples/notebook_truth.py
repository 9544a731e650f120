# %% [markdown]
# # The truth about a game
# Open this file as a notebook: each `# %%` begins a cell.

# %%
from noughts import analyze, census, document, solve

for spec in ("3x3", "4x3:3", "4x4:3", "3x3+misere", "3x3x3"):
    print(f"{spec:12}{solve(spec).value}")

# %% [markdown]
# Every first move of tic-tac-toe draws.

# %%
analyze("... ... ...")

# %% [markdown]
# How many games are there?

# %%
counts = census("3x3")
print(counts.total("games"), "games,", counts.total("positions"), "positions")

# %% [markdown]
# A whole report on a position. To play in a cell: `from noughts import play_here`,
# then `play_here()`.

# %%
document("X.. .O. ..X")
