"""What tiles are, in numpy's own words."""

import numpy as np


def tile(array, *sizes):
    """Cuts the last dimensions into tiles, padded with 0, moved to the back."""
    untouched = array.ndim - len(sizes)
    padding = [(0, 0)] * untouched
    padding += [(0, -extent % size) for extent, size in zip(array.shape[untouched:], sizes)]
    array = np.pad(array, padding)
    shape = list(array.shape[:untouched])
    for extent, size in zip(array.shape[untouched:], sizes):
        shape += [extent // size, size]
    outer = range(untouched, array.ndim + len(sizes), 2)
    return np.ascontiguousarray(array.reshape(shape).transpose(
        [*range(untouched), *outer, *(axis + 1 for axis in outer)]))
