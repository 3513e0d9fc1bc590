#!/usr/bin/env python3
"""Asks `tiled-layout-explain --batch` one question after the other.

usage: converse.py TOOL
"""

import json
import subprocess
import sys

process = subprocess.Popen(
    [sys.argv[1], "--batch"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
    bufsize=1,
)
for position in range(5):
    process.stdin.write(f"f32[5]{{0}}\t@{position}\n")
    answer = json.loads(process.stdout.readline())
    assert answer["index"] == [position], answer
process.stdin.close()
assert process.wait() == 0
