#!/usr/bin/env python3
"""Times the lowering of many tiled accesses or loops.

Usage: time-lowering.py TILED_LAYOUT_OPT [ACCESSES...]
       time-lowering.py TILED_LAYOUT_OPT --loops [LOOPS...]

Accesses stand beside MLIR's --normalize-memrefs. Half of them are affine, half are
of memref; the array is static, so that both passes lower all of them. Loops over
a tiled array go through the pipeline to LLVM, all in one function and ten in each.
Prints seconds of processor time, without those of parsing and printing alone.
"""

import os
import subprocess
import sys
import tempfile

ACCESSES_A_FUNCTION = 1000
PASSES = ["--normalize-memrefs", "--convert-tiled-layout-to-affine"]
TYPE = "memref<1024x1024xf32, #tiled_layout.layout<{1,0:T(8,128)}>>"


def write_module(file, accesses):
    for function in range(accesses // ACCESSES_A_FUNCTION):
        file.write(f"func.func @f{function}(%a: {TYPE}, %b: {TYPE}, "
                   "%i: index, %j: index) {\n")
        for k in range(ACCESSES_A_FUNCTION // 4):
            file.write(
                f"%v{k} = affine.load %a[symbol(%i) + {k}, symbol(%j)] : {TYPE}\n"
                f"affine.store %v{k}, %b[symbol(%j), symbol(%i) + {k}] : {TYPE}\n"
                f"%w{k} = memref.load %a[%i, %j] : {TYPE}\n"
                f"memref.store %w{k}, %b[%j, %i] : {TYPE}\n")
        file.write("return\n}\n")
    file.flush()


def write_loops(file, loops, loops_a_function):
    for function in range(loops // loops_a_function):
        file.write(f"func.func @f{function}(%a: {TYPE}, %x: f32) {{\n"
                   "%zero = arith.constant 0 : index\n"
                   "%one = arith.constant 1 : index\n"
                   "%n = arith.constant 1024 : index\n")
        for k in range(loops_a_function):
            file.write(
                f"scf.for %i{k} = %zero to %n step %one {{\n"
                f"scf.for %j{k} = %zero to %n step %one {{\n"
                f"%v{k} = memref.load %a[%i{k}, %j{k}] : {TYPE}\n"
                f"%w{k} = arith.addf %v{k}, %x : f32\n"
                f"memref.store %w{k}, %a[%i{k}, %j{k}] : {TYPE}\n}}\n}}\n")
        file.write("return\n}\n")
    file.flush()


def time_loops(tool, sizes):
    print("loops", "in one function", "ten in each", sep="\t")
    for loops in sizes:
        seconds = []
        for loops_a_function in loops, min(loops, 10):
            with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
                write_loops(file, loops, loops_a_function)
                base = [tool, file.name, "--mlir-disable-threading", "-o",
                        os.devnull]
                empty = get_seconds(base)
                seconds.append(
                    get_seconds(base + ["--tiled-layout-to-llvm-pipeline"]) -
                    empty)
        print(loops, *(f"{value:.2f}" for value in seconds), sep="\t",
              flush=True)


def get_seconds(command):
    before = os.times()
    subprocess.run(command, check=True)
    after = os.times()
    return (after.children_user - before.children_user +
            after.children_system - before.children_system)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = sys.argv[1]
    if sys.argv[2:3] == ["--loops"]:
        return time_loops(tool, [int(size) for size in sys.argv[3:]] or
                          [2500, 5000, 10000])
    sizes = [int(size) for size in sys.argv[2:]] or [
        12000, 25000, 50000, 100000]
    print("accesses", *PASSES, sep="\t")
    for accesses in sizes:
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            write_module(file, accesses)
            base = [tool, file.name, "--mlir-disable-threading", "-o",
                    os.devnull]
            empty = get_seconds(base)
            print(accesses, *(f"{get_seconds(base + [name]) - empty:.2f}"
                              for name in PASSES), sep="\t")


if __name__ == "__main__":
    main()
