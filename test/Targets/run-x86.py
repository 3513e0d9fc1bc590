#!/usr/bin/env python3
"""Runs relayouts and loops that were compiled for each x86 target.

A processor also runs code for another one without features that it lacks, unless they are
vector instructions.

Usage: run-x86.py TOOLS LLVM_TOOLS INPUTS
"""

import json
import os
import re
import subprocess
import sys

TARGETS = ["generic", "x86-64-v2", "x86-64-v3", "x86-64-v4", "znver3", "znver4", "znver5",
           "sapphirerapids", "wide"]


def run(*command, **options):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **options)


def run_bench(tools, inputs, target):
    """Returns the features that are taken away, and the benchmark of the rest."""
    features = []
    while True:
        text = ",".join("-" + feature for feature in features)
        bench = run(os.path.join(tools, "tiled-layout-bench"), "--json", "--min-time=0",
                    f"--target-cpu={target}", f"--target-features={text}",
                    f"--suite={os.path.join(inputs, 'pairs.txt')}")
        match = re.search("this machine lacks '(.*?)'", bench.stderr)
        if not match or match.group(1).startswith("avx") or match.group(1) in features:
            return text, bench
        features.append(match.group(1))


def main():
    tools, llvm_tools, inputs = sys.argv[1:]
    opt = os.path.join(tools, "tiled-layout-opt")
    loops = os.path.join(inputs, "loops.mlir")
    results = set()
    for target in TARGETS:
        features, bench = run_bench(tools, inputs, target)
        if "this machine lacks" in bench.stderr:
            print(f"{target}: {bench.stderr.strip()}")
            continue
        cases = [json.loads(line) for line in bench.stdout.splitlines()]
        if bench.returncode or not cases or not all(case["correct"] for case in cases):
            sys.exit(f"{target}: {bench.stderr}{bench.stdout}")
        options = f"target-cpu={target} target-features={features}"
        lowered = run(opt, loops, f"--tiled-layout-to-llvm-pipeline={options}", check=True).stdout
        done = run(os.path.join(llvm_tools, "mlir-runner"), "--entry-point-result=i32", "-e", "main", input=lowered)
        if done.returncode:
            sys.exit(f"{target}: {done.stderr}")
        results.add(done.stdout)
        print(f"{target}: {len(cases)} relayouts, loops as always")
    if len(results) != 1:
        sys.exit(f"loops differ: {results}")


if __name__ == "__main__":
    main()
