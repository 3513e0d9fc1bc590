#!/usr/bin/python3
"""Converts arrays whose .npy header says type and extents, there and back.

Usage: check-headers.py TOOL FOLDER
"""

import os
import subprocess
import sys

import numpy as np

tool, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
failures = 0


def check(what, condition):
    global failures
    if not condition:
        failures += 1
        print(f"failed: {what}", file=sys.stderr)


def convert(*arguments, stdin=None):
    return subprocess.run([tool, *arguments], input=stdin, check=True,
                          stdout=subprocess.PIPE).stdout


def read(name):
    with open(name, "rb") as file:
        return file.read()


def rename(name, old, new):
    """Renames the element type in a header, as ml_dtypes writes it."""
    contents = read(name)
    assert contents.count(old) == 1 and len(old) == len(new)
    with open(name, "wb") as file:
        file.write(contents.replace(old, new))


random = np.random.default_rng(1)
bits = random.integers(0, 256, (21, 130 * 16), dtype=np.uint8)

# There and back, the file is the same to the byte: types of numpy's own, and as
# ml_dtypes writes them: (name in the shape, numpy's type, name in the header).
TYPES = [("pred", "?", None), ("s8", "i1", None), ("s16", "<i2", None),
         ("s32", "<i4", None), ("s64", "<i8", None), ("u8", "u1", None),
         ("u16", "<u2", None), ("u32", "<u4", None), ("u64", "<u8", None),
         ("f16", "<f2", None), ("f32", "<f4", None), ("f64", "<f8", None),
         ("c64", "<c8", None), ("c128", "<c16", None), ("bf16", "V2", "<V2"),
         ("bf16", "<u2", "<u2"), ("f8e4m3fn", "V1", "<V1"), ("f8e5m2", "V1", "<f1"),
         ("s4", "V1", "<V1"), ("s4", "i1", "|i1")]
for name, dtype, descr in TYPES:
    dtype = np.dtype(dtype)
    raw = bits if name != "s4" else (bits % 16 - 8).view(np.uint8)
    array = raw[:, :130 * dtype.itemsize].copy()
    array = array % 2 == 0 if name == "pred" else array.view(dtype)
    for order in "CF" if name in ("bf16", "f32") else "C":
        np.save("rows.npy", np.asarray(array, order=order))
        if descr and descr[:2] != dtype.str[:2]:
            rename("rows.npy", dtype.str.encode(), descr.encode())
        plain = "{1,0}" if order == "C" else "{0,1}"
        says = name in ("s4", "f8e4m3fn", "f8e5m2") or descr == "<u2"
        prefix = f"{name}[21,130]" if says else ""
        convert("rows.npy", "tiles.npy", "--to", prefix + "{1,0:T(8,128)}")
        convert("tiles.npy", "back.npy", "--from", f"{name}[21,130]{{1,0:T(8,128)}}",
                "--to", plain)
        check(f"{name} {descr} {order} there and back", read("rows.npy") == read("back.npy"))
        check(f"{name} {descr} tiles", np.load("tiles.npy").shape == (24 * 256,)
              if descr != "<f1" else True)
        # Through pipes, without files.
        if order == "F" or dtype.itemsize != 2:
            continue
        tiles = convert("-", "-", "--to", prefix + "{1,0:T(8,128)}", stdin=read("rows.npy"))
        check(f"{name} {descr} through pipes", tiles == read("tiles.npy"))
for shape in [(), (0, 4), (1,), (7,), (2, 3, 4)]:
    np.save("rows.npy", np.ones(shape, np.float32))
    order = ",".join(map(str, reversed(range(len(shape)))))
    convert("rows.npy", "back.npy", "--to", f"{{{order}}}" if shape else "f32[]")
    check(f"header of {shape}", read("rows.npy") == read("back.npy"))

# Big-endian arrays.
for dtype in [">i2", ">u4", ">f8", ">c8", ">f2"]:
    little = np.dtype(dtype).newbyteorder("<")
    array = bits[:, :130 * little.itemsize].copy().view(little)
    np.save("rows.npy", array)
    np.save("big.npy", array.astype(dtype) if little.kind in "iu" else
            array.byteswap().view(array.dtype.newbyteorder()))
    check(f"{dtype} is stored as such", dtype.encode() in read("big.npy"))
    convert("rows.npy", "tiles.npy", "--to", "{1,0:T(8,128)}")
    convert("big.npy", "big-tiles.npy", "--to", "{1,0:T(8,128)}")
    check(f"{dtype}", read("big-tiles.npy") == read("tiles.npy"))

# A layout in another notation; a layout alone on the source's side.
f32 = np.arange(48, dtype=np.float32).reshape(6, 8)
np.save("rows.npy", f32)
convert("rows.npy", "pack.npy", "--to", "[1, 0, 1 p(4)]")
convert("rows.npy", "block.npy", "--to", "onednn(Ba4b)")
convert("pack.npy", "back.npy", "--from", "[1, 0, 1 p(4)]", "--to", "f32[6,8]")
check("Morello's notation there and back", read("back.npy") == read("rows.npy"))
check("Morello's notation", (np.load("pack.npy").reshape(2, 6, 4)
                             == f32.reshape(6, 2, 4).transpose(1, 0, 2)).all())
check("oneDNN's notation", read("block.npy") == read("pack.npy"))

# Raw bytes through pipes.
raw = convert("-", "-", "--from", "u8[5]", "--to", "{0:T(4)}", stdin=b"abcde")
check("raw bytes through pipes", raw == b"abcde\0\0\0")

print("failed" if failures else "passed")
sys.exit(failures != 0)
