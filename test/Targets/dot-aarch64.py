#!/usr/bin/env python3
"""Runs products by dot instructions of aarch64 in an emulator, and compares them with exact sums.

Usage: dot-aarch64.py TOOLS LLVM_TOOLS FOLDER
"""

import os
import subprocess
import sys

import numpy as np

# Features, and the instructions that products then use.
TARGETS = [
    ("+dotprod,+i8mm", "sdot udot usdot"),
    ("+dotprod", "sdot udot"),
    ("+i8mm", "usdot"),
    ("", ""),
    ("+bf16", "bfdot"),
]
# Layouts of A, B and C; rows, columns and steps.
SHAPES = [
    (4, 4, 1, 64, 256, 128),
    (4, 4, 1, 21, 139, 91),
    (2, 2, 0, 13, 140, 70),
    (0, 0, 0, 70, 133, 67),
    (1, 0, 1, 9, 30, 22),
    (0, 0, 0, 64, 128, 256),
    (1, 4, 1, 13, 140, 64),
    (4, 4, 1, 27, 520, 48),
    (2, 2, 1, 18, 136, 64),
    (0, 2, 0, 40, 100, 1001),
]
MAIN = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { void *base, *data; int64_t rest[13]; } Array;
static void *get(FILE *file, size_t bytes) {
  void *data = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (fread(data, 1, bytes, file) != bytes)
    exit(1);
  return data;
}
%s
int main(void) {
  FILE *in = fopen("in.bin", "rb"), *out = fopen("out.bin", "wb");
%s
  return fclose(out);
}
"""


def get_type(shape, element, rows):
    if rows == 0:
        return "memref<%dx%dx%s>" % (*shape, element)
    words = "(%d,1)" % rows if rows > 1 else ""
    return "memref<%dx%dx%s, #tiled_layout.layout<{1,0:T(8,128)%s}>>" % (*shape, element, words)


def lay_out(array, rows):
    """Returns an array as memory has it, with random padding, and its shape there."""
    if rows == 0:
        return array, array.shape
    tall, wide = (-(-extent // tile) for extent, tile in zip(array.shape, (8, 128)))
    padded = np.full((8 * tall, 128 * wide), 0x7FC1, np.int64).astype(array.dtype)
    padded[: array.shape[0], : array.shape[1]] = array
    tiles = padded.reshape(tall, 8 // rows, rows, wide, 128).transpose(0, 3, 1, 4, 2)
    shape = (tall, wide, 8 // rows, 128) + ((rows, 1) if rows > 1 else ())
    return np.ascontiguousarray(tiles), shape


def take_back(tiles, shape, rows):
    """Returns the elements of an array that memory has so."""
    if rows == 0:
        return tiles.reshape(shape)
    tall, wide = (-(-extent // tile) for extent, tile in zip(shape, (8, 128)))
    parts = tiles.reshape(tall, wide, 8 // rows, 128, rows).transpose(0, 2, 4, 1, 3)
    return parts.reshape(8 * tall, 128 * wide)[: shape[0], : shape[1]]


class Product:
    def __init__(self, number, random, signs, shape):
        self.number, self.signs = number, signs
        *self.rows, m, n, k = shape
        self.shapes = [(m, k), (k, n), (m, n)]
        if signs is None:
            wide = [random.standard_normal(s).astype(np.float32) for s in self.shapes]
            bits = [(x.view(np.uint32) >> 16).astype(np.uint16) for x in wide[:2]]
            self.arrays = [*bits, wide[2]]
            a, b = ((x.astype(np.uint32) << 16).view(np.float32).astype(np.float64) for x in bits)
            self.exact = wide[2] + a @ b
            self.scale = 2.0**-24 * (np.abs(wide[2]) + np.abs(a) @ np.abs(b))
            return
        types = [np.int8 if sign == "s" else np.uint8 for sign in signs]
        self.arrays = [random.integers(0, 256, s).astype(np.uint8).view(t)
                       for s, t in zip(self.shapes, types)]
        # Extremes, and sums that wrap.
        self.arrays[0][: m // 2] = -128 if signs[0] == "s" else 255
        c = random.integers(-(2**31), 2**31, (m, n)).astype(np.int64)
        exact = c + self.arrays[0].astype(np.int64) @ self.arrays[1].astype(np.int64)
        self.arrays.append(c.astype(np.int32))
        self.exact = exact.astype(np.int32)

    def get_text(self):
        isFloat = self.signs is None
        narrow, wide = ("bf16", "f32") if isFloat else ("i8", "i32")
        types = [get_type(s, e, r)
                 for s, e, r in zip(self.shapes, (narrow, narrow, wide), self.rows)]
        ops = [("extf" if isFloat else "extsi" if sign == "s" else "extui")
               for sign in self.signs or "ff"]
        last = "f" if isFloat else "i"
        return """func.func @product%d(%%a: %s, %%b: %s, %%c: %s) attributes {llvm.emit_c_interface} {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                   affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%%a, %%b : %s, %s) outs(%%c : %s) {
  ^bb0(%%x: %s, %%y: %s, %%s: %s):
    %%u = arith.%s %%x : %s to %s
    %%v = arith.%s %%y : %s to %s
    %%p = arith.mul%s %%u, %%v : %s
    %%t = arith.add%s %%s, %%p : %s
    linalg.yield %%t : %s
  }
  return
}
""" % (self.number, *types, *types, narrow, narrow, wide, ops[0], narrow, wide, ops[1], narrow,
            wide, last, wide, last, wide, wide)

    def get_call(self, file):
        """Writes the arrays to a file and returns the code in C that calls the function."""
        lines = []
        for name, array, rows in zip("abc", self.arrays, self.rows):
            memory, shape = lay_out(array, rows)
            file.write(memory.tobytes())
            strides = [int(np.prod(shape[at + 1:])) for at in range(len(shape))]
            numbers = ", ".join(str(number) for number in (0, *shape, *strides))
            lines.append("  { Array %s = {0, get(in, %d), {%s}};" % (name, memory.nbytes, numbers))
        lines.append("  _mlir_ciface_product%d(&a, &b, &c);" % self.number)
        lines.append("  fwrite(c.data, 1, %d, out); }}}" % memory.nbytes)
        return "\n".join(lines)

    def check(self, file):
        memory, shape = lay_out(self.arrays[2], self.rows[2])
        written = np.frombuffer(file.read(memory.nbytes), memory.dtype)
        result = take_back(written, self.shapes[2], self.rows[2])
        if self.signs is not None:
            return None if np.array_equal(result, self.exact) else "differs"
        error = np.max(np.abs(result - self.exact) / self.scale)
        steps = self.shapes[0][1]
        if steps == 1001:
            print("bf16: %.2f units" % error)
        # Each of two sums is off by up to two units; exact products are not.
        return None if error <= 2 * steps else "is off by %.1f units" % error


class Runner:
    def __init__(self, tools, llvm_tools, folder):
        self.tools, self.llvm_tools, self.folder = tools, llvm_tools, folder

    def run(self, command, **options):
        return subprocess.run(command, check=True, text=True, cwd=self.folder,
                              stdout=subprocess.PIPE, **options).stdout

    def run_all(self, features, products):
        """Returns the instructions of products; an error where a result is wrong."""
        options = "target-cpu=aarch64 target-features=%s dot=true" % features
        if not features:
            options = "target-cpu=aarch64 dot=true"
        text = self.run([os.path.join(self.tools, "tiled-layout-opt"),
                         "--tiled-layout-to-llvm-pipeline=" + options, "-"],
                        input="".join(product.get_text() for product in products))
        text = self.run([os.path.join(self.llvm_tools, "mlir-translate"), "--mlir-to-llvmir"],
                        input=text)
        self.run([os.path.join(self.llvm_tools, "llc"), "-relocation-model=pic", "-filetype=obj",
                  "-o", "products.o"], input=text)
        with open(os.path.join(self.folder, "in.bin"), "wb") as file:
            calls = "\n".join(product.get_call(file) for product in products)
        declarations = "\n".join("void _mlir_ciface_product%d(Array *, Array *, Array *);"
                                 % product.number for product in products)
        with open(os.path.join(self.folder, "main.c"), "w") as file:
            file.write(MAIN % (declarations, calls))
        self.run(["aarch64-linux-gnu-gcc", "-static", "main.c", "products.o", "-o", "products"])
        self.run(["qemu-aarch64", "-cpu", "max", "./products"])
        with open(os.path.join(self.folder, "out.bin"), "rb") as file:
            for product in products:
                if wrong := product.check(file):
                    sys.exit("%s of %s with '%s' %s" % (
                        product.signs or "bf16", product.shapes, features, wrong))
        return [name for name in ("sdot", "udot", "usdot", "bfdot") if "neon." + name in text]


def main():
    runner = Runner(*sys.argv[1:])
    random = np.random.default_rng(7)
    count = 0
    for features, expected in TARGETS:
        kinds = [None] if features == "+bf16" else ["ss", "uu", "us", "su"]
        shapes = SHAPES if features else SHAPES[:2]
        products = [Product(count + number, random, signs, shape) for number, (signs, shape) in
                    enumerate((signs, shape) for signs in kinds for shape in shapes)]
        count += len(products)
        found = runner.run_all(features, products)
        if found != expected.split():
            sys.exit("with '%s': %s instead of %s" % (features, found, expected))
    print("%d products agree" % count)


if __name__ == "__main__":
    main()
