"""Runs random programs on tensors with layouts against their meaning.

random_tensors.py OPT RUNNER LIBRARIES [--programs=N] [--first=SEED] [--print=SEED]

A program is a function on i32 matrices. Each statement is written as MLIR and carried out
here at once, on lists, with the meaning that tensors have: nothing is ever overwritten.
Statements write to existing tensors, several destinations, slices in ragged loops that
are smaller than a tile, tensors that loops carry, results of functions that are slices or
share a buffer, constants in resources, extents that branches forget, globals, elements
narrower than a byte, operations with several results, slices of fewer dimensions, rows
at indices that are data, and loops whose regions hand each other other layouts. One
program in thirty has fifty statements. Every fourth batch is compiled in a module within a
module, of which the inner one is run. A failure prints its seed.
"""

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tensor_statements import Program


def lower(options, text):
    """Returns the result of the pipeline, and what is wrong or nothing."""
    lowered = subprocess.run(
        [options.opt, "--tiled-layout-to-llvm-pipeline"],
        input=text, capture_output=True, text=True,
    )
    return lowered.stdout, lowered.stderr[:2000] if lowered.returncode else None


def nest(text):
    """Returns the program in a module within a module."""
    plain, mark, resources = text.partition("{-#")
    return "module @outer {\nmodule @inner {\n%s}\n}\n%s" % (plain, mark + resources)


def unnest(text):
    """Returns the inner module, with all that it refers to."""
    aliases = re.findall(r"(?m)^[#!]\w+ = .*\n", text)
    inner = re.findall(r"(?ms)^  module @inner.*?^  \}\n", text)
    resources = re.findall(r"(?s)\{-#.*#-\}", text)
    return "".join(aliases + inner + resources)


def write(programs):
    text = "func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}\n"
    text += "".join(p.text() for p in programs)
    text += "func.func @main() {\n"
    text += "".join("  call @f%d() : () -> ()\n" % p.number for p in programs)
    text += "  return\n}\n"
    resources = ",\n".join(r for p in programs for r in p.resources)
    if resources:
        text += "{-# dialect_resources: { builtin: {\n%s\n} } #-}\n" % resources
    return text


def run(options, programs, isNested=False):
    """Returns what is wrong, or nothing."""
    if isNested:
        lowered, wrong = lower(options, nest(write(programs)))
        lowered = unnest(lowered)
    else:
        lowered, wrong = lower(options, write(programs))
    if wrong:
        return wrong
    ran = subprocess.run(
        [options.runner, "-e", "main", "--entry-point-result=void", "--shared-libs=" + options.libraries],
        input=lowered, capture_output=True, text=True,
    )
    if ran.returncode:
        return "exit code %d: %s" % (ran.returncode, ran.stderr[:1000])
    shown = [
        [int(x) for x in re.findall(r"-?\d+", part.split("data =", 1)[1])]
        for part in ran.stdout.split("Unranked Memref")[1:]
    ]
    expected = [data for p in programs for data in p.expected]
    if shown == expected:
        return None
    for number, (a, b) in enumerate(zip(shown, expected)):
        if a != b:
            return "result %d is %s, not %s" % (number, a, b)
    return "%d results, not %d" % (len(shown), len(expected))


def check(options, seeds, isNested):
    """Returns the messages of the programs that fail."""
    wrong = run(options, [Program(seed, i) for i, seed in enumerate(seeds)], isNested)
    if not wrong:
        return []
    if len(seeds) == 1:
        return ["seed %d%s: %s" % (seeds[0], ", nested" if isNested else "", wrong)]
    half = len(seeds) // 2
    return check(options, seeds[:half], isNested) + check(options, seeds[half:], isNested)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("opt")
    parser.add_argument("runner")
    parser.add_argument("libraries")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--print", type=int)
    options = parser.parse_args()
    if options.print is not None:
        return print(write([Program(options.print, 0)]))
    seeds = list(range(options.first, options.first + options.programs))
    batches = [seeds[i : i + options.batch] for i in range(0, len(seeds), options.batch)]
    with ThreadPoolExecutor(options.jobs) as pool:
        failures = sum(
            pool.map(lambda n: check(options, batches[n], n % 4 == 0), range(len(batches))), []
        )
    print("%d programs, %d failures" % (len(seeds), len(failures)))
    if failures:
        sys.exit("\n".join(failures))


main()
