#!/usr/bin/python3
"""Converts arrays with tiled-layout-convert and compares with numpy's own.

Usage: check-convert.py TOOL FOLDER
"""

import os
import pty
import subprocess
import sys

import numpy as np

from tiles import tile

tool, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
failures = 0


def convert(from_shape, to_shape, source, suffix=".npy", *options):
    """Returns what the tool makes of an array."""
    paths = [f"{folder}/in{suffix}", f"{folder}/out{suffix}"]
    if suffix == ".npy":
        np.save(paths[0], source)
    else:
        source.tofile(paths[0])
    subprocess.run([tool, "--from", from_shape, "--to", to_shape, *options, *paths],
                   check=True)
    return np.load(paths[1]) if suffix == ".npy" else np.fromfile(paths[1], source.dtype)


def expect(what, actual, expected):
    global failures
    same = (actual.dtype == expected.dtype and actual.shape == expected.shape
            and actual.tobytes("A") == expected.tobytes("A"))
    if not same:
        failures += 1
        print(f"{what}: got {actual.dtype}{actual.shape}, "
              f"expected {expected.dtype}{expected.shape}, or other contents",
              file=sys.stderr)


f32 = np.arange(20 * 300, dtype=np.float32).reshape(20, 300)
tiled = np.ascontiguousarray(tile(f32, 8, 128)).ravel()
TILED = "f32[20,300]{1,0:T(8,128)}"
expect("row-major to tiles", convert("f32[20,300]", TILED, f32), tiled)
expect("Fortran order in", convert("f32[20,300]", TILED, np.asfortranarray(f32)), tiled)
expect("tiles to row-major", convert(TILED, "f32[20,300]", tiled), f32)
expect("tiles to Fortran order", convert(TILED, "f32[20,300]{0,1}", tiled),
       np.asfortranarray(f32))
expect("physical array in",
       convert(TILED, "f32[20,300]", tiled.reshape(3, 3, 8, 128)), f32)
expect("raw bytes", convert("f32[20,300]", TILED, f32, ".bin").ravel(), tiled)
ones = np.ascontiguousarray(tile(f32 - 1, 8, 128)).ravel() + 1
expect("padding with a value",
       convert("f32[20,300]", TILED, f32, ".npy", "--padding=1"), ones)

bf16 = np.arange(21 * 130, dtype=np.uint16).reshape(21, 130).view("V2")
packed = np.ascontiguousarray(tile(tile(bf16.view(np.uint16), 8, 128), 2, 1)).ravel()
PACKED = "bf16[21,130]{1,0:T(8,128)(2,1)}"
expect("bf16 as ml_dtypes writes it", convert("bf16[21,130]", PACKED, bf16),
       packed.view("V2"))
expect("bf16 as bits", convert("bf16[21,130]", PACKED, bf16.view(np.uint16)), packed)

pred = (np.arange(40 * 130).reshape(40, 130) % 7 == 0)
bits = np.packbits(np.ascontiguousarray(tile(tile(pred, 32, 128), 32, 1)).ravel(),
                   bitorder="little")
PRED = "pred[40,130]{1,0:T(32,128)(32,1)E(1)}"
expect("pred to bits", convert("pred[40,130]", PRED, pred), bits)
expect("bits to pred", convert(PRED, "pred[40,130]", bits), pred)

f8 = np.arange(12, dtype=np.uint8).reshape(3, 4)
expect("8-bit floats as raw bytes",
       convert("f8e4m3fn[3,4]", "f8e4m3fn[3,4]{0,1}", f8.view("V1")),
       np.asfortranarray(f8.view("V1")))
np.save(f"{folder}/in.npy", f8)
with open(f"{folder}/in.npy", "r+b") as file:
    header = file.read(128)
    file.seek(0)
    file.write(header.replace(b"'|u1'", b"'<f1'"))
subprocess.run([tool, "--from", "f8e5m2[3,4]", "--to", "f8e5m2[3,4]{1,0:T(3,4)}",
                f"{folder}/in.npy", f"{folder}/out.npy"], check=True)
with open(f"{folder}/out.npy", "r+b") as file:
    header = file.read(128)
    file.seek(0)
    file.write(header.replace(b"'<f1'", b"'|u1'"))
expect("8-bit floats as f1", np.load(f"{folder}/out.npy"), f8.ravel())

s64 = np.arange(-6, 6, dtype=np.int64).reshape(3, 4)
expect("scalars and rank 0", convert("f64[]", "f64[]{:T(4)}", np.float64(2.5).reshape(())),
       np.array([2.5, 0, 0, 0]))
expect("empty arrays", convert("s64[0,4]", "s64[0,4]{0,1}", s64[:0]), np.asfortranarray(s64[:0]))
# Several threads, on enough pieces for all of them.
big = np.random.default_rng(1).integers(0, 2**31, (3001, 1030), dtype=np.int32)
BIG = "s32[3001,1030]{1,0:T(8,128)}"
big_tiled = np.ascontiguousarray(tile(big, 8, 128)).ravel()
expect("three threads", convert("s32[3001,1030]", BIG, big, ".npy", "--threads=3"), big_tiled)

# A file may be converted to itself, and nothing stands beside the output.
os.makedirs(f"{folder}/alone", exist_ok=True)
path = f"{folder}/alone/array.npy"
np.save(path, big)
command = [tool, "--from", "s32[3001,1030]", "--to", BIG, path, path]
subprocess.run(command, check=True)
expect("in place", np.load(path), big_tiled)
if os.listdir(f"{folder}/alone") != ["array.npy"]:
    failures += 1
    print(f"left behind: {os.listdir(f'{folder}/alone')}", file=sys.stderr)

# Progress is for terminals only.
np.save(path, big)
silent = subprocess.run(command, check=True, stderr=subprocess.PIPE).stderr
np.save(path, big)
ours, theirs = pty.openpty()
subprocess.run(command, check=True, stderr=theirs)
os.close(theirs)
shown = os.read(ours, 10000)
if silent != b"" or b" %" not in shown or not shown.endswith(b"\r"):
    failures += 1
    print(f"progress: {silent} in a pipe, {shown} on a terminal", file=sys.stderr)

print(f"{'failed' if failures else 'passed'}")
sys.exit(failures != 0)
