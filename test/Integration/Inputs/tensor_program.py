"""What random programs on tensors are made of: values, and statements that write and carry
out themselves (random_tensors.py)."""

import random

LAYOUTS = ["{1,0}", "{0,1}", "{1,0:T(2,2)}", "{1,0:T(4,8)}", "{0,1:T(4)}", "{1,0:T(8,128)}"]
LAYOUTS += ["{0,1:T(2,4)}", "{1,0:T(4,4)(2,1)}", "{1,0:T(3,5)}", "{1,0:T(2,2)L(8)}"]
NARROW = ["{1,0:T(2,2)E(4)}", "{0,1:T(4,8)E(4)}", "{1,0:T(4,8)}", "{1,0:T(8,16)(2,1)E(4)}", None]
STACKS = ["{2,1,0}", "{2,1,0:T(2,2)}", "{0,1,2:T(4)}", "{2,0,1:T(4,8)}", "{1,2,0:T(3,5)}", None]


def wrap(number):
    return (number + 2**31) % 2**32 - 2**31


class Values:
    """One function @f<number> as it is written: its lines, and the values that it has."""

    def __init__(self, seed, number):
        self.random = random.Random(seed)
        self.seed, self.number = seed, number
        self.lines, self.functions, self.globals = [], [], []
        self.resources, self.expected = [], []
        self.count = 0
        self.layouts = self.random.sample(LAYOUTS, 3) + [None]
        self.values = []  # (name, (rows, columns), layout, data)

    def name(self, prefix="v"):
        self.count += 1
        return "%%%s%d" % (prefix, self.count)

    @staticmethod
    def type(shape, layout, kind="tensor", element="i32"):
        text = "x".join("?" if n is None else str(n) for n in shape)
        suffix = ", #tiled_layout.layout<%s>" % layout if layout else ""
        return "%s<%sx%s%s>" % (kind, text, element, suffix)

    def add(self, text, *arguments):
        self.lines.append("  " + text % arguments)

    def define(self, shape, layout, data, name=None):
        value = (name or self.name(), shape, layout, data)
        self.values.append(value)
        return value

    def pick(self):
        return self.random.choice(self.values)

    def cast(self, value, layout):
        """The value in a layout, without new statement if it is in it."""
        if value[2] == layout:
            return value
        name = self.name()
        before, after = self.type(value[1], value[2]), self.type(value[1], layout)
        self.add("%s = tensor.cast %s : %s to %s", name, value[0], before, after)
        return self.define(value[1], layout, value[3], name)

    def pair(self):
        """Two values of one type."""
        a = self.pick()
        same = [v for v in self.values if v[1] == a[1]]
        return a, self.cast(self.random.choice(same), a[2])

    # Statements.

    def constant(self, shape=None):
        shape = shape or (self.random.randint(1, 9), self.random.randint(1, 9))
        layout = self.random.choice(self.layouts)
        data = [[self.random.randint(-9, 9) for _ in range(shape[1])] for _ in range(shape[0])]
        type, name = self.type(shape, layout), self.name()
        if self.random.random() < 0.5:
            key = "r%d_%d" % (self.number, self.count)
            flat = b"".join((x % 2**32).to_bytes(4, "little") for row in data for x in row)
            self.resources.append('%s: "0x04000000%s"' % (key, flat.hex()))
            value = "dense_resource<%s>" % key
        else:
            value = "dense<%s>" % data
        self.add("%s = arith.constant %s : %s", name, value, type)
        self.define(shape, layout, data, name)

    def relayout(self):
        value = self.pick()
        self.cast(value, self.random.choice(self.layouts))

    def arithmetic(self):
        a, b = self.pair()
        op, fn = self.random.choice(
            [("addi", lambda x, y: x + y), ("subi", lambda x, y: x - y), ("muli", lambda x, y: x * y)]
        )
        data = [[wrap(fn(x, y)) for x, y in zip(r, s)] for r, s in zip(a[3], b[3])]
        name, type = self.name(), self.type(a[1], a[2])
        self.add("%s = arith.%s %s, %s : %s", name, op, a[0], b[0], type)
        self.define(a[1], a[2], data, name)

    def destination(self):
        """A named operation that writes to an existing tensor, or an empty one."""
        a, b = self.pair()
        type, name = self.type(a[1], a[2]), self.name()
        if self.random.random() < 0.4:
            init = self.name("e")
            self.add("%s = tensor.empty() : %s", init, type)
        else:
            init = self.cast(self.random.choice([v for v in self.values if v[1] == a[1]]), a[2])[0]
        data = [[wrap(x + y) for x, y in zip(r, s)] for r, s in zip(a[3], b[3])]
        self.add(
            "%s = linalg.add ins(%s, %s : %s, %s) outs(%s : %s) -> %s",
            name, a[0], b[0], type, type, init, type, type,
        )
        self.define(a[1], a[2], data, name)

    def matmul(self):
        a = self.pick()
        fitting = [v for v in self.values if v[1][0] == a[1][1]]
        if not fitting:
            self.constant((a[1][1], self.random.randint(1, 9)))
            fitting = self.values[-1:]
        b = self.random.choice(fitting)
        shape, layout = (a[1][0], b[1][1]), self.random.choice(self.layouts)
        type, empty, fill, name = self.type(shape, layout), self.name("e"), self.name(), self.name()
        self.add("%s = tensor.empty() : %s", empty, type)
        self.add("%s = linalg.fill ins(%%zero : i32) outs(%s : %s) -> %s", fill, empty, type, type)
        self.add(
            "%s = linalg.matmul ins(%s, %s : %s, %s) outs(%s : %s) -> %s",
            name, a[0], b[0], self.type(a[1], a[2]), self.type(b[1], b[2]), fill, type, type,
        )
        columns = list(zip(*b[3]))
        data = [[wrap(sum(x * y for x, y in zip(r, c))) for c in columns] for r in a[3]]
        self.define(shape, layout, data, name)

    def slice(self):
        """A slice, as a value or through a function."""
        a = self.pick()
        rows, columns = (self.random.randint(1, n) for n in a[1])
        r0, c0 = a[1][0] - rows, a[1][1] - columns
        r0, c0 = self.random.randint(0, r0), self.random.randint(0, c0)
        data = [row[c0 : c0 + columns] for row in a[3][r0 : r0 + rows]]
        shape = (rows, columns)
        result, whole, name = self.type(shape, a[2]), self.type(a[1], a[2]), self.name()
        if self.random.random() < 0.5:
            self.add(
                "%s = tensor.extract_slice %s[%d, %d] [%d, %d] [1, 1] : %s to %s",
                name, a[0], r0, c0, rows, columns, whole, result,
            )
            self.define(shape, a[2], data, name)
            return
        function = "slice%d_%d" % (self.number, self.count)
        dynamic = self.type((rows, None), a[2])
        second = self.random.choice(["%r", "%a"])
        types = (dynamic, dynamic if second == "%r" else whole)
        self.functions.append(
            "func.func private @%s(%%a: %s, %%n: index) -> (%s, %s) {\n"
            "  %%r = tensor.extract_slice %%a[%d, %d] [%d, %%n] [1, 1] : %s to %s\n"
            "  return %%r, %s : %s, %s\n}"
            % ((function, whole) + types + (r0, c0, rows, whole, dynamic, second) + types)
        )
        n, other, known = self.name("n"), self.name(), self.name()
        self.add("%s = arith.constant %d : index", n, columns)
        self.add(
            "%s, %s = func.call @%s(%s, %s) : (%s, index) -> (%s, %s)",
            name, other, function, a[0], n, whole, types[0], types[1],
        )
        self.add("%s = tensor.cast %s : %s to %s", known, name, dynamic, result)
        self.define(shape, a[2], data, known)
        if second == "%a":
            self.define(a[1], a[2], a[3], other)

    def insert(self):
        a, b = self.pick(), self.pick()
        if any(n > m for n, m in zip(b[1], a[1])):
            return
        r0, c0 = (self.random.randint(0, m - n) for n, m in zip(b[1], a[1]))
        data = [list(row) for row in a[3]]
        for i, row in enumerate(b[3]):
            data[r0 + i][c0 : c0 + len(row)] = row
        name = self.name()
        self.add(
            "%s = tensor.insert_slice %s into %s[%d, %d] [%d, %d] [1, 1] : %s into %s",
            name, b[0], a[0], r0, c0, b[1][0], b[1][1], self.type(b[1], b[2]), self.type(a[1], a[2]),
        )
        self.define(a[1], a[2], data, name)

    def ragged(self):
        """A loop over slices of some rows, the last of fewer, each added to itself."""
        a = self.pick()
        step = self.random.randint(1, 4)
        name, n, c = self.name(), self.name("n"), self.name("c")
        whole, part = self.type(a[1], a[2]), self.type((None, a[1][1]), a[2])
        self.add("%s = arith.constant %d : index", n, a[1][0])
        self.add("%s = arith.constant %d : index", c, step)
        self.add("%s = scf.for %%i = %%c0 to %s step %s iter_args(%%p = %s) -> %s {", name, n, c, a[0], whole)
        self.add("  %%m = affine.min affine_map<(d0) -> (%d, %d - d0)>(%%i)", step, a[1][0])
        at = "[%%i, 0] [%%m, %d] [1, 1]" % a[1][1]
        self.add("  %%s = tensor.extract_slice %%p%s : %s to %s", at, whole, part)
        self.add("  %%t = linalg.add ins(%%s, %%s : %s, %s) outs(%%s : %s) -> %s", part, part, part, part)
        self.add("  %%u = tensor.insert_slice %%t into %%p%s : %s into %s", at, part, whole)
        self.add("  scf.yield %%u : %s\n  }", whole)
        self.define(a[1], a[2], [[wrap(2 * x) for x in row] for row in a[3]], name)

    def carried(self):
        """A loop that carries a sum and what was before, in new places."""
        a, b = self.pair()
        times = self.random.randint(0, 3)
        type, r, n = self.type(a[1], a[2]), self.name(), self.name("n")
        swap = self.random.random() < 0.5
        self.add("%s = arith.constant %d : index", n, times)
        self.add(
            "%s:2 = scf.for %%i = %%c0 to %s step %%c1 iter_args(%%x = %s, %%y = %s) -> (%s, %s) {",
            r, n, a[0], b[0], type, type,
        )
        self.add("  %%e = tensor.empty() : %s", type)
        self.add("  %%s = linalg.add ins(%%x, %%y : %s, %s) outs(%%e : %s) -> %s", type, type, type, type)
        self.add("  scf.yield %s : %s, %s\n  }", "%y, %s" if swap else "%s, %x", type, type)
        x, y = a[3], b[3]
        for _ in range(times):
            total = [[wrap(p + q) for p, q in zip(u, v)] for u, v in zip(x, y)]
            x, y = (y, total) if swap else (total, x)
        self.define(a[1], a[2], x, r + "#0")
        self.define(a[1], a[2], y, r + "#1")

    def branch(self):
        a, b = self.pair()
        taken = self.random.random() < 0.5
        type, name, c = self.type(a[1], a[2]), self.name(), self.name("c")
        self.add("%s = arith.cmpi %s, %%c0, %%c1 : index", c, "ult" if taken else "ugt")
        self.add("%s = scf.if %s -> %s {", name, c, type)
        self.add("  %%s = arith.addi %s, %s : %s", a[0], b[0], type)
        self.add("  scf.yield %%s : %s\n  } else {\n    scf.yield %s : %s\n  }", type, b[0], type)
        total = [[wrap(p + q) for p, q in zip(u, v)] for u, v in zip(a[3], b[3])]
        self.define(a[1], a[2], total if taken else b[3], name)

    def forget(self):
        """Branches that yield arrays whose extents their type forgets, and tells again."""
        a, b = self.pair()
        taken = self.random.random() < 0.5
        shape = tuple(n if self.random.random() < 0.3 else None for n in a[1])
        known, dynamic = self.type(a[1], a[2]), self.type(shape, a[2])
        c, r, s, name = self.name("c"), self.name(), self.name(), self.name()
        self.add("%s = arith.cmpi %s, %%c0, %%c1 : index", c, "ult" if taken else "ugt")
        self.add("%s = scf.if %s -> %s {", r, c, dynamic)
        self.add("  %%d = tensor.cast %s : %s to %s", a[0], known, dynamic)
        self.add("  scf.yield %%d : %s\n  } else {", dynamic)
        self.add("  %%d = tensor.cast %s : %s to %s", b[0], known, dynamic)
        self.add("  scf.yield %%d : %s\n  }", dynamic)
        self.add("%s = arith.muli %s, %s : %s", s, r, r, dynamic)
        self.add("%s = tensor.cast %s : %s to %s", name, s, dynamic, known)
        chosen = (a if taken else b)[3]
        self.define(a[1], a[2], [[wrap(x * x) for x in row] for row in chosen], name)

    def state(self):
        """A global that is loaded before and after it is stored to."""
        a, b = self.pair()
        type, first, second = self.type(a[1], a[2]), self.name(), self.name()
        symbol = "g%d_%d" % (self.number, self.count)
        start = self.random.randint(-9, 9)
        self.globals.append("ml_program.global private mutable @%s(dense<%d> : %s) : %s" % (symbol, start, type, type))
        self.add("%s = ml_program.global_load @%s : %s", first, symbol, type)
        self.add("ml_program.global_store @%s = %s : %s", symbol, b[0], type)
        self.add("%s = ml_program.global_load @%s : %s", second, symbol, type)
        self.define(a[1], a[2], [[start] * a[1][1] for _ in range(a[1][0])], first)
        self.define(a[1], a[2], b[3], second)

    def materialize(self):
        """A tensor ends in memory, which is shown at the end."""
        a = self.pick()
        type, memref, m = self.type(a[1], a[2]), self.type(a[1], a[2], "memref"), self.name("m")
        self.lines.insert(0, "  %s = memref.alloc() : %s" % (m, memref))
        self.add("bufferization.materialize_in_destination %s in restrict writable %s : (%s, %s) -> ()", a[0], m, type, memref)
        self.shown.append((m, a))
