"""Runs random structured operations on memrefs with layouts against numpy.

random_structured.py OPT TRANSLATE CLANG FOLDER [--programs=N] [--first=SEED] [--print=SEED]
                      [--target=PROCESSOR] [--dot] [--streaming] [--large] [--plans]
                      [--threads=N --openmp=LIBRARY]

A program takes row-major arrays, puts them into layouts, with NaN or a large number in all
padding, runs one linalg operation, and hands the output back. Operations are products of
matrices and of batches of them, convolutions, elementwise ones, reductions, sliding windows
and predicates, their operands indexed by dimensions in any order. Numbers are small integers, so that
every sum is exact in any order, but for some sums of f32, which must round as in the operation's
order. Bytes that are multiplied are any.
"""

import argparse
import ctypes
import sys

import random_plans
from compiled_library import build
from structured_program import Program


def build_library(options, programs, texts):
    """Compiles the texts of programs to a library."""
    pipeline = "target-cpu=" + options.target + \
        (" dot=true" if options.dot else "") + \
        (" streaming-bytes=1024 l1-bytes=1024 l2-bytes=1024 page-bytes=512" if options.streaming else "") + \
        (" threads=%d" % options.threads if options.threads > 1 else "")
    if options.openmp:
        ctypes.CDLL(options.openmp, ctypes.RTLD_GLOBAL)
    library, code = build(options, programs, pipeline, "".join(texts))
    if options.large:
        count = code.count("call x86_amx @llvm.x86.tdp")
        print("%d products of matrices" % count if count else "no matrix instruction here")
    return library


def main():
    parser = argparse.ArgumentParser()
    for name in ("opt", "translate", "clang", "folder"):
        parser.add_argument(name)
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--print", type=int)
    parser.add_argument("--threads", type=int, default=1, help="large products by so many")
    parser.add_argument("--openmp", help="LLVM's library")
    parser.add_argument("--dot", action="store_true", help="allow dot products of bf16")
    parser.add_argument("--target", default="host", help="whose plans are made")
    parser.add_argument("--streaming", action="store_true",
                        help="as with small caches: fetch ahead, store around the caches")
    parser.add_argument("--large", action="store_true", help="large products")
    parser.add_argument("--plans", action="store_true", help="change the plans at random")
    options = parser.parse_args()
    large = options.large or options.threads > 1
    if options.print is not None:
        return print(Program(options.print, 0, large).text())
    programs = [Program(options.first + n, n, large)
                for n in range(options.programs)]
    texts, problems = [program.text() for program in programs], []
    if options.plans:
        varied = [random_plans.vary(options.opt, options.target, program) for program in programs]
        texts = [text for text, _, _ in varied]
        problems = [problem for _, _, problem in varied if problem]
        print("%d plans refused" % sum(refused for _, refused, _ in varied))
    library = build_library(options, programs, texts)
    problems += [problem for problem in (program.run(library) for program in programs) if problem]
    print("%d programs, %d failures" % (len(programs), len(problems)))
    sys.exit("\n".join(problems[:3]) if problems else 0)


if __name__ == "__main__":
    main()
