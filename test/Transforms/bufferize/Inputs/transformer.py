"""Writes a transformer as StableHLO-like compilers lower it to linalg on tensors.

transformer.py LAYERS [--layout=TEXT | --no-layout] [--sequence=N] [--width=N] [--heads=N]

Each layer has attention (query, key, value, scores, softmax, output) and two matmuls
around a ReLU, with residual sums and mean normalisation. Every matmul writes to a
tensor.empty that was filled with zero, every elementwise operation to one of its own.
One function @main takes the input and all weights.
"""

import argparse


class Writer:
    def __init__(self, options):
        self.options = options
        self.lines = []
        self.arguments = []
        self.count = 0

    def type(self, *shape):
        layout = ", #t%d" % len(shape) if self.options.layout else ""
        return "tensor<%sxf32%s>" % ("x".join(map(str, shape)), layout)

    def name(self):
        self.count += 1
        return "%%v%d" % self.count

    def argument(self, *shape):
        name = "%%a%d" % len(self.arguments)
        self.arguments.append(
            "%s: %s {bufferization.writable = false}" % (name, self.type(*shape))
        )
        return name, shape

    def empty(self, shape):
        name = self.name()
        self.lines.append("  %s = tensor.empty() : %s" % (name, self.type(*shape)))
        return name

    def fill(self, shape, value="%zero"):
        name, empty, type = self.name(), self.empty(shape), self.type(*shape)
        self.lines.append(
            "  %s = linalg.fill ins(%s : f32) outs(%s : %s) -> %s"
            % (name, value, empty, type, type)
        )
        return name

    def generic(self, operands, init, shape, maps, iterators, body):
        """An operation on operands [(name, shape)] that writes to init."""
        name, type = self.name(), self.type(*shape)
        letters = ["d%d" % i for i in range(len(iterators))]
        texts = [
            "affine_map<(%s) -> (%s)>" % (", ".join(letters), ", ".join(some))
            for some in maps
        ]
        ins = ""
        if operands:
            ins = "ins(%s : %s) " % (
                ", ".join(o[0] for o in operands),
                ", ".join(self.type(*o[1]) for o in operands),
            )
        arguments = ", ".join("%%x%d: f32" % i for i in range(len(operands)))
        arguments += (", " if arguments else "") + "%o: f32"
        self.lines.append(
            "  %s = linalg.generic {indexing_maps = [%s], iterator_types = [%s]} "
            "%souts(%s : %s) {\n  ^bb0(%s):\n    %s\n    linalg.yield %%r : f32\n"
            "  } -> %s"
            % (
                name,
                ", ".join(texts),
                ", ".join('"%s"' % i for i in iterators),
                ins,
                init,
                type,
                arguments,
                body,
                type,
            )
        )
        return name, shape

    def elementwise(self, body, *operands):
        shape = operands[0][1]
        letters = ["d%d" % i for i in range(len(shape))]
        # An operand of fewer dimensions has the first ones.
        maps = [letters[: len(o[1])] for o in operands] + [letters]
        return self.generic(
            operands,
            self.empty(shape),
            shape,
            maps,
            ["parallel"] * len(shape),
            body,
        )

    def reduce(self, body, operand, value):
        """Over the last dimension."""
        shape = operand[1][:-1]
        letters = ["d%d" % i for i in range(len(operand[1]))]
        return self.generic(
            [operand],
            self.fill(shape, value),
            shape,
            [letters, letters[:-1]],
            ["parallel"] * len(shape) + ["reduction"],
            body,
        )

    def matmul(self, a, b, shape, maps):
        loops = sorted(set(maps[0] + maps[1]))
        kinds = ["parallel" if i in maps[2] else "reduction" for i in loops]
        body = "%p = arith.mulf %x0, %x1 : f32\n    %r = arith.addf %o, %p : f32"
        return self.generic([a, b], self.fill(shape), shape, maps, kinds, body)

    def product(self, a, b):
        name, shape = self.name(), (a[1][0], b[1][1])
        init = self.fill(shape)
        self.lines.append(
            "  %s = linalg.matmul ins(%s, %s : %s, %s) outs(%s : %s) -> %s"
            % (
                name,
                a[0],
                b[0],
                self.type(*a[1]),
                self.type(*b[1]),
                init,
                self.type(*shape),
                self.type(*shape),
            )
        )
        return name, shape

    def normalise(self, x):
        total = self.reduce("%r = arith.addf %x0, %o : f32", x, "%zero")
        return self.elementwise(
            "%m = arith.mulf %x1, %scale : f32\n    %r = arith.subf %x0, %m : f32",
            x,
            total,
        )

    def softmax(self, x):
        top = self.reduce("%r = arith.maximumf %x0, %o : f32", x, "%low")
        power = self.elementwise(
            "%d = arith.subf %x0, %x1 : f32\n    %r = math.exp %d : f32", x, top
        )
        total = self.reduce("%r = arith.addf %x0, %o : f32", power, "%zero")
        return self.elementwise("%r = arith.divf %x0, %x1 : f32", power, total)

    def split(self, x, heads):
        """[s, h * d] as [h, s, d]."""
        s, width = x[1]
        d = width // heads
        wide = self.name()
        self.lines.append(
            "  %s = tensor.expand_shape %s [[0], [1, 2]] output_shape [%d, %d, %d] "
            ": %s into %s"
            % (wide, x[0], s, heads, d, self.type(s, width), self.type(s, heads, d))
        )
        shape = (heads, s, d)
        return self.generic(
            [(wide, (s, heads, d))],
            self.empty(shape),
            shape,
            [["d1", "d0", "d2"], ["d0", "d1", "d2"]],
            ["parallel"] * 3,
            "%r = arith.addf %x0, %zero : f32",
        )

    def merge(self, x):
        h, s, d = x[1]
        turned = self.generic(
            [x],
            self.empty((s, h, d)),
            (s, h, d),
            [["d1", "d0", "d2"], ["d0", "d1", "d2"]],
            ["parallel"] * 3,
            "%r = arith.addf %x0, %zero : f32",
        )
        name = self.name()
        self.lines.append(
            "  %s = tensor.collapse_shape %s [[0], [1, 2]] : %s into %s"
            % (name, turned[0], self.type(s, h, d), self.type(s, h * d))
        )
        return name, (s, h * d)

    def layer(self, x):
        s, width = x[1]
        h = self.options.heads
        normal = self.normalise(x)
        q, k, v = (
            self.split(self.product(normal, self.argument(width, width)), h)
            for _ in range(3)
        )
        scores = self.matmul(
            q, k, (h, s, s), [["d0", "d1", "d3"], ["d0", "d2", "d3"], ["d0", "d1", "d2"]]
        )
        seen = self.matmul(
            self.softmax(scores),
            v,
            v[1],
            [["d0", "d1", "d3"], ["d0", "d3", "d2"], ["d0", "d1", "d2"]],
        )
        out = self.product(self.merge(seen), self.argument(width, width))
        x = self.add(x, out)
        wide = self.product(self.normalise(x), self.argument(width, 4 * width))
        wide = self.elementwise("%r = arith.maximumf %x0, %zero : f32", wide)
        return self.add(x, self.product(wide, self.argument(4 * width, width)))

    def add(self, a, b):
        """As arith on tensors, which tools for ML write as often as linalg."""
        name, type = self.name(), self.type(*a[1])
        self.lines.append("  %s = arith.addf %s, %s : %s" % (name, a[0], b[0], type))
        return name, a[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("layers", type=int)
    parser.add_argument("--layout", default="8,128")
    parser.add_argument("--no-layout", dest="layout", action="store_const", const="")
    parser.add_argument("--sequence", type=int, default=16)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--heads", type=int, default=4)
    options = parser.parse_args()
    writer = Writer(options)
    x = writer.argument(options.sequence, options.width)
    for _ in range(options.layers):
        x = writer.layer(x)
    if options.layout:
        print("#t1 = #tiled_layout.layout<{0:T(%s)}>" % options.layout.split(",")[-1])
        print("#t2 = #tiled_layout.layout<{1,0:T(%s)}>" % options.layout)
        print("#t3 = #tiled_layout.layout<{2,1,0:T(%s)}>" % options.layout)
    result = writer.type(*x[1])
    print("func.func @main(%s) -> %s {" % (", ".join(writer.arguments), result))
    print("  %zero = arith.constant 0.0 : f32")
    print("  %low = arith.constant -1.0e30 : f32")
    print("  %%scale = arith.constant %s : f32" % repr(1.0 / options.width))
    print("\n".join(writer.lines))
    print("  return %s : %s\n}" % (x[0], result))


if __name__ == "__main__":
    main()
