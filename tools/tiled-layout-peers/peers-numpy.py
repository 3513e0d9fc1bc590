#!/usr/bin/python3
"""Times numpy's way to relay arrays beside tiled-layout-bench.

Usage: peers-numpy.py BENCH [TEXT]

numpy has no tiles; a program reshapes, transposes and copies. Each case is one
assignment between two views, without padding, so only extents that the tiles
divide can be said. Both figures are ratios to a copy of as many bytes: numpy's own
`copyto` here, `memcpy` there. With TEXT, only cases whose layout contains it. Ours is
not compared with the reference: tiled-layout-bench alone does that.
"""

import json
import statistics
import subprocess
import sys
import time

import numpy as np


def tile(view, *sizes):
    """Cuts the last dimensions of a view into tiles, moved to the back."""
    untouched = view.ndim - len(sizes)
    shape = list(view.shape[:untouched])
    for extent, size in zip(view.shape[untouched:], sizes):
        shape += [extent // size, size]
    outer = range(untouched, view.ndim + len(sizes), 2)
    return view.reshape(shape).transpose(
        [*range(untouched), *outer, *(axis + 1 for axis in outer)])


def transposed(view):
    return view.transpose()


# Type, shape, layout, and how a row-major array is viewed in the layout's order.
CASES = [
    ("f32", (4096, 4096), "{1,0:T(8,128)}", lambda a: tile(a, 8, 128)),
    ("f32", (256, 256), "{1,0:T(8,128)}", lambda a: tile(a, 8, 128)),
    ("bf16", (4096, 8192), "{1,0:T(8,128)(2,1)}", lambda a: tile(tile(a, 8, 128), 2, 1)),
    ("bf16", (256, 512), "{1,0:T(8,128)(2,1)}", lambda a: tile(tile(a, 8, 128), 2, 1)),
    ("s8", (8192, 8192), "{1,0:T(8,128)(4,1)}", lambda a: tile(tile(a, 8, 128), 4, 1)),
    ("s8", (512, 512), "{1,0:T(8,128)(4,1)}", lambda a: tile(tile(a, 8, 128), 4, 1)),
    ("f32", (64, 64, 64, 64), "{3,2,1,0:T(16,1,1)}", lambda a: tile(a, 16, 1, 1)),
    ("u8", (64, 224, 224, 3), "{2,1,3,0}", lambda a: a.transpose(0, 3, 1, 2)),
    ("f32", (4096, 4096), "{0,1}", transposed),
    ("bf16", (8192, 4096), "{0,1}", transposed),
    ("s8", (8192, 8192), "{0,1}", transposed),
]
DTYPES = {"f32": np.uint32, "bf16": np.uint16, "s8": np.uint8, "u8": np.uint8}


def time_in_turns(*runs, rounds=7):
    """Returns the median seconds of each, over rounds in which they take turns."""
    seconds = [[] for _ in runs]
    repeats = []
    for run in runs:
        run()
        start = time.perf_counter()
        run()
        repeats.append(max(1, int(2e-3 / (time.perf_counter() - start))))
    for _ in range(rounds):
        for samples, run, count in zip(seconds, runs, repeats):
            start = time.perf_counter()
            for _ in range(count):
                run()
            samples.append((time.perf_counter() - start) / count)
    return [statistics.median(samples) for samples in seconds]


def main():
    bench, *text = sys.argv[1:]
    random = np.random.default_rng(1)
    for name, shape, layout, view in CASES:
        if any(part not in layout for part in text):
            continue
        rows = random.integers(0, 255, shape, dtype=np.uint8).astype(DTYPES[name])
        viewed = view(rows)
        packed = np.empty(viewed.shape, rows.dtype)
        other = rows.copy()
        shaped = f"{name}[{','.join(map(str, shape))}]"
        for forward in (True, False):
            pair = (shaped, shaped + layout) if forward else (shaped + layout, shaped)
            if forward:
                run = lambda: np.copyto(packed, viewed)
            else:
                run = lambda: np.copyto(viewed, packed)
            ours, copy = time_in_turns(run, lambda: np.copyto(other, rows))
            line = subprocess.run([bench, "--json", "--check=0", "--min-time=0.3", "--from", pair[0],
                                   "--to", pair[1]], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
            print(json.dumps({"from": pair[0], "to": pair[1],
                              "numpy_memcpy": round(copy / ours, 3),
                              "ours_memcpy": json.loads(line)["ratio_memcpy"]}), flush=True)


if __name__ == "__main__":
    main()
