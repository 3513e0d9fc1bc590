"""Checks the tables of docs/Upstream.md: each pass is run on a program in which
every tensor has a layout, and must do to the layouts what its row says.

Usage: check-upstream.py DOCUMENT PROGRAM TILED-LAYOUT-OPT [--print]

A row is `| `pass` | keeps, loses or breaks | what to do |`. The second column is
the worst that the pass does to a function of the program: `keeps` leaves no
tensor without a layout, `loses` does, or no tensor at all, `breaks` makes a program that is refused.
Where the third column begins with "set aside", the pass must work between the
two passes that set layouts aside and restore them; where the second is not
`keeps` and it works there, the column must say so. Every pass on tensors that
the tool has must be in a table.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# A tensor type without an attribute in angle brackets inside has no encoding.
LAYOUT = "#tiled_layout.layout<"
PLAIN = re.compile(r"tensor<[^<>]*>")
ROW = re.compile(r"^\| `([^`]+)` \| (\w+) \| (.*) \|$", re.MULTILINE)
ON_TENSORS = re.compile(
    r"^ +--((?:linalg-|convert-linalg-to|convert-tensor-|convert-elementwise|"
    r"fold-tensor|tensor-|one-shot-|empty-tensor|eliminate-empty|"
    r"simplify-depthwise|scf-)[a-z0-9-]*)",
    re.MULTILINE,
)


def run(tool, text, flags):
    return subprocess.run([tool, "-", *flags], input=text, capture_output=True, text=True)


def observe(tool, program, name):
    """Returns what the pass does, and whether it works with layouts set aside."""

    def run_passes(pattern):
        for nested in (name, f"func.func({name})"):
            passes = pattern.format(nested)
            result = run(tool, program, [f"--pass-pipeline=builtin.module({passes})"])
            if "unable to schedule" not in result.stderr:
                break
        return result

    direct = run_passes("{}")
    around = run_passes(
        "tiled-layout-set-aside-layouts,{},tiled-layout-restore-layouts{{allow-dropped}}"
    )
    if direct.returncode:
        verdict = "breaks"
    else:
        kept = LAYOUT in direct.stdout and not PLAIN.search(direct.stdout)
        verdict = "keeps" if kept else "loses"
    return verdict, around.returncode == 0


def main():
    document, program, tool = sys.argv[1:4]
    with open(document) as file:
        rows = ROW.findall(file.read())
    with open(program) as file:
        text = file.read()
    before = run(tool, text, [])
    assert before.returncode == 0, before.stderr
    assert not PLAIN.search(before.stdout), before.stdout
    known = set(ON_TENSORS.findall(run(tool, "", ["--list-passes"]).stdout))
    assert "linalg-fuse-elementwise-ops" in known, "the list of passes is not read"

    errors = []
    for name in sorted(known - {re.split("[{=]", row[0])[0] for row in rows}):
        errors.append(f"{document}: no row for {name}")
    with ThreadPoolExecutor() as pool:
        observed = pool.map(lambda row: observe(tool, text, row[0]), rows)
        for (name, verdict, advice), (found, aside) in zip(rows, observed):
            if "--print" in sys.argv:
                print(name, found, aside)
            if verdict != found:
                errors.append(f"{document}: `{name}` {found} layouts, not {verdict}")
            says = advice.startswith("set aside")
            if says != (aside and found != "keeps"):
                errors.append(
                    f"{document}: `{name}` {'works' if aside else 'fails'} between "
                    f"the passes that set layouts aside, but the row says: {advice}"
                )
    print(f"{len(rows)} passes, {len(errors)} errors")
    print("\n".join(errors), file=sys.stderr)
    return bool(errors)


sys.exit(main())
