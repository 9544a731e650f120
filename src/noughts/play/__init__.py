"""Anything with choose(position) -> move, and what happens when two of them meet."""
