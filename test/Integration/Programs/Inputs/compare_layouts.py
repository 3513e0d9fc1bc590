"""Runs a program with its layouts and without, and compares what it prints.

compare_layouts.py PROGRAM OPT RUNNER LIBRARIES

The program's layouts are those between the braces of `#tiled_layout.layout<{...}>`. Without
means row-major, which is what an array without a layout is. With layouts, the program is
compiled for several processors, of those that this machine can stand in for. Passes that
come before the pipeline stand in the program, in a line `// PASSES: --some-pass`. What is
printed agrees up to the rounding of sums in another order.

`Inputs/data.mlir` has the functions that make arrays and show them.
"""

import os
import re
import subprocess
import sys

TOLERANCE = 1e-4


def get_processors():
    """Returns processors of rising capability that programs can be run for here."""
    try:
        with open("/proc/cpuinfo") as file:
            flags = set(re.search(r"flags\s*:(.*)", file.read())[1].split())
    except (OSError, TypeError):
        return [""]
    processors = ["", "x86-64"]
    if {"avx2", "fma", "bmi2", "f16c"} <= flags:
        processors.append("x86-64-v3")
    if {"avx512f", "avx512bw", "avx512vl", "avx512dq"} <= flags:
        processors.append("x86-64-v4")
    return processors


def make_row_major(text):
    """Returns the program with row-major layouts in place of its own."""

    def replace(layout):
        rank = len(re.match(r"[\d,]*", layout[1])[0].split(",")) if layout[1][:1].isdigit() else 0
        return "#tiled_layout.layout<{%s}>" % ",".join(str(d) for d in range(rank)[::-1])

    return re.sub(r"#tiled_layout\.layout<\{([^}]*)\}>", replace, text)


def run(text, passes, processor, opt, runner, libraries):
    """Returns what the program prints, as numbers."""
    option = "=target-cpu=%s" % processor if processor else ""
    lowered = subprocess.run(
        [opt, *passes, "--tiled-layout-to-llvm-pipeline" + option],
        input=text, capture_output=True, text=True,
    )
    if lowered.returncode:
        sys.exit("for '%s': %s" % (processor, lowered.stderr))
    ran = subprocess.run(
        [runner, "-e", "main", "--entry-point-result=void", "--shared-libs=" + libraries],
        input=lowered.stdout, capture_output=True, text=True,
    )
    if ran.returncode:
        sys.exit("for '%s': exit code %d: %s" % (processor, ran.returncode, ran.stderr))
    data = "".join(part.split("data =", 1)[1] for part in ran.stdout.split("Unranked Memref")[1:])
    return [float(x) for x in re.findall(r"-?(?:\d[\d.e+-]*|inf|nan)", data)]


def main():
    path, *tools = sys.argv[1:]
    with open(path) as file:
        text = file.read()
    with open(os.path.join(os.path.dirname(__file__), "data.mlir")) as file:
        functions = file.read()
    passes = re.findall(r"^// PASSES: (.*)$", text, re.M)
    passes = passes[0].split() if passes else []
    expected = run(make_row_major(text) + functions, passes, "", *tools)
    if len(set(expected)) < 3:
        sys.exit("the program prints %d different numbers" % len(set(expected)))
    for processor in get_processors():
        found = run(text + functions, passes, processor, *tools)
        if len(found) != len(expected):
            sys.exit("for '%s': %d numbers, not %d" % (processor, len(found), len(expected)))
        for number, (a, b) in enumerate(zip(found, expected)):
            if not (abs(a - b) <= TOLERANCE * max(1, abs(b)) or a == b or a != a and b != b):
                sys.exit("for '%s': number %d is %s, not %s" % (processor, number, a, b))
    print("%d numbers agree" % len(expected))


main()
