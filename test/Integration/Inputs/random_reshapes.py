"""Runs random reshapes and transpositions of tensors with layouts against what they mean.

random_reshapes.py OPT RUNNER LIBRARIES [--first=SEED] [--programs=N]

A program expands a matrix to three dimensions, transposes those, puts two of them together again,
and casts the result to another layout, or writes it to memory that it is passed. Each tensor has a
random layout, and some dimensions are known at run time only. All programs are functions of one
module, which one process compiles and another one runs.
"""

import argparse
import itertools
import math
import random
import re
import subprocess
import sys

SHAPES = [(4, 3, 2), (6, 2, 4), (8, 3, 4), (5, 3, 7), (16, 2, 8), (2, 4, 4), (4, 4, 64), (3, 2, 5),
          (1, 3, 4), (4, 1, 8), (4, 3, 1), (1, 1, 1), (9, 5, 3)]
TILES = ["", ":T(2,4)", ":T(8,128)", ":T(4)", ":T(2,2)(2,1)", ":T(4,2)", ":T(*,4)", ":T(1,8)",
         ":T(2,4)(2,1)L(16)", ":T(2,4)(2,4)"]


class Program:
    """The extents, layouts and run-time dimensions of a seed."""

    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.extents = self.random.choice(SHAPES)
        self.order = self.random.choice(list(itertools.permutations(range(3))))
        self.joins_first = self.random.random() < 0.5
        self.is_dynamic = [self.random.random() < share for share in (0.4, 0.3, 0.2)]
        self.layouts = [self.choose_layout(rank) for rank in (2, 3, 3, 2, 2)]
        # `*` needs extents that are known, and the type of a memref says them.
        combines = any("*" in layout for layout in self.layouts)
        self.is_dynamic = [dynamic and not combines for dynamic in self.is_dynamic]
        self.names_memory = self.random.random() < 0.5 and not combines

    def choose_layout(self, rank):
        """Returns the encoding of a tensor of a rank, with a comma before it, or nothing."""
        if self.random.random() < 0.15:
            return ""
        order = list(range(rank - 1, -1, -1))
        if self.random.random() < 0.3:
            self.random.shuffle(order)
        return ", #tiled_layout.layout<{%s%s}>" % (
            ",".join(map(str, order)), self.random.choice(TILES))

    def get_product(self, group):
        """Returns the product of the extents of dimensions."""
        return math.prod(self.extents[dim] for dim in group)

    def get_type(self, number, groups, is_static=False):
        """Returns the type of tensor `number`; each dimension is a product of dimensions."""
        shape = ""
        for group in groups:
            is_dynamic = any(self.is_dynamic[dim] for dim in group) and not is_static
            shape += ("?" if is_dynamic else str(self.get_product(group))) + "x"
        return "tensor<%si32%s>" % (shape, self.layouts[number] if number is not None else "")

    def get_result_groups(self):
        """Returns the dimensions whose products are the extents of the result."""
        first, second, third = self.order
        return [[first, second], [third]] if self.joins_first else [[first], [second, third]]

    def write(self):
        """Returns a function that does it, and one that calls it and prints the result."""
        flat, parts = [[0], [1, 2]], [[0], [1], [2]]
        source, expanded = self.get_type(0, flat), self.get_type(1, parts)
        transposed = self.get_type(2, [[dim] for dim in self.order])
        result = self.get_result_groups()
        joined, cast = self.get_type(3, result), self.get_type(4, result)
        extents = ["%%n%d" % dim if self.is_dynamic[dim] else str(self.extents[dim]) for dim in range(3)]
        dynamic = ", ".join(extents[dim] for dim in self.order if self.is_dynamic[dim])
        matrix = [list(row) for row in self.get_source()]
        known, printed = self.get_type(0, flat, True), self.get_type(4, result, True)
        plain = self.get_type(None, result, True)
        # What the function is passed and returns, and how its result is used.
        parameter = returned = ""
        if self.names_memory:
            memory, cast = joined.replace("tensor", "memref"), joined
            printed = self.get_type(3, result, True)
            sizes = ["%%s%d" % place for place, group in enumerate(result)
                     if any(self.is_dynamic[dim] for dim in group)]
            parameter = ", %m: " + memory
            end = f"""bufferization.materialize_in_destination %j in restrict writable %m : ({joined}, {memory}) -> ()
  return"""
            call = f"""%m = memref.alloc({", ".join(sizes)}) : {memory}
  call @reshape{self.seed}(%x, %n0, %n1, %n2, %m) : ({source}, index, index, index, {memory}) -> ()
  %r = bufferization.to_tensor %m restrict : {memory} to {joined}"""
        else:
            returned = " -> " + cast
            end = f"""%c = tensor.cast %j : {joined} to {cast}
  return %c : {cast}"""
            call = f"%r = call @reshape{self.seed}(%x, %n0, %n1, %n2) : ({source}, index, index, index) -> {cast}"
        products = "".join("  %%s%d = arith.constant %d : index\n" % (place, self.get_product(group))
                           for place, group in enumerate(result))
        return f"""
func.func @reshape{self.seed}(%x: {source}, %n0: index, %n1: index, %n2: index{parameter}){returned} attributes {{no_inline}} {{
  %h = tensor.expand_shape %x [[0], [1, 2]] output_shape [{", ".join(extents)}] : {source} into {expanded}
  %e = tensor.empty({dynamic}) : {transposed}
  %t = linalg.transpose ins(%h : {expanded}) outs(%e : {transposed}) permutation = {list(self.order)}
  %j = tensor.collapse_shape %t {"[[0, 1], [2]]" if self.joins_first else "[[0], [1, 2]]"} : {transposed} into {joined}
  {end}
}}
func.func @print{self.seed}() {{
  %v = arith.constant dense<{matrix}> : {known}
  %n0 = arith.constant {self.extents[0]} : index
  %n1 = arith.constant {self.extents[1]} : index
  %n2 = arith.constant {self.extents[2]} : index
  %x = tensor.cast %v : {known} to {source}
{products}  {call}
  %s = tensor.cast %r : {cast} to {printed}
  %p = tensor.cast %s : {printed} to {plain}
  %b = bufferization.to_buffer %p read_only : {plain} to {plain.replace("tensor", "memref")}
  %u = memref.cast %b : {plain.replace("tensor", "memref")} to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}}
"""

    def get_source(self):
        """Returns the rows of the matrix."""
        rows, middle, minor = self.extents
        return [range(100 * row, 100 * row + middle * minor) for row in range(rows)]

    def evaluate(self):
        """Returns the elements of the result in row-major order."""
        source, elements = self.get_source(), []
        for place in itertools.product(*(range(self.extents[dim]) for dim in self.order)):
            index = [place[self.order.index(dim)] for dim in range(3)]
            elements.append(source[index[0]][index[1] * self.extents[2] + index[2]])
        return elements


def run_tool(command, text):
    """Returns what a tool prints; ends with its errors if it fails."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit("%s failed:\n%s" % (command[0], done.stderr[:2000]))
    return done.stdout


def main():
    parser = argparse.ArgumentParser()
    for name in ("opt", "runner", "libraries"):
        parser.add_argument(name)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=40)
    options = parser.parse_args()
    programs = [Program(options.first + number) for number in range(options.programs)]
    module = "func.func private @printMemrefI32(memref<*xi32>)\n"
    module += "".join(program.write() for program in programs)
    module += "func.func @main() {\n%s  return\n}\n" % "".join(
        "  call @print%d() : () -> ()\n" % program.seed for program in programs)
    lowered = run_tool([options.opt, "--tiled-layout-to-llvm-pipeline", "-"], module)
    printed = run_tool([options.runner, "--entry-point-result=void",
                        "--shared-libs=" + options.libraries], lowered)
    found = [[int(x) for x in re.findall(r"-?\d+", part.split("data =", 1)[1])]
             for part in printed.split("Unranked Memref")[1:]]
    wrong = [program.seed for program, numbers in itertools.zip_longest(programs, found)
             if numbers != program.evaluate()]
    if wrong:
        sys.exit("wrong results of the seeds %s" % wrong)
    print("%d programs, 0 failures" % len(programs))


if __name__ == "__main__":
    main()
