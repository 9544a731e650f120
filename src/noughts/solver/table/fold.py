"""Folding: which rows of a game are canonical, the smallest of their images.

Every set of cells is looked at, for 25 cells 33 million of them, so they go in blocks: those of a
block have their upper cells in common, and share the images of these:

    upper | lower          image(upper | lower) = image(upper) | image(lower)
     one  |  all           one number, and an array that is the same for all blocks

Sets in the order of their masks are, size by size, the rows of the layers in their order.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.rules import Symmetry, image_mask
from noughts.solver.sweep.layers import row_count
from noughts.solver.table.file import DIRECTORY_BLOCK

Flags: TypeAlias = NDArray[np.bool_]
Rows: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = NDArray[np.uint32]

LOWER = 16  # cells; the arrays of a block stay in the CPU's cache


def directories(symmetries: tuple[Symmetry, ...]) -> list[bytes]:
    """By ply: a bit for each row, set if the row is canonical, in whole blocks."""
    cells = len(symmetries[0])
    lower = min(LOWER, cells)
    lower_images = [_images(symmetry[:lower]) for symmetry in symmetries]
    sizes = np.array([mask.bit_count() for mask in range(1 << lower)])
    by_size = np.argsort(sizes, kind="stable")
    cuts = np.searchsorted(sizes[by_size], range(lower + 2))
    layers = [np.zeros(row_count(cells, ply), np.bool_) for ply in range(cells + 1)]
    filled = [0] * (cells + 1)
    for upper in range(1 << (cells - lower)):
        flags = _canonical(upper << lower, symmetries, lower_images)[by_size]
        for size in range(lower + 1):
            ply = size + upper.bit_count()
            found = flags[cuts[size] : cuts[size + 1]]
            layers[ply][filled[ply] : filled[ply] + found.size] = found
            filled[ply] += found.size
    return [_packed(layer) for layer in layers]


def _images(to: Symmetry) -> Masks:
    """By mask of the lower cells: its image."""
    images = np.zeros(1, np.uint32)
    for cell in to:
        images = np.concatenate([images, images | np.uint32(1 << cell)])
    return images


def _canonical(upper: int, symmetries: tuple[Symmetry, ...], lower_images: list[Masks]) -> Flags:
    """Which masks with those upper cells are no larger than any of their images."""
    masks = np.arange(lower_images[0].size, dtype=np.uint32) | np.uint32(upper)
    flags = np.ones(masks.size, np.bool_)
    for symmetry, images in zip(symmetries, lower_images, strict=True):
        flags &= images | np.uint32(image_mask(upper, symmetry)) >= masks
    return flags


def _packed(flags: Flags) -> bytes:
    packed = np.packbits(flags, bitorder="little").tobytes()
    return packed + bytes(-len(packed) % DIRECTORY_BLOCK)


def stored_rows(directory: bytes) -> Rows:
    """The rows that a directory names."""
    bits = np.unpackbits(np.frombuffer(directory, np.uint8), bitorder="little")
    return np.flatnonzero(bits)
