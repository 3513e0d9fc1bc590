"""Runs a program with its layouts, and without by upstream's passes, and compares.

compare_layouts.py PROGRAM OPT RUNNER LIBRARIES

Without layouts, the program is upstream's alone: its own bufferization and loops lower it, so
that nothing of ours has a part in what is expected. With layouts, the program is compiled for
several processors, of those that this machine can stand in for, and for small caches, so that
these small arrays are large ones. Passes that come before the
pipeline stand in the program, in a line `// PASSES: --some-pass`; those that come before
upstream's in a line `// UPSTREAM: --some-pass`. A line `// PROCESSORS: x86-64` names the only
processors to compile for. What is between the lines `// TYPES: f32 i8` and `// END` is written
once for each of the types, which is `$T` in it. What is printed agrees up to the rounding of
sums in another order.

`Inputs/data.mlir` has the functions that make arrays and show them.
"""

import os
import re
import subprocess
import sys

TOLERANCE = 1e-4
# Nothing is freed, either.
SMALL = "=deallocate=false l1-bytes=2048 l2-bytes=8192 streaming-bytes=4096"
UPSTREAM = [
    "--convert-elementwise-to-linalg",
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map",
    "--convert-linalg-to-loops", "--lower-affine", "--convert-scf-to-cf",
    "--expand-strided-metadata", "--lower-affine", "--memref-expand",
    "--arith-expand=include-bf16=true", "--lower-vector-multi-reduction",
    "--convert-vector-to-scf", "--convert-scf-to-cf", "--lower-affine",
    "--convert-complex-to-standard", "--convert-math-to-llvm", "--convert-math-to-libm",
    "--convert-complex-to-llvm",
    "--convert-vector-to-llvm", "--convert-to-llvm", "--reconcile-unrealized-casts",
]


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


def repeat_types(text):
    """Returns the program with each part that is for several types repeated."""
    return re.sub(
        r"(?ms)^// TYPES: ([^\n]*)\n(.*?)^// END\n",
        lambda part: "".join(part[2].replace("$T", name) for name in part[1].split()), text,
    )


def remove_layouts(text):
    """Returns the program without layouts and scripts, in upstream's dialects alone."""
    name = r"#tiled_layout\.layout<\{[^}]*\}[^>]*>"
    aliases = re.findall(r"^(#\w+)\s*=\s*%s" % name, text, re.M)
    text = re.sub(r"^#\w+\s*=\s*%s.*\n" % name, "", text, flags=re.M)
    for alias in aliases:
        text = re.sub(r",\s*%s\b" % alias, "", text)
    text = re.sub(r",\s*%s" % name, "", text)
    # A script is what the program is without.
    text = re.sub(r"(?ms)^transform\.named_sequence.*?^\}\n", "", text)
    text = text.replace(" attributes {transform.with_named_sequence}", "")
    return re.sub(
        r"tiled_layout\.relayout ins\((%\w+) : ([^()]*)\) outs\((%\w+) : ([^()]*)\)",
        r"memref.copy \1, \3 : \2 to \4", text,
    )


def lower_upstream(text, passes, opt):
    """Returns what upstream's own passes make of a program without layouts."""
    scripts = os.path.join(os.path.dirname(__file__), "decompose.mlir")
    return subprocess.run(
        [opt, *passes, "--transform-preload-library=transform-library-paths=" + scripts,
         "--transform-interpreter=entry-point=decompose", *UPSTREAM],
        input=text, capture_output=True, text=True,
    )


def run(lowered, processor, runner, libraries):
    """Returns what the program prints, as numbers."""
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


def lower(text, passes, processor, opt):
    """Returns what our pipeline makes of the program; the default target has small caches."""
    option = "=target-cpu=%s" % processor if processor else SMALL
    return subprocess.run(
        [opt, *passes, "--tiled-layout-to-llvm-pipeline" + option],
        input=text, capture_output=True, text=True,
    )


def main():
    path, opt, runner, libraries = sys.argv[1:]
    with open(path) as file:
        text = repeat_types(file.read())
    with open(os.path.join(os.path.dirname(__file__), "data.mlir")) as file:
        functions = file.read()

    def get_passes(word):
        lines = re.findall(r"^// %s: (.*)$" % word, text, re.M)
        return lines[0].split() if lines else []

    # A program that opens a module leaves it open.
    text += functions + ("}\n" if re.search(r"^module\b.*\{$", text, re.M) else "")
    upstream = os.path.join(os.path.dirname(runner), "mlir-opt")
    lowered = lower_upstream(remove_layouts(text), get_passes("UPSTREAM"), upstream)
    expected = run(lowered, "upstream", runner, libraries)
    if len(set(expected)) < 3:
        sys.exit("the program prints %d different numbers" % len(set(expected)))
    passes = get_passes("PASSES")
    for processor in get_processors():
        if processor not in (get_passes("PROCESSORS") or [processor]):
            continue
        found = run(lower(text, passes, processor, opt), processor, runner, libraries)
        if len(found) != len(expected):
            sys.exit("for '%s': %d numbers, not %d" % (processor, len(found), len(expected)))
        for number, (a, b) in enumerate(zip(found, expected)):
            if not (abs(a - b) <= TOLERANCE * max(1, abs(b)) or a == b or a != a and b != b):
                sys.exit("for '%s': number %d is %s, not %s" % (processor, number, a, b))
    print("%d numbers agree" % len(expected))


main()
