#!/usr/bin/python3
"""Compiles dense-layer.mlir, runs it on .npy inputs and checks the result.

The inputs are laid out in tiles here, by numpy's pad, reshape and transpose, so
that what the compiler makes of the layouts is checked against something else.
"""

import argparse
import ctypes
import os
import subprocess
import sys
import time

import numpy as np

BATCH, INNER, OUTER = 1003, 1280, 4096
RUNS = 5

# The library runs on the machine that compiles it.
PIPELINE = "builtin.module(tiled-layout-to-llvm-pipeline{target-cpu=host})"


def tile(array, *sizes):
    """Cuts the last dimensions into tiles and moves them to the back."""
    padding = [(0, 0)] * (array.ndim - len(sizes)) + [
        (0, -extent % size) for extent, size in zip(array.shape[-len(sizes) :], sizes)
    ]
    array = np.pad(array, padding)
    untouched = array.ndim - len(sizes)
    shape = list(array.shape[:untouched])
    for extent, size in zip(array.shape[untouched:], sizes):
        shape += [extent // size, size]
    outer = range(untouched, untouched + 2 * len(sizes), 2)
    order = [*range(untouched), *outer, *(axis + 1 for axis in outer)]
    return array.reshape(shape).transpose(order)


def to_bf16(array):
    """Rounds float32 to the nearest bfloat16; returns its bits as uint16."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def make_inputs(folder):
    """Writes the input arrays, tiled, and the expected output."""
    random = np.random.default_rng(2022)
    x = to_bf16(random.standard_normal((BATCH, INNER), np.float32))
    w = random.standard_normal((INNER, OUTER), np.float32) / np.float32(INNER**0.5)
    bias = random.standard_normal(OUTER, np.float32)
    exact = from_bf16(x).astype(np.float64) @ w.astype(np.float64) + bias
    np.save(f"{folder}/x.npy", tile(tile(x, 8, 128), 2, 1))
    np.save(f"{folder}/w.npy", tile(w, 8, 128))
    np.save(f"{folder}/bias.npy", bias)
    np.save(f"{folder}/expected.npy", np.maximum(exact, 0.0))


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stderr}")


def compile_program(source, tools, folder):
    """Lowers the program to a shared library; returns its path."""
    run([f"{tools}/tiled-layout-opt", source, f"--pass-pipeline={PIPELINE}",
         "-o", f"{folder}/llvm.mlir"])
    run(["mlir-translate-22", "--mlir-to-llvmir", f"{folder}/llvm.mlir",
         "-o", f"{folder}/program.ll"])
    library = f"{folder}/program.so"
    run(["clang-22", "-O3", "-march=native", "-ffp-contract=fast", "-shared", "-fPIC",
         "-Wno-override-module", f"{folder}/program.ll", "-o", library])
    return library


def descriptor_type(rank):
    """MLIR's descriptor of a memref."""
    class Descriptor(ctypes.Structure):
        _fields_ = [
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            ("sizes", ctypes.c_int64 * rank),
            ("strides", ctypes.c_int64 * rank),
        ]

    return Descriptor


def descriptor(array):
    """Returns the descriptor of a row-major array."""
    strides = [stride // array.itemsize for stride in array.strides]
    return descriptor_type(array.ndim)(array.ctypes.data, array.ctypes.data, 0,
                                       (ctypes.c_int64 * array.ndim)(*array.shape),
                                       (ctypes.c_int64 * array.ndim)(*strides))


def call(function, arrays):
    """Returns the row-major f32 matrix that the function does, and the seconds it took."""
    returned = descriptor_type(2)()
    arguments = [ctypes.byref(returned), *(ctypes.byref(descriptor(a)) for a in arrays)]
    start = time.perf_counter()
    function(*arguments)
    seconds = time.perf_counter() - start
    memory = ctypes.cast(returned.aligned, ctypes.POINTER(ctypes.c_float))
    result = np.ctypeslib.as_array(memory, tuple(returned.sizes)).copy()
    # What a function returns is its caller's to free.
    free = ctypes.CDLL(None).free
    free.argtypes = [ctypes.c_void_p]
    free(returned.allocated)
    return result, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", required=True, help="where tiled-layout-opt is")
    parser.add_argument("--work", required=True, help="where to put files")
    options = parser.parse_args()

    os.makedirs(options.work, exist_ok=True)
    if not os.path.exists(f"{options.work}/expected.npy"):
        make_inputs(options.work)
    source = f"{os.path.dirname(os.path.abspath(__file__))}/dense-layer.mlir"
    start = time.perf_counter()
    library = compile_program(source, options.tools, options.work)
    compiled = time.perf_counter() - start

    arrays = [np.ascontiguousarray(np.load(f"{options.work}/{name}.npy"))
              for name in ("x", "w", "bias")]
    function = ctypes.CDLL(os.path.abspath(library))._mlir_ciface_dense_layer
    # The first run fetches the code and the inputs.
    results, times = zip(*(call(function, arrays) for _ in range(RUNS)))
    seconds = min(times)

    expected = np.load(f"{options.work}/expected.npy")
    error = np.max([np.abs(result - expected).max() for result in results])
    bound = 1e-5 * np.abs(expected).max()
    print(f"""dense layer: relu(x * w + bias), {BATCH}x{INNER} by {INNER}x{OUTER}
  x        bf16[{BATCH},{INNER}]{{1,0:T(8,128)(2,1)}} in memref<{'x'.join(map(str, arrays[0].shape))}xbf16>
  w        f32[{INNER},{OUTER}]{{1,0:T(8,128)}} in memref<{'x'.join(map(str, arrays[1].shape))}xf32>
  result   f32[{BATCH},{OUTER}], row-major, relaid from {{1,0:T(8,128)}}
  compiled in {compiled:.2f} s
  ran in   {seconds:.3f} s (best of {RUNS}: {2 * BATCH * INNER * OUTER / seconds / 1e9:.1f} GFLOP/s on one thread)
  error    {error:.2e} at most, against numpy in float64 (allowed: {bound:.2e})""")
    # Written so that a NaN, which nothing else should leave behind, fails too.
    if not error <= bound:
        sys.exit("the result is wrong")


if __name__ == "__main__":
    main()
