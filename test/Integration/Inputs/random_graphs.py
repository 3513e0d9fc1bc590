"""Runs random programs on tensors of any rank with layouts against numpy.

random_graphs.py OPT TRANSLATE CLANG FOLDER [--programs=N] [--first=SEED] [--print=SEED]
                 [--options=OPTIONS]

Statements are elementwise operations of operands that are broadcast or indexed in any order,
reductions, contractions, transpositions, broadcasts, pads, concatenations, slices with steps,
insertions, reshapes, loops, branches, elements by computed indices, and relayouts. Extents may
be hidden. Numbers are small integers, so that every sum is exact. `--options` are those of the
pipeline.
"""

import argparse
import sys

from compiled_library import build
from tensor_graph import Graph


def main():
    parser = argparse.ArgumentParser()
    for name in ("opt", "translate", "clang", "folder"):
        parser.add_argument(name)
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--print", type=int)
    parser.add_argument("--options", default="", help="of the pipeline")
    options = parser.parse_args()
    if options.print is not None:
        return print(Graph(options.print, 0).text())
    programs = [Graph(options.first + n, n) for n in range(options.programs)]
    library, _ = build(options, programs, options.options,
                       "".join(program.text() for program in programs))
    problems = [problem for problem in (program.run(library) for program in programs) if problem]
    print("%d programs, %d failures" % (len(programs), len(problems)))
    sys.exit("\n".join(problems[:3]) if problems else 0)


if __name__ == "__main__":
    main()
