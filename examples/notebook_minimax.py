# %% [markdown]
# # Minimax, from a finished game to pruning
# Open this file as a notebook: each `# %%` begins a cell. What stands last in a cell shows itself.

# %%
from noughts import Event, analyze, compare, game_tree, position, trace

worked_example = position("XXO O.. O.X")
worked_example

# %% [markdown]
# What is it worth, and each of its moves?

# %%
report = analyze(worked_example)
print(report)
report

# %% [markdown]
# The tree that minimax walks, with the scores +10, -10 and 0.

# %%
game_tree(worked_example)

# %% [markdown]
# Alpha-beta leaves out what cannot change the answer.

# %%
events: list[Event] = []
result = trace(worked_example, "alphabeta", events.append, scale="ten")
print(result.nodes, "nodes,", sum(event.kind == "cut" for event in events), "cuts")
game_tree(worked_example, search="alphabeta")

# %% [markdown]
# All searches on the same position.

# %%
compare(position(".O. .X. ..."), budget=5)
