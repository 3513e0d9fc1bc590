#!/usr/bin/env python3
"""Draws what the benchmarks measured as bars beside memcpy.

Usage: draw-chart.py [--title TEXT] [--reference memcpy|copy] FILE... > chart.svg

A FILE has the JSON lines of tiled-layout-peers, tiled-layout-bench or
peers-numpy.py. Lines of the same case join: `ours` is from the first file that has
it. A bar is a rate as a share of the reference's in the same run: `memcpy`, or
`copy`, which is the copy with streaming stores. Of several nests in C, or ways of
oneDNN, the fastest is drawn. Fails, with the line, on what is no such JSON.
"""

import argparse
import json
import sys
from xml.sax.saxutils import escape

COLOURS = {"ours": "#1f6fb4", "C": "#d98c21", "oneDNN": "#5a9e58", "numpy": "#a05fa8"}
REFERENCES = {"memcpy": "memcpy", "copy": "streaming copy"}
LABEL, BAR, ROW, GAP, TOP = 420, 420, 14, 10, 66


def read_shares(line, reference):
    """Returns the shares of the reference that a line has, by program."""
    if "numpy_memcpy" in line:
        if reference != "memcpy":
            return {}
        return {"ours": line["ours_memcpy"], "numpy": line["numpy_memcpy"]}
    if "ours_of" not in line:
        return {"ours": line["ratio_" + reference]} if line.get("correct", True) else {}
    # Of a peer, `ours_of` has ours over it.
    others = {name: other["median"] for name, other in line["ours_of"].items() if other["same"]}
    ours = others.pop(REFERENCES[reference])
    shares = {"ours": ours}
    for name, ratio in others.items():
        kind = "oneDNN" if name.startswith("oneDNN") else "C"
        if name.split()[-1] in ("source", "destination") or kind == "oneDNN":
            shares[kind] = max(shares.get(kind, 0), ours / ratio)
    return shares


def read_cases(paths, reference):
    """Returns the shares of each case, in the order in which cases come first."""
    cases = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                if not text.strip():
                    continue
                try:
                    line = json.loads(text)
                    shares = read_shares(line, reference)
                    name = f"{line['from']} to {line['to']}"
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    sys.exit(f"{path}:{number}: no line of a benchmark: {error!r}")
                case = cases.setdefault(name, {})
                for program, share in shares.items():
                    case.setdefault(program, share)
    return {name: case for name, case in cases.items() if case}


def draw(cases, title, reference):
    """Returns the SVG text."""
    widest = max([1.0] + [share for case in cases.values() for share in case.values()])
    scale = BAR / widest
    rows, y = [], TOP
    for name, case in cases.items():
        middle = y + ROW * len(case) / 2 + 4
        rows.append(f'<text x="{LABEL - 8}" y="{middle:.0f}" text-anchor="end">{escape(name)}</text>')
        for program in COLOURS:
            if program not in case:
                continue
            share = case[program]
            rows.append(f'<rect x="{LABEL}" y="{y}" width="{share * scale:.1f}" height="{ROW - 2}" '
                        f'fill="{COLOURS[program]}"><title>{program} {share:.2f}</title></rect>')
            rows.append(f'<text x="{LABEL + share * scale + 4:.1f}" y="{y + 10}" class="n">{share:.2f}</text>')
            y += ROW
        y += GAP
    line = LABEL + scale
    legend, x = [], LABEL
    for program in COLOURS:
        if any(program in case for case in cases.values()):
            legend.append(f'<rect x="{x}" y="32" width="10" height="10" fill="{COLOURS[program]}"/>'
                          f'<text x="{x + 14}" y="41">{program}</text>')
            x += 80
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LABEL + BAR + 60}" height="{y + 10}" '
        'font-family="sans-serif" font-size="11">',
        "<style>text{fill:#222}.n{font-size:9px}</style>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LABEL}" y="20" font-size="14">{escape(title)}</text>', *legend,
        f'<line x1="{line:.1f}" y1="{TOP - 6}" x2="{line:.1f}" y2="{y}" stroke="#888" stroke-dasharray="3 3"/>',
        f'<text x="{line:.1f}" y="{TOP - 8}" text-anchor="middle" class="n">{REFERENCES[reference]}</text>',
        *rows, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--title", default="Relayouts")
    parser.add_argument("--reference", choices=REFERENCES, default="memcpy")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    cases = read_cases(options.files, options.reference)
    if not cases:
        sys.exit("no case was measured beside " + REFERENCES[options.reference])
    sys.stdout.write(draw(cases, options.title, options.reference))


if __name__ == "__main__":
    main()
