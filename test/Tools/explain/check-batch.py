#!/usr/bin/env python3
"""Feeds queries to `tiled-layout-explain --batch` and compares the answers.

usage: check-batch.py TOOL FILE

Each line of FILE is an object with a `query` and either the `answer`, of which
every key must be equal in the tool's answer, or `"error": true` where the tool
must answer with a message.
"""

import json
import subprocess
import sys


def find_difference(case, answer):
    """Returns what is wrong with the answer to a case, or None."""
    if case.get("error"):
        message = answer.get("error")
        if not (isinstance(message, str) and message):
            return f"expected an error, but found {answer}"
        if len(answer) != 1:
            return f"expected no key beside the error, but found {answer}"
        return None
    if "error" in answer:
        return f"expected an answer, but found the error {answer['error']!r}"
    for key, value in case["answer"].items():
        if key not in answer:
            return f"{key} is missing"
        if answer[key] != value:
            return f"{key} should be {value}, but is {answer[key]}"
    return None


def main():
    tool, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        cases = [json.loads(line) for line in file if line.strip()]
    queries = "".join(case["query"] + "\n" for case in cases)
    result = subprocess.run(
        [tool, "--batch"], input=queries, capture_output=True, text=True
    )
    lines = result.stdout.splitlines()
    failures = 0
    if result.returncode != 0 or result.stderr:
        print(f"exit code {result.returncode}, standard error: {result.stderr}")
        failures += 1
    if len(lines) != len(cases):
        print(f"{len(cases)} queries have {len(lines)} answers")
        failures += 1
    for case, line in zip(cases, lines):
        difference = find_difference(case, json.loads(line))
        if difference:
            print(f"{case['query']!r}: {difference}")
            failures += 1
    print(f"{len(cases)} queries, {failures} failures")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
