"""More statements of random programs on tensors: several layouts, elements, ranks and results
in one (random_tensors.py)."""

from tensor_program import NARROW, STACKS, Values, wrap


class Program(Values):
    """One function @f<number>, and what its results are."""

    def __init__(self, seed, number):
        super().__init__(seed, number)
        self.write()

    def repeat(self):
        """A loop whose condition hands its body another layout."""
        a = self.pick()
        times = self.random.randint(0, 3)
        other = self.random.choice(self.layouts)
        first, second = self.type(a[1], a[2]), self.type(a[1], other)
        n, r = self.name("n"), self.name()
        self.add("%s = arith.constant %d : index", n, times)
        self.add(
            "%s:2 = scf.while (%%i = %%c0, %%x = %s) : (index, %s) -> (index, %s) {",
            r, a[0], first, second,
        )
        self.add("  %%c = arith.cmpi ult, %%i, %s : index", n)
        cast = "%%%s = tensor.cast %%%s : %s to %s"
        if other != a[2]:
            self.add("  " + cast, "y", "x", first, second)
        self.add("  scf.condition(%%c) %%i, %s : index, %s", "%x" if other == a[2] else "%y", second)
        self.add("} do {\n  ^bb0(%%i: index, %%y: %s):", second)
        self.add("  %%j = arith.addi %%i, %%c1 : index")
        self.add("  %%z = arith.addi %%y, %%y : %s", second)
        if other != a[2]:
            self.add("  " + cast, "w", "z", second, first)
        self.add("  scf.yield %%j, %s : index, %s\n  }", "%z" if other == a[2] else "%w", first)
        data = [[wrap(x * 2**times) for x in row] for row in a[3]]
        self.define(a[1], other, data, r + "#1")

    def narrow(self):
        """Four bits of each element, in several layouts."""
        a = self.pick()
        name, type = self.name(), self.type(a[1], a[2])
        layout = self.random.choice(NARROW)
        plain = self.type(a[1], a[2], element="i4")
        self.add("%s = arith.trunci %s : %s to %s", name, a[0], type, plain)
        before = plain
        for layout in self.random.sample(NARROW, 2) + [a[2]]:
            after, relaid = self.type(a[1], layout, element="i4"), self.name()
            self.add("%s = tensor.cast %s : %s to %s", relaid, name, before, after)
            before, name = after, relaid
            if self.random.random() < 0.3:
                double = self.name()
                self.add("%s = arith.addi %s, %s : %s", double, name, name, after)
                name, a = double, (*a[:3], [[wrap(2 * x) for x in row] for row in a[3]])
        result = self.name()
        self.add("%s = arith.extsi %s : %s to %s", result, name, before, type)
        data = [[(x + 8) % 16 - 8 for x in row] for row in a[3]]
        self.define(a[1], a[2], data, result)

    def several(self):
        """An operation with two results, each written to a tensor of its own."""
        a, b = self.pair()
        other = self.random.choice(self.layouts)
        types = self.type(a[1], a[2]), self.type(a[1], other)
        inits = []
        for type, layout in zip(types, (a[2], other)):
            same = [v for v in self.values if v[1] == a[1] and v[2] == layout]
            if same and self.random.random() < 0.6:
                inits.append(self.random.choice(same)[0])
            else:
                inits.append(self.name("e"))
                self.add("%s = tensor.empty() : %s", inits[-1], type)
        r = self.name()
        identity = "affine_map<(i, j) -> (i, j)>"
        self.add(
            "%s:2 = linalg.generic {indexing_maps = [%s], iterator_types = [\"parallel\", \"parallel\"]}",
            r, ", ".join([identity] * 4),
        )
        self.add("  ins(%s, %s : %s, %s) outs(%s, %s : %s, %s) {", a[0], b[0], types[0], types[0], *inits, *types)
        self.add("^bb0(%%x: i32, %%y: i32, %%p: i32, %%q: i32):")
        self.add("  %%s = arith.addi %%x, %%y : i32\n    %%d = arith.subi %%x, %%y : i32")
        self.add("  linalg.yield %%s, %%d : i32, i32\n  } -> (%s, %s)", *types)
        rows = [list(zip(u, v)) for u, v in zip(a[3], b[3])]
        self.define(a[1], a[2], [[wrap(x + y) for x, y in row] for row in rows], r + "#0")
        self.define(a[1], other, [[wrap(x - y) for x, y in row] for row in rows], r + "#1")

    def stacked(self, layout):
        """The layout of a stack of matrices whose parts have the layout, or any."""
        if layout is None or self.random.random() < 0.5:
            return self.random.choice(STACKS)
        order, colon, tiles = layout[1:-1].partition(":")
        return "{%s,0%s}" % (",".join(str(int(d) + 1) for d in order.split(",")), colon + tiles)

    def put(self, part, layout, index, stack, whole, shape):
        """Inserts a matrix in a stack, at once or with a dimension more."""
        name, sizes, type = self.name(), "[1, %d, %d] [1, 1, 1]" % shape, self.type(shape, layout)
        if self.random.random() < 0.3:
            flat, type, cube = type, self.type((1,) + shape, whole), self.name()
            self.add("%s = tensor.expand_shape %s [[0, 1], [2]] output_shape [1, %d, %d] : %s into %s", cube, part, *shape, flat, type)
            part = cube
        stack_type = self.type((self.depth,) + shape, whole)
        self.add("%s = tensor.insert_slice %s into %s[%s, 0, 0] %s : %s into %s", name, part, stack, index, sizes, type, stack_type)
        return name

    def take(self, stack, whole, index, shape, layout):
        """A matrix of a stack, at once or by dropping a dimension."""
        name, sizes, type = self.name(), "[1, %d, %d] [1, 1, 1]" % shape, self.type(shape, layout)
        stack_type, cube_type, cube = self.type((self.depth,) + shape, whole), self.type((1,) + shape, whole), self.name()
        if self.random.random() < 0.3:
            self.add("%s = tensor.extract_slice %s[%s, 0, 0] %s : %s to %s", cube, stack, index, sizes, stack_type, cube_type)
            self.add("%s = tensor.collapse_shape %s [[0, 1], [2]] : %s into %s", name, cube, cube_type, type)
        else:
            self.add("%s = tensor.extract_slice %s[%s, 0, 0] %s : %s to %s", name, stack, index, sizes, stack_type, type)
        return name

    def stack(self):
        """Matrices on top of each other, one of which may be changed in its place, and one
        of them, at an index of a loop or a constant."""
        a, b = self.pair()
        self.depth = self.random.randint(1, 4)
        layout = self.stacked(a[2])
        whole, part = self.type((self.depth,) + a[1], layout), self.type(a[1], a[2])
        empty, n, first = self.name("e"), self.name("n"), self.name()
        self.add("%s = tensor.empty() : %s\n  %s = arith.constant %d : index", empty, whole, n, self.depth)
        self.add("%s = scf.for %%i = %%c0 to %s step %%c1 iter_args(%%x = %s) -> %s {", first, n, empty, whole)
        filled = self.put(a[0], a[2], "%i", "%x", layout, a[1])
        self.add("  scf.yield %s : %s\n  }", filled, whole)
        picked, at = self.random.randrange(self.depth), self.random.randrange(self.depth)
        filled = self.put(b[0], a[2], at, first, layout, a[1])
        i = self.name("i")
        self.add("%s = arith.constant %d : index", i, picked)
        index = i if self.random.random() < 0.5 else picked
        data = (b if at == picked else a)[3]
        if self.random.random() < 0.5:
            old, new = self.take(filled, layout, index, a[1], a[2]), self.name()
            self.add("%s = linalg.add ins(%s, %s : %s, %s) outs(%s : %s) -> %s", new, old, b[0], part, part, old, part, part)
            filled = self.put(new, a[2], index, filled, layout, a[1])
            data = [[wrap(x + y) for x, y in zip(r, s)] for r, s in zip(data, b[3])]
        self.define(a[1], a[2], data, self.take(filled, layout, index, a[1], a[2]))

    def lookup(self):
        """Rows at indices that are data."""
        a = self.pick()
        rows = self.random.randint(1, 9)
        indices = [self.random.randrange(a[1][0]) for _ in range(rows)]
        shape, layout = (rows, a[1][1]), self.random.choice(self.layouts)
        type, list_type = self.type(shape, layout), "tensor<%dxi32>" % rows
        table, e, name = self.name(), self.name("e"), self.name()
        self.add("%s = arith.constant dense<%s> : %s", table, indices, list_type)
        self.add("%s = tensor.empty() : %s", e, type)
        self.add(
            "%s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],"
            " iterator_types = [\"parallel\", \"parallel\"]}", name,
        )
        self.add("  ins(%s : %s) outs(%s : %s) {", table, list_type, e, type)
        self.add("^bb0(%%x: i32, %%o: i32):\n    %%j = linalg.index 1 : index")
        self.add("  %%i = arith.index_cast %%x : i32 to index")
        self.add("  %%v = tensor.extract %s[%%i, %%j] : %s", a[0], self.type(a[1], a[2]))
        self.add("  linalg.yield %%v : i32\n  } -> %s", type)
        self.define(shape, layout, [list(a[3][i]) for i in indices], name)

    def index(self, value, isHidden):
        """An index as text: a number, or a value that only the running program knows."""
        if not isHidden:
            return str(value)
        constant, name = self.name("i"), self.name("i")
        self.add("%s = arith.constant %d : index", constant, value)
        self.add("%s = func.call @hidden%d(%s) : (index) -> index", name, self.number, constant)
        return name

    def stencil(self):
        """The difference of two slices of one tensor, in a slice of it or of another one."""
        a = self.pick()
        shape = tuple(self.random.randint(1, n) for n in a[1])
        b = self.random.choice([v for v in self.values if v[1][0] >= shape[0] and v[1][1] >= shape[1]])
        layout = self.random.choice(self.layouts)
        isHidden = self.random.random() < 0.5
        sizes = [self.index(n, isHidden) for n in shape]
        type = self.type((None, None) if isHidden else shape, layout)
        parts = []
        for whole in (a, a, b):
            at = [self.random.randint(0, n - m) for n, m in zip(whole[1], shape)]
            text = "[%s] [%s] [1, 1]" % (", ".join(self.index(n, isHidden) for n in at), ", ".join(sizes))
            parts.append((text, [row[at[1] : at[1] + shape[1]] for row in whole[3][at[0] : at[0] + shape[0]]], at))
        x, y, e, r, name = self.name(), self.name(), self.name("e"), self.name(), self.name()
        for slice, part in ((x, parts[0]), (y, parts[1])):
            self.add("%s = tensor.extract_slice %s%s : %s to %s", slice, a[0], part[0], self.type(a[1], a[2]), type)
        self.add("%s = tensor.empty(%s) : %s", e, ", ".join(sizes) if isHidden else "", type)
        if self.random.random() < 0.5:
            self.add("%s = linalg.sub ins(%s, %s : %s, %s) outs(%s : %s) -> %s", r, x, y, type, type, e, type, type)
        else:
            maps = ", ".join(["affine_map<(i, j) -> (i, j)>"] * 2)
            self.add("%s = linalg.generic {indexing_maps = [%s], iterator_types = [\"parallel\", \"parallel\"]}", r, maps)
            self.add("  ins(%s : %s) outs(%s : %s) {\n^bb0(%%x: i32, %%y: i32):", x, type, y, type)
            self.add("  %%d = arith.subi %%x, %%y : i32\n    linalg.yield %%d : i32\n  } -> %s", type)
        self.add("%s = tensor.insert_slice %s into %s%s : %s into %s", name, r, b[0], parts[2][0], type, self.type(b[1], b[2]))
        data = [list(row) for row in b[3]]
        (i0, j0), xs, ys = parts[2][2], parts[0][1], parts[1][1]
        for i in range(shape[0]):
            for j in range(shape[1]):
                data[i0 + i][j0 + j] = wrap(xs[i][j] - ys[i][j])
        self.define(b[1], b[2], data, name)

    def write(self):
        self.shown = []
        self.functions.append("func.func private @hidden%d(%%x: index) -> index attributes {no_inline} {" % self.number)
        self.functions.append("  return %x : index\n}\n")
        self.constant()
        self.constant()
        statements = [self.relayout, self.arithmetic, self.destination, self.destination, self.matmul]
        statements += [self.slice, self.insert, self.ragged, self.carried, self.branch, self.state]
        statements += [self.materialize, self.materialize, self.constant, self.forget]
        statements += [self.repeat, self.narrow, self.several, self.stack, self.lookup, self.stencil]
        count = 50 if self.random.random() < 1 / 30 else self.random.randint(4, 14)
        for _ in range(count):
            self.random.choice(statements)()
        for m, a in self.shown:
            t = self.name()
            self.add("%s = bufferization.to_tensor %s restrict : %s to %s", t, m, self.type(a[1], a[2], "memref"), self.type(a[1], a[2]))
            self.show((t,) + a[1:])
        for value in self.random.sample(self.values, min(4, len(self.values))):
            self.show(value)

    def show(self, value):
        plain, m, u = self.name(), self.name("m"), self.name("u")
        tensor, memref = self.type(value[1], None), self.type(value[1], None, "memref")
        self.add("%s = tensor.cast %s : %s to %s", plain, value[0], self.type(value[1], value[2]), tensor)
        self.add("%s = bufferization.to_buffer %s : %s to %s", m, plain, tensor, memref)
        self.add("%s = memref.cast %s : %s to memref<*xi32>", u, m, memref)
        self.add("func.call @printMemrefI32(%s) : (memref<*xi32>) -> ()", u)
        self.expected.append([x for row in value[3] for x in row])

    def text(self):
        return "\n".join(
            self.globals
            + self.functions
            + ["func.func private @f%d() attributes {no_inline} {" % self.number]
            + ["  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index"]
            + ["  %zero = arith.constant 0 : i32"]
            + self.lines
            + ["  return\n}\n"]
        )
