#!/usr/bin/env python3
"""Times the lowering of tiled accesses beside MLIR's --normalize-memrefs.

Usage: time-lowering.py TILED_LAYOUT_OPT [ACCESSES...]

Half of the accesses are affine, half are of memref; the array is static, so that
both passes lower all of them. Prints seconds of processor time, without those of
parsing and printing alone.
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
