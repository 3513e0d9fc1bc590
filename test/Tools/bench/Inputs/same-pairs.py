"""Fails unless two runs have the same pairs, all correct, the slowest first."""

import json
import sys

runs = [[json.loads(line) for line in open(path)] for path in sys.argv[1:]]
pairs = [{(row["from"], row["to"]) for row in run} for run in runs]
assert pairs[0] == pairs[1] and len(pairs[0]) == 3, pairs
for run in runs:
    ratios = [row["ratio_memcpy"] for row in run]
    assert ratios == sorted(ratios), ratios
    assert all(row["correct"] for row in run), run
