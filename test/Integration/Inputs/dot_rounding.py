"""Compares products of bf16 by dot instructions with float64.

dot_rounding.py OPT TRANSLATE CLANG FOLDER

Prints the greatest error as a multiple of 2^-24 times the sum of the magnitudes of the
products, with dot instructions and without. Without them, and rounding twice, the bits are
those of numpy's float32, step by step. Products of more rows are by instructions that multiply
matrices.
"""

import ctypes
import subprocess
import sys

import numpy as np

ROWS, MANY_ROWS, COLUMNS, DEPTH = 40, 80, 100, 1001

TEXT = """
func.func @f(%%a: memref<%(m)dx%(k)dxbf16>, %%b: memref<%(k)dx%(n)dxbf16>, %%c: memref<%(m)dx%(n)dxf32>)
    attributes {llvm.emit_c_interface} {
  linalg.matmul ins(%%a, %%b : memref<%(m)dx%(k)dxbf16>, memref<%(k)dx%(n)dxbf16>)
                outs(%%c : memref<%(m)dx%(n)dxf32>)
  return
}
"""


def step(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), done.stderr[:4000]))
    return done.stdout


def compile_and_run(options, a, b):
    opt, translate, clang, folder = sys.argv[1:5]
    text = step([opt, "--tiled-layout-to-llvm-pipeline=target-cpu=host " + options, "-"],
                TEXT % {"m": len(a), "n": COLUMNS, "k": DEPTH})
    text = step([translate, "--mlir-to-llvmir"], text)
    path = "%s/%s-%d.so" % (folder, "".join(c if c.isalnum() else "-" for c in options), len(a))
    step([clang, "-x", "ir", "-", "-O1", "-shared", "-fPIC", "-march=native",
          "-Wno-override-module", "-o", path], text)
    c = np.zeros((len(a), COLUMNS), np.float32)
    arguments = []
    for array in (a, b, c):
        strides = [stride // array.itemsize for stride in array.strides]
        words = [array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides]
        arguments.append((ctypes.c_int64 * len(words))(*words))
    ctypes.CDLL(path)._mlir_ciface_f(*arguments)
    return c, "avx512bf16.dpbf16ps" in text, "x86.tdpbf16ps" in text


def make(random, shape):
    """Normal numbers as the bits of bf16, and the same in float32."""
    bits = (random.standard_normal(shape).astype(np.float32).view(np.uint32) >> 16)
    return bits.astype(np.uint16), (bits << 16).astype(np.uint32).view(np.float32)


def main():
    random = np.random.default_rng(1)
    b, wide_b = make(random, (DEPTH, COLUMNS))
    for name, options, rows in [("dot", "dot=true", ROWS), ("matrix", "dot=true", MANY_ROWS),
                                ("fused", "", ROWS), ("plain", "fuse-named=false", ROWS)]:
        a, wide_a = make(random, (rows, DEPTH))
        exact = wide_a.astype(np.float64) @ wide_b.astype(np.float64)
        scale = 2.0**-24 * (np.abs(wide_a).astype(np.float64) @ np.abs(wide_b).astype(np.float64))
        c, has_dot, has_matrix = compile_and_run(options, a, b)
        if (name == "dot" and not has_dot) or (name == "matrix" and not has_matrix):
            print("no %s instruction here" % name)
            continue
        if not options.startswith("dot") and (has_dot or has_matrix):
            sys.exit("a dot instruction without the option")
        error = np.max(np.abs(c - exact) / scale)
        # Each addition rounds a partial sum that is at most the scale.
        print("%s: error %s, %.2f units" % (
            name, "within bounds" if error <= DEPTH else "TOO LARGE", error))
        if name == "plain":
            total = np.zeros((ROWS, COLUMNS), np.float32)
            for k in range(DEPTH):
                total = total + wide_a[:, k, None] * wide_b[None, k, :]
            print("same bits" if np.array_equal(total, c) else "OTHER BITS")


if __name__ == "__main__":
    main()
