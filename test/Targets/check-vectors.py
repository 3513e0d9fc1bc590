#!/usr/bin/env python3
"""Lowers programs to LLVM for each named target and checks what is left.

No vector is longer than a few registers, no masked access has narrower elements than the
target's, no instruction of x86 stands in code for others.

Usage: check-vectors.py OPT FILE...
"""

import re
import subprocess
import sys

# Bits of a register, fewest bits under a mask, fewest bits of two-register permutes.
TARGETS = {
    "generic": (128, 0, 0),
    "x86-64-v2": (128, 0, 0),
    "x86-64-v3": (256, 32, 0),
    "x86-64-v4": (512, 8, 16),
    "znver3": (256, 32, 0),
    "znver4": (512, 8, 8),
    "znver5": (512, 8, 8),
    "sapphirerapids": (512, 8, 8),
    "aarch64": (128, 0, 0),
    "wide": (512, 8, 0),
}
# Loops take two registers of the widest elements that they compute, or one of the
# narrowest in memory, which may be four of what they are widened to.
MOST_REGISTERS = 4
BITS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64, "index": 64}


def get_bits(element):
    return BITS.get(element) or int(element[1:])


def check(target, text):
    registers, masked, permuted = TARGETS[target]
    widest = 0
    for line in text.split("\n"):
        for shape, element in re.findall(r"vector<([\dx]+)x(bf16|f\d+|i\d+|index)>", line):
            count = 1
            for extent in shape.split("x"):
                count *= int(extent)
            # A vector of truth values is a mask register.
            bits = count * get_bits(element) if element != "i1" else count
            widest = max(widest, bits)
            if bits > MOST_REGISTERS * registers:
                return None, f"{bits} bits in a vector: {line.strip()}"
        if "llvm.intr.masked." in line:
            narrow = min(get_bits(element) for _, element in
                         re.findall(r"vector<(\d+)x(bf16|f\d+|i\d+)>", line)
                         if element != "i1")
            if not masked or narrow < masked:
                return None, f"a mask over elements of {narrow} bits: {line.strip()}"
        if "llvm.x86.avx512" in line and not permuted:
            return None, f"an instruction of AVX-512: {line.strip()}"
    return widest, None


def main():
    opt, *files = sys.argv[1:]
    failed = False
    for target in TARGETS:
        widest = 0
        for file in files:
            text = subprocess.run(
                [opt, file, f"--tiled-layout-to-llvm-pipeline=target-cpu={target}"],
                check=True, text=True, stdout=subprocess.PIPE).stdout
            bits, problem = check(target, text)
            if problem:
                failed = True
                print(f"{target}, {file}: {problem}", file=sys.stderr)
            else:
                widest = max(widest, bits)
        print(f"{target}: at most {widest} bits")
    sys.exit(failed)


if __name__ == "__main__":
    main()
