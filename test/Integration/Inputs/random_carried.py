"""Runs random control flow on tensors with layouts against what tensors mean.

random_carried.py OPT RUNNER LIBRARIES [--first=SEED] [--programs=N] [--blocks]

A program is a function on three tensors. Branches and loops carry all three, and contain each
other. The other statements add, insert an element, copy a slice, move, select and swap tensors;
they cast a tensor where layouts differ. Each seed has one tree of statements. `Evaluator` carries
it out on lists, which it never changes, and `Writer` writes it as MLIR. With `--blocks`, a pass
turns branches and loops into blocks that carry tensors, before the pipeline begins.

Bufferization decides for a whole module whether loops carry new buffers, so each program is
compiled as a module of its own. One process compiles a batch of programs, and another process runs
them. If a batch fails, each program of it is tried alone, and the first that fails is reported.
"""

import argparse
import random
import re
import subprocess
import sys
from collections import namedtuple

BATCH = 20
SECONDS = 120
DEPTH = 3
ROWS, COLUMNS = 3, 5
PLAIN = "tensor<3x5xi32>"
LAYOUTS = ["", ", #rows", ", #columns"]
ALIASES = """#rows = #tiled_layout.layout<{1,0:T(2,4)}>
#columns = #tiled_layout.layout<{0,1:T(2,2)(2,1)}>
"""
SEPARATOR = "// -----\n"

# `target`, `source`, `left` and the like are the places of tensors: 0, 1 or 2. A `condition` is one
# of CONDITIONS: the index of the innermost loop is one, or is even, or the flag of the program is
# set. `times` is how often a loop runs; None stands for the number of the program. The condition
# of a while loop hands on the tensors in `order`.
If = namedtuple("If", "condition then otherwise")
For = namedtuple("For", "times body")
While = namedtuple("While", "times order body")
Add = namedtuple("Add", "target left right")
Insert = namedtuple("Insert", "target source row column number")
Move = namedtuple("Move", "target source")
CopySlice = namedtuple("CopySlice", "target source destination source_at destination_at")
Select = namedtuple("Select", "target condition first second")
Swap = namedtuple("Swap", "first second")

CONDITIONS = ["one", "even", "flag"]
ORDERS = [(0, 1, 2), (1, 0, 2), (2, 0, 1), (0, 0, 2)]


class Program:
    """The statements of a seed, and the layouts and numbers that they begin with."""

    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.layouts = [self.random.choice(LAYOUTS)] * 3
        if self.random.random() < 0.4:
            self.layouts = [self.random.choice(LAYOUTS) for _ in range(3)]
        self.number = self.random.randint(0, 3)
        self.flag = self.random.random() < 0.5
        self.starts = [[[100 * place + 10 * row + column for column in range(COLUMNS)]
                        for row in range(ROWS)] for place in range(3)]
        self.statements = self.draw_statements(DEPTH) + [self.draw_nest(DEPTH - 1)]
        self.statements += self.draw_statements(DEPTH)

    def draw_statements(self, depth):
        return [self.draw_nest(depth - 1) if depth and self.random.random() < 0.42
                else self.draw_change() for _ in range(self.random.randint(1, 3))]

    def draw_nest(self, depth):
        """Returns a branch or a loop with statements of a depth."""
        kind = self.random.choices([If, For, While], [4, 3, 2])[0]
        body = self.draw_statements(depth)
        if kind is If:
            otherwise = self.draw_statements(depth) if self.random.random() < 0.8 else []
            return If(self.random.choice(CONDITIONS), body, otherwise)
        times = self.random.choice([0, 1, 2, 3, None, None])
        if kind is For:
            return For(times, body)
        return While(times, self.random.choice(ORDERS), body)

    def draw_change(self):
        """Returns a statement that has no others in it."""
        kinds = [Add, Insert, Move, CopySlice, Select, Swap]
        kind = self.random.choices(kinds, [4, 4, 4, 3, 2, 2])[0]
        first, second, third = (self.random.randrange(3) for _ in range(3))
        if kind is Add:
            return Add(first, second, third)
        if kind is Insert:
            row, column = self.random.randrange(ROWS), self.random.randrange(COLUMNS)
            return Insert(first, second, row, column, self.random.randint(1, 9))
        if kind is CopySlice:
            return CopySlice(first, second, third, self.draw_corner(), self.draw_corner())
        if kind is Select:
            return Select(first, self.random.choice(CONDITIONS), second, third)
        return kind(first, second)

    def draw_corner(self):
        """Returns where a slice of 2 x 3 elements begins."""
        return self.random.randrange(ROWS - 1), self.random.randrange(COLUMNS - 2)

    def evaluate(self):
        """Returns the tensors that the program computes."""
        tensors = list(self.starts)
        Evaluator(self.number, self.flag).visit(self.statements, tensors, self.number)
        return tensors

    def text(self):
        """Returns a module whose `@main<seed>` prints the tensors that `@f<seed>` computes."""
        writer = Writer(self.layouts)
        types = ", ".join(writer.types)
        lines = ["func.func private @printMemrefI32(memref<*xi32>)"]
        lines += ["func.func private @f%d(%%a: %s, %%b: %s, %%c: %s, %%number: index, %%flag: i1)"
                  % (self.seed, *writer.types)]
        lines += ["    -> (%s) attributes {no_inline} {" % types]
        lines += ["  %%c%d = arith.constant %d : index" % (n, n) for n in range(COLUMNS)]
        tensors = ["%a", "%b", "%c"]
        writer.visit(self.statements, tensors, "%number")
        lines += writer.lines + ["  return %s : %s\n}" % (", ".join(tensors), types)]
        return ALIASES + "\n".join(lines + self.write_main(writer.types)) + "\n"

    def write_main(self, types):
        lines = ["func.func @main%d() {" % self.seed]
        lines += ["  %%number = arith.constant %d : index" % self.number]
        lines += ["  %%flag = arith.constant %s" % str(self.flag).lower()]
        lines += ["  %%start%d = arith.constant dense<%s> : %s" % (place, start, types[place])
                  for place, start in enumerate(self.starts)]
        lines += ["  %%end:3 = call @f%d(%%start0, %%start1, %%start2, %%number, %%flag)"
                  % self.seed]
        lines += ["    : (%s, index, i1) -> (%s)" % (", ".join(types), ", ".join(types))]
        for place, type in enumerate(types):
            lines += [
                "  %%plain%d = tensor.cast %%end#%d : %s to %s" % (place, place, type, PLAIN),
                "  %%buffer%d = bufferization.to_buffer %%plain%d read_only : %s to memref<3x5xi32>"
                % (place, place, PLAIN),
                "  %%shown%d = memref.cast %%buffer%d : memref<3x5xi32> to memref<*xi32>"
                % (place, place),
                "  call @printMemrefI32(%%shown%d) : (memref<*xi32>) -> ()" % place,
            ]
        return lines + ["  return", "}"]


class Visitor:
    """Visits statements in order. `tensors` is a list of three that each of them may change;
    `index` is that of the innermost loop."""

    def visit(self, statements, tensors, index):
        for statement in statements:
            getattr(self, "visit_" + type(statement).__name__)(statement, tensors, index)


class Evaluator(Visitor):
    """Carries statements out. A tensor is a list of rows, which never change."""

    def __init__(self, number, flag):
        self.number, self.flag = number, flag

    def holds(self, condition, index):
        return {"one": index == 1, "even": index % 2 == 0, "flag": self.flag}[condition]

    def count(self, times):
        return self.number if times is None else times

    def visit_If(self, statement, tensors, index):
        holds = self.holds(statement.condition, index)
        self.visit(statement.then if holds else statement.otherwise, tensors, index)

    def visit_For(self, statement, tensors, index):
        for inner in range(self.count(statement.times)):
            self.visit(statement.body, tensors, inner)

    def visit_While(self, statement, tensors, index):
        for inner in range(self.count(statement.times)):
            tensors[:] = [tensors[place] for place in statement.order]
            self.visit(statement.body, tensors, inner)
        tensors[:] = [tensors[place] for place in statement.order]

    def visit_Add(self, statement, tensors, index):
        pairs = zip(tensors[statement.left], tensors[statement.right])
        tensors[statement.target] = [[wrap(a + b) for a, b in zip(*rows)] for rows in pairs]

    def visit_Insert(self, statement, tensors, index):
        result = [list(row) for row in tensors[statement.source]]
        result[statement.row][statement.column] = statement.number
        tensors[statement.target] = result

    def visit_Move(self, statement, tensors, index):
        tensors[statement.target] = tensors[statement.source]

    def visit_CopySlice(self, statement, tensors, index):
        result = [list(row) for row in tensors[statement.destination]]
        row, column = statement.source_at
        slice = [line[column:column + 3] for line in tensors[statement.source][row:row + 2]]
        row, column = statement.destination_at
        for offset, line in enumerate(slice):
            result[row + offset][column:column + 3] = line
        tensors[statement.target] = result

    def visit_Select(self, statement, tensors, index):
        holds = self.holds(statement.condition, index)
        tensors[statement.target] = tensors[statement.first if holds else statement.second]

    def visit_Swap(self, statement, tensors, index):
        first, second = statement.first, statement.second
        tensors[first], tensors[second] = tensors[second], tensors[first]


class Writer(Visitor):
    """Writes statements as MLIR. A tensor and an index are the names of values."""

    def __init__(self, layouts):
        self.types = ["tensor<3x5xi32%s>" % layout for layout in layouts]
        self.slice_types = ["tensor<2x3xi32%s>" % layout for layout in layouts]
        self.lines, self.names, self.indentation = [], 0, "  "

    def name(self):
        self.names += 1
        return "%%v%d" % self.names

    def add(self, text, *arguments):
        self.lines.append(self.indentation + text % arguments)

    def define(self, text, *arguments):
        name = self.name()
        self.add("%s = %s", name, text % arguments)
        return name

    def cast(self, tensors, source, target):
        """Returns the tensor of one place in the layout of another."""
        types = self.types[source], self.types[target]
        if types[0] == types[1]:
            return tensors[source]
        return self.define("tensor.cast %s : %s to %s", tensors[source], *types)

    def condition(self, condition, index):
        if condition == "flag":
            return "%flag"
        if condition == "one":
            return self.define("arith.cmpi eq, %s, %%c1 : index", index)
        rest = self.define("arith.remui %s, %%c2 : index", index)
        return self.define("arith.cmpi eq, %s, %%c0 : index", rest)

    def count(self, times):
        return "%number" if times is None else "%%c%d" % times

    def block(self, statements, tensors, index, isCounting=False):
        """Writes statements and a yield of the tensors after them, and before those, if counting,
        of the next index. `tensors` stay as they are."""
        self.indentation += "  "
        values, types = list(tensors), list(self.types)
        self.visit(statements, values, index)
        if isCounting:
            values.insert(0, self.define("arith.addi %s, %%c1 : index", index))
            types.insert(0, "index")
        self.add("scf.yield %s : %s", ", ".join(values), ", ".join(types))
        self.indentation = self.indentation[:-2]

    def visit_If(self, statement, tensors, index):
        condition, result = self.condition(statement.condition, index), self.name()
        self.add("%s:3 = scf.if %s -> (%s) {", result, condition, ", ".join(self.types))
        self.block(statement.then, tensors, index)
        self.add("} else {")
        self.block(statement.otherwise, tensors, index)
        self.add("}")
        tensors[:] = ["%s#%d" % (result, place) for place in range(3)]

    def visit_For(self, statement, tensors, index):
        result, inner, carried = self.name(), self.name(), [self.name() for _ in range(3)]
        self.add("%s:3 = scf.for %s = %%c0 to %s step %%c1 iter_args(%s) -> (%s) {",
                 result, inner, self.count(statement.times),
                 ", ".join("%s = %s" % pair for pair in zip(carried, tensors)),
                 ", ".join(self.types))
        self.block(statement.body, carried, inner)
        self.add("}")
        tensors[:] = ["%s#%d" % (result, place) for place in range(3)]

    def visit_While(self, statement, tensors, index):
        result, inner, carried = self.name(), self.name(), [self.name() for _ in range(3)]
        types = "index, " + ", ".join(self.types)
        self.add("%s:4 = scf.while (%s = %%c0, %s) : (%s) -> (%s) {", result, inner,
                 ", ".join("%s = %s" % pair for pair in zip(carried, tensors)), types, types)
        self.indentation += "  "
        handed = [self.cast(carried, source, place) for place, source in enumerate(statement.order)]
        holds = self.define("arith.cmpi slt, %s, %s : index", inner, self.count(statement.times))
        self.add("scf.condition(%s) %s, %s : %s", holds, inner, ", ".join(handed), types)
        self.indentation = self.indentation[:-2]
        inner, carried = self.name(), [self.name() for _ in range(3)]
        self.add("} do {")
        self.add("^bb0(%s: index, %s):", inner,
                 ", ".join("%s: %s" % pair for pair in zip(carried, self.types)))
        self.block(statement.body, carried, inner, isCounting=True)
        self.add("}")
        tensors[:] = ["%s#%d" % (result, place + 1) for place in range(3)]

    def visit_Add(self, statement, tensors, index):
        left, right = (self.cast(tensors, source, statement.target)
                       for source in (statement.left, statement.right))
        tensors[statement.target] = self.define(
            "arith.addi %s, %s : %s", left, right, self.types[statement.target])

    def visit_Insert(self, statement, tensors, index):
        source = self.cast(tensors, statement.source, statement.target)
        number = self.define("arith.constant %d : i32", statement.number)
        tensors[statement.target] = self.define(
            "tensor.insert %s into %s[%%c%d, %%c%d] : %s", number, source, statement.row,
            statement.column, self.types[statement.target])

    def visit_Move(self, statement, tensors, index):
        tensors[statement.target] = self.cast(tensors, statement.source, statement.target)

    def visit_CopySlice(self, statement, tensors, index):
        source, destination = (self.cast(tensors, place, statement.target)
                               for place in (statement.source, statement.destination))
        type, part = self.types[statement.target], self.slice_types[statement.target]
        slice = self.define("tensor.extract_slice %s[%d, %d] [2, 3] [1, 1] : %s to %s",
                            source, *statement.source_at, type, part)
        tensors[statement.target] = self.define(
            "tensor.insert_slice %s into %s[%d, %d] [2, 3] [1, 1] : %s into %s",
            slice, destination, *statement.destination_at, part, type)

    def visit_Select(self, statement, tensors, index):
        condition = self.condition(statement.condition, index)
        first, second = (self.cast(tensors, source, statement.target)
                         for source in (statement.first, statement.second))
        tensors[statement.target] = self.define(
            "arith.select %s, %s, %s : %s", condition, first, second,
            self.types[statement.target])

    def visit_Swap(self, statement, tensors, index):
        first, second = statement.first, statement.second
        tensors[first], tensors[second] = (
            self.cast(tensors, second, first), self.cast(tensors, first, second))


def wrap(number):
    """Returns the i32 that a sum becomes."""
    return (number + 2**31) % 2**32 - 2**31


def run_tool(command, text):
    """Returns what a tool prints, and what is wrong, or None."""
    try:
        ran = subprocess.run(command, input=text, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "", "%s: still running after %d seconds" % (command[0], SECONDS)
    wrong = "%s: exit code %d\n%s" % (command[0], ran.returncode, ran.stderr[:2000])
    return ran.stdout, wrong if ran.returncode else None


def join(programs, lowered):
    """Returns one module of the lowered ones, with a `@main` that runs all programs.

    Modules have names of functions in common only in declarations, which it has once."""
    lines, declarations = [], set()
    for program, module in zip(programs, lowered.split(SEPARATOR)):
        module = module.replace("@__constant", "@constants%d" % program.seed)
        body = module[module.index("{\n") + 2:module.rindex("}")]
        for line in body.splitlines():
            if re.match(r"  llvm\.func .*[^{]$", line):
                declarations.add(line)
            else:
                lines.append(line)
    calls = ["  llvm.call @main%d() : () -> ()" % program.seed for program in programs]
    main = ["llvm.func @main() {"] + calls + ["  llvm.return", "}"]
    return "\n".join(sorted(declarations) + lines + main) + "\n"


def find_difference(programs, printed):
    """Returns what is wrong with printed tensors, or None."""
    found = [[int(x) for x in re.findall(r"-?\d+", part.split("data =", 1)[1])]
             for part in printed.split("Unranked Memref")[1:]]
    expected = [(program.seed, place, sum(tensor, [])) for program in programs
                for place, tensor in enumerate(program.evaluate())]
    if len(found) != len(expected):
        return "%d tensors, not %d" % (len(found), len(expected))
    for numbers, (seed, place, right) in zip(found, expected):
        if numbers != right:
            return "tensor %d of seed %d is\n%s, not\n%s" % (place, seed, numbers, right)
    return None


def run(options, programs):
    """Returns what is wrong with the results of programs, or None."""
    passes = ["--tiled-layout-lower-scf"] if options.blocks else []
    lowered, wrong = run_tool(
        [options.opt, "--split-input-file", "--mlir-print-local-scope", *passes,
         "--tiled-layout-to-llvm-pipeline", "-"],
        SEPARATOR.join(program.text() for program in programs))
    if wrong:
        return wrong
    printed, wrong = run_tool(
        [options.runner, "--entry-point-result=void", "--shared-libs=" + options.libraries],
        join(programs, lowered))
    return wrong or find_difference(programs, printed)


def find_failure(options, programs):
    """Returns a report of the first program of a batch that fails, or None."""
    together = run(options, programs)
    if not together:
        return None
    for program in programs:
        wrong = run(options, [program])
        if wrong:
            return "seed %d: %s\n%s" % (program.seed, wrong, program.text())
    return "seeds %d to %d fail together, and none alone: %s" % (
        programs[0].seed, programs[-1].seed, together)


def main():
    parser = argparse.ArgumentParser()
    for name in ("opt", "runner", "libraries"):
        parser.add_argument(name)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--blocks", action="store_true", help="let blocks carry the tensors")
    options = parser.parse_args()
    programs = [Program(options.first + number) for number in range(options.programs)]
    for first in range(0, len(programs), BATCH):
        failure = find_failure(options, programs[first:first + BATCH])
        if failure:
            sys.exit(failure)
    print("%d programs, 0 failures" % len(programs))


if __name__ == "__main__":
    main()
