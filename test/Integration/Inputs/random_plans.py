"""Changes the plans of structured operations at random, as a person may.

A plan is carried out right, or refused at a place: `vary` returns a program with a changed plan
that the verifier takes, or what is wrong with how others were refused.
"""

import random
import re
import subprocess

PLAN = re.compile(r"(structured_plan<loops = \[)(.*?)(\])(.*?)(>\})")
LOCATED = re.compile(r"^<stdin>:\d+:\d+: error: ", re.M)
STEPS = [1, 2, 3, 4, 8, 16, 32]
FLAGS = ["masked", "fused", "reassoc", "streaming", "parallel"]


def split(text):
    """Returns the parts of a list, of which brackets hold others."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[<(") - (letter in "]>)")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def change(draw, loops, rest, rank, operands):
    """Changes one part of a plan in place."""
    dim, place = draw.randrange(rank), draw.randrange(len(loops) + 1)

    def put(name, value):
        rest[:] = [part for part in rest if not part.startswith(name)] + [name + " = " + value]

    kind = draw.choice(["step", "step", "loop", "swap", "drop", "pack", "vector", "flag", "flag",
                        "transposed", "interleave", "prefetch", "ahead", "unroll"])
    if kind == "step":
        k = draw.randrange(len(loops))
        if " by " in loops[k]:
            loops[k] = "%s by %d" % (loops[k].split(" by ")[0], draw.choice(STEPS))
    elif kind == "loop":
        loops.insert(place, "d%d by %d" % (dim, draw.choice(STEPS)))
    elif kind == "swap" and len(loops) > 1:
        a, b = draw.sample(range(len(loops)), 2)
        loops[a], loops[b] = loops[b], loops[a]
    elif kind == "drop" and len(loops) > 1:
        loops.pop(draw.randrange(len(loops)))
    elif kind == "pack":
        loops.insert(place, "pack %d" % draw.randrange(operands) + draw.choice(["", " wide"]))
    elif kind == "vector":
        put("vector", "d%d x %d" % (dim, draw.choice([1, 4, 8, 16, 32])))
    elif kind == "flag":
        flag = draw.choice(FLAGS)
        rest[:] = [part for part in rest if part != flag] + [flag] * (flag not in rest)
    elif kind == "transposed":
        put("transposed", "[%d along d%d]" % (draw.randrange(operands), dim))
    elif kind == "interleave":
        put("interleave", "d%d x %d" % (dim, draw.choice([2, 4])))
    elif kind == "prefetch":
        put("prefetch", "[%d]" % draw.randrange(operands))
    elif kind == "ahead":
        put("ahead", "d%d by %d" % (dim, draw.choice(STEPS)))
    elif kind == "unroll":
        put("unroll", "%d" % draw.choice([1, 2, 4]))


ORDER = ["vector", "interleave", "transposed", *FLAGS, "dot", "matrix", "prefetch", "ahead", "unroll",
         "line"]


def vary(opt, target, program, attempts=8):
    """Returns the text of a program with a changed plan (the given one if none is taken), the
    plans that were refused, and what is wrong."""
    def run(arguments, text):
        return subprocess.run([opt, "--mlir-print-local-scope", *arguments, "-"], input=text,
                              capture_output=True, text=True)

    planned = run(["--tiled-layout-set-target=target-cpu=" + target,
                   "--tiled-layout-plan-structured"], program.text())
    if planned.returncode != 0:
        return program.text(), 0, "seed %d: no plan:\n%s" % (program.seed, planned.stderr[:2000])
    text = "\n".join(planned.stdout.splitlines()[1:-1]) + "\n"
    found = PLAN.search(text)
    if not found:
        return program.text(), 0, None
    draw = random.Random(program.seed)
    refused = 0
    for _ in range(attempts):
        loops, rest = split(found[2]), split(found[4])
        for _ in range(draw.choice([1, 1, 2])):
            change(draw, loops, rest, program.rank, len(program.operands))
        rest.sort(key=lambda part: next(k for k, name in enumerate(ORDER) if part.startswith(name)))
        plan = found[1] + ", ".join(loops) + found[3] + "".join(", " + part for part in rest) + ">}"
        changed = text[:found.start()] + plan + text[found.end():]
        done = run([], changed)
        if done.returncode == 0:
            return changed, refused, None
        if done.returncode != 1 or not LOCATED.search(done.stderr):
            return text, refused, "seed %d: '%s' is not refused at a place:\n%s" % (
                program.seed, plan, done.stderr[:2000])
        refused += 1
    return text, refused, None
