"""What random programs on tensors of any rank are, and their run against numpy
(random_graphs.py)."""

import ctypes
import random

import numpy as np

from graph_statements import MOST, Skip, Statements

LAYOUTS = {
    0: [""],
    1: ["", "{0}", "{0:T(8)}", "{0:T(128)}"],
    2: ["", "{1,0}", "{0,1}", "{1,0:T(8,128)}", "{1,0:T(2,1)}", "{0,1:T(4,8)}",
        "{1,0:T(8,128)(2,1)}", "{1,0:T(4,4)(2,2)}", "{0,1:T(4,1)}"],
    3: ["", "{2,1,0}", "{2,1,0:T(8,128)}", "{0,2,1:T(2,4)}", "{2,0,1:T(4,1)}",
        "{1,2,0:T(8,128)(4,1)}", "{2,1,0:T(2,2,2)}"],
    4: ["", "{3,2,1,0:T(8,128)}", "{3,1,2,0:T(2,8)}", "{0,1,2,3:T(4,1)}"],
    5: ["", "{4,3,2,1,0:T(2,4)}"],
}
EXTENTS = [1, 2, 3, 4, 5, 7, 8, 9, 10, 16, 17, 33, 130]
TYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
         "f32": np.float32, "f64": np.float64}


class Value:
    def __init__(self, name, data, layout, dynamic):
        self.name, self.data, self.layout, self.dynamic = name, data, layout, list(dynamic)
        self.shape, self.rank = data.shape, data.ndim


class Graph(Statements):
    value = Value

    def __init__(self, seed, number):
        self.random = random.Random(seed)
        self.seed, self.number = seed, number
        self.element = self.random.choice(["i32", "i32", *TYPES])
        self.suffix = "f" if self.element[0] == "f" else "i"
        self.hides = self.random.choice([0, 0, 0.5])
        self.lines, self.names, self.numbers = [], 0, set()
        self.inputs, self.values = [], []
        extents = [self.random.choice(EXTENTS) for _ in range(4)]
        for number in range(3):
            rank = self.random.choice([1, 2, 2, 2, 3, 3])
            shape = [self.random.choice(extents) for _ in range(rank)]
            shape = shape if np.prod(shape) <= MOST else shape[:1]
            data = np.array([self.random.randint(-3, 3) for _ in range(int(np.prod(shape)))])
            self.inputs.append(data.reshape(shape))
            self.values.append(Value("%%i%d" % number, data.reshape(shape), "",
                                     [False] * len(shape)))
            self.relay(self.values[-1])
        statements = [self.relay, self.elementwise, self.elementwise, self.reduce, self.contract,
                      self.transpose, self.broadcast, self.pad, self.concat, self.slice,
                      self.insert, self.reshape, self.repeat, self.gather, self.select]
        for _ in range(self.random.choice([3, 5, 8, 12])):
            try:
                self.random.choice(statements)(self.random.choice(self.values[-6:]))
            except Skip:
                pass

    # What statements are made of.

    def name(self):
        self.names += 1
        return "%%v%d" % self.names

    def type(self, shape, layout, dynamic):
        extents = "".join("?x" if d else "%dx" % n for n, d in zip(shape, dynamic))
        layout = ", #tiled_layout.layout<%s>" % layout if layout else ""
        return "tensor<%s%s%s>" % (extents, self.element, layout)

    def of(self, value):
        return self.type(value.shape, value.layout, value.dynamic)

    def hidden(self, number):
        """A number that the program is called with."""
        self.numbers.add(number)
        return "%%s%d" % number

    def maybe_hidden(self, number):
        return self.hidden(number) if self.random.random() < self.hides else str(number)

    def layout(self, rank):
        return self.random.choice(LAYOUTS[rank])

    def hide(self, shape):
        return [self.random.random() < self.hides for _ in shape]

    def add(self, text, *arguments):
        self.lines.append(text % arguments)

    def wrap(self, data):
        return data.astype(TYPES[self.element]).astype(np.int64) if self.suffix == "i" else data

    def define(self, name, data, layout, dynamic):
        """Adds a value. Integers wrap; large floats are clamped, so that all sums are exact."""
        data = self.wrap(np.asarray(data))
        value = Value(name, data, layout, dynamic)
        self.values.append(value)
        if self.suffix == "i" or data.size == 0 or abs(data).max() <= 500:
            return
        least, most = self.constant(-5), self.constant(7)
        body = ["%%a = arith.maximumf %%x0, %s : %s" % (least, self.element),
                "%%b = arith.minimumf %%a, %s : %s" % (most, self.element), "%b"]
        self.generic([(value, range(value.rank))], body, value.shape, layout, dynamic,
                     np.clip(data, -5, 7))

    def empty(self, shape, layout, dynamic):
        name = self.name()
        sizes = ", ".join(self.hidden(n) for n, d in zip(shape, dynamic) if d)
        self.add("%s = tensor.empty(%s) : %s", name, sizes, self.type(shape, layout, dynamic))
        return name

    def constant(self, number):
        name = self.name()
        self.add("%s = arith.constant %d%s : %s", name, number,
                 ".0" if self.suffix == "f" else "", self.element)
        return name

    def zeros(self, shape, layout, dynamic):
        init, zero, name = self.empty(shape, layout, dynamic), self.constant(0), self.name()
        type = self.type(shape, layout, dynamic)
        self.add("%s = linalg.fill ins(%s : %s) outs(%s : %s) -> %s", name, zero, self.element,
                 init, type, type)
        return name

    @staticmethod
    def map(rank, dims):
        return "affine_map<(%s) -> (%s)>" % (", ".join("d%d" % d for d in range(rank)),
                                             ", ".join("d%d" % d for d in dims))

    def generic(self, operands, body, shape, layout, dynamic, data, init=None, out=None,
                reduced=(), rank=None):
        """Adds an operation on operands and the dimensions that index them."""
        rank = len(shape) if rank is None else rank
        init = init or self.empty(shape, layout, dynamic)
        name, type = self.name(), self.type(shape, layout, dynamic)
        maps = [self.map(rank, dims) for _, dims in operands]
        maps.append(self.map(rank, range(rank) if out is None else out))
        kinds = ", ".join('"reduction"' if d in reduced else '"parallel"' for d in range(rank))
        ins = "ins(%s : %s) " % (", ".join(v.name for v, _ in operands),
                                 ", ".join(self.of(v) for v, _ in operands)) if operands else ""
        self.add("%s = linalg.generic {indexing_maps = [%s], iterator_types = [%s]} %souts(%s : %s) {",
                 name, ", ".join(maps), kinds, ins, init, type)
        arguments = ["%%x%d: %s" % (n, self.element) for n in range(len(operands))]
        self.add("^bb0(%s):", ", ".join(arguments + ["%%o: %s" % self.element]))
        for line in body[:-1]:
            self.add("  %s", line)
        self.add("  linalg.yield %s : %s } -> %s", body[-1], self.element, type)
        self.define(name, data, layout, dynamic)

    def text(self):
        result = self.values[-1]
        memref = lambda data: "memref<%s%s>" % ("".join("%dx" % n for n in data.shape), self.element)
        arguments = ["%%a%d: %s" % (n, memref(data)) for n, data in enumerate(self.inputs)]
        arguments += ["%%out: %s" % memref(result.data)]
        arguments += ["%%s%d: index" % n for n in sorted(self.numbers)] + \
            ["%flag0: index", "%flag1: index"]
        lines = ["func.func @f%d(%s) attributes {llvm.emit_c_interface} {" %
                 (self.number, ", ".join(arguments)),
                 "  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index"]
        for n, data in enumerate(self.inputs):
            lines.append("  %%i%d = bufferization.to_tensor %%a%d restrict : %s to %s" % (
                n, n, memref(data), self.type(data.shape, "", [False] * data.ndim)))
        lines += ["  " + line for line in self.lines]
        name, known = result.name, self.type(result.shape, "", [False] * result.rank)
        plain = self.type(result.shape, "", result.dynamic)
        for number, (before, after) in enumerate([(self.of(result), plain), (plain, known)]):
            if before != after:
                lines.append("  %%w%d = tensor.cast %s : %s to %s" % (number, name, before, after))
                name = "%%w%d" % number
        lines += ["  bufferization.materialize_in_destination %s in restrict writable %%out"
                  " : (%s, %s) -> ()" % (name, known, memref(result.data)), "  return", "}"]
        return "\n".join(lines) + "\n"

    def run(self, library):
        """Returns what is wrong, or nothing."""
        expected = self.values[-1].data
        type = TYPES[self.element]
        arrays = [np.ascontiguousarray(data, type).reshape(data.shape) for data in self.inputs]
        arrays.append(np.full(expected.shape, 77, type))
        arguments = []
        for array in arrays:
            strides = [stride // array.itemsize for stride in array.strides]
            words = [array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides]
            arguments.append((ctypes.c_int64 * len(words))(*words))
        numbers = [ctypes.c_int64(n) for n in [*sorted(self.numbers), 0, 1]]
        getattr(library, "_mlir_ciface_f%d" % self.number)(*arguments, *numbers)
        wrong = ~(arrays[-1].astype(np.float64) == expected.astype(np.float64))
        if not wrong.any():
            return None
        return "seed %d: %s at %s instead of %s, and %d more\n%s" % (
            self.seed, arrays[-1][wrong][0], tuple(int(i) for i in np.argwhere(wrong)[0]),
            expected[wrong][0], wrong.sum() - 1, self.text())
