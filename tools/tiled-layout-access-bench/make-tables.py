#!/usr/bin/env python3
"""Prints tables, in Markdown, of what tiled-layout-access-bench --json prints.

Usage: make-tables.py JSON|-
"""

import json
import sys


def get_best(case, prefix):
    """The way with the least median time of those whose names begin so."""
    ways = [time for time in case["times"] if time["name"].startswith(prefix)]
    return min(ways, key=lambda time: time["median_s"], default=None)


def format_ms(time):
    return "%.3g / %.3g" % (1e3 * time["best_s"], 1e3 * time["median_s"]) if time else "–"


def format_ratio(case, name):
    own, other = case["times"][0], get_best(case, name)
    return "%.2f" % (own["median_s"] / other["median_s"]) if other else "–"


def format_bar(case, name):
    return "%.2f" % case[name] if name in case else "–"


def is_about_peak(case):
    return "peak" in case and "time_bar" not in case


def make_row(case):
    name = case["case"] + (" **wrong**" if case["wrong"] else "")
    peers = [format_ratio(case, "OpenBLAS"), format_ratio(case, "oneDNN")]
    if is_about_peak(case):
        share = "–"
        if "peak_best" in case:
            share = "%.2f / %.2f" % (case["peak_best"], case["peak_median"])
        return [name, share, format_bar(case, "bar")] + peers
    rate = case["bytes"] / case["times"][0]["median_s"] * 1e-9
    return [name, format_ms(case["times"][0]), "%.0f" % rate,
            format_ms(get_best(case, "upstream")), format_ratio(case, "upstream"),
            format_bar(case, "time_bar")] + peers


def make_table(title, cases):
    if is_about_peak(cases[0]):
        peak = cases[0]["peak"]
        whole = "rate of the products" if peak == "products alone" else peak + " peak"
        head = ["case", "share of the " + whole, "aimed at"]
    else:
        head = ["case", "ms, best / median", "GB/s", "upstream's ms", "ours / upstream's",
                "aimed at"]
    head += ["ours / OpenBLAS's time", "ours / oneDNN's time"]
    rows = [make_row(case) for case in cases]
    # Columns in which no case has anything say nothing.
    kept = [k for k in range(len(head)) if any(row[k] != "–" for row in rows)]
    lines = [[row[k] for k in kept] for row in [head, ["---"] * len(head)] + rows]
    return "**%s**\n\n" % title + "".join("| %s |\n" % " | ".join(line) for line in lines)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with sys.stdin if sys.argv[1] == "-" else open(sys.argv[1]) as file:
        cases = [json.loads(line) for line in file if line.strip()]
    tables = {}
    for case in cases:
        kind = case["peak"] if is_about_peak(case) else ""
        tables.setdefault((case["suite"], case["table"], kind), []).append(case)
    print("\n".join(make_table(title, own) for (_, title, _), own in tables.items()), end="")


if __name__ == "__main__":
    main()
