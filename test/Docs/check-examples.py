#!/usr/bin/env python3
"""Runs the examples in the documents.

A fenced block that starts with `$ command` is run, command by command, and what
each prints must be what stands below it. A block marked `mlir` must parse. A
block marked `sh` is run and must succeed, unless it calls a script of tools/.

Usage: check-examples.py ROOT TOOLS FILE...
"""

import os
import re
import subprocess
import sys


def get_blocks(text):
    """Yields (line number, language, contents) of each fenced block."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def run(command, root, stdin=None):
    result = subprocess.run(["bash", "-c", command], cwd=root, input=stdin, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=60)
    return result.returncode, result.stdout


def check_session(block, root):
    """Returns what differs in a block of commands and their output."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        lines = part.split("\n")
        count = 1
        while lines[count - 1].endswith("\\"):
            count += 1
        command, expected = "\n".join(lines[:count]), "\n".join(lines[count:])
        _, actual = run(command, root)
        # A line of three dots stands for lines that are left out.
        pattern = r"(?:.*\n)*".join(map(re.escape, expected.strip().split("...\n")))
        if not re.fullmatch(pattern, actual.strip()):
            return f"{command}\nprints\n{actual}\nbut the document says\n{expected}"
    return None


def check_block(language, block, root, tools):
    if block.startswith("$ "):
        return check_session(block, root)
    if language == "mlir":
        code, output = run("tiled-layout-opt --split-input-file -o /dev/null", root, block)
        return f"does not parse:\n{output}" if code else None
    if language == "sh" and "tools/" not in block and "cmake" not in block:
        block = block.replace("build/check/bin", tools)
        block = block.replace("build/check/lib", os.path.join(tools, "../lib"))
        code, output = run(f"set -e\n{block}", root)
        return f"fails:\n{output}" if code else None
    return None


def main():
    root, tools, *files = sys.argv[1:]
    os.environ["PATH"] = tools + ":" + os.environ["PATH"]
    checked = failed = 0
    for name in files:
        with open(os.path.join(root, name)) as file:
            text = file.read()
        for line, language, block in get_blocks(text):
            checked += 1
            problem = check_block(language, block, root, tools)
            if problem:
                failed += 1
                print(f"{name}:{line}: {problem}", file=sys.stderr)
    print(f"{checked - failed} passed, {failed} failed")
    sys.exit(failed != 0 or checked == 0)


if __name__ == "__main__":
    main()
