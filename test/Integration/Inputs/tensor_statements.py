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

    def stack(self):
        """Matrices on top of each other, and one of them, at an index of a loop or a
        constant."""
        a, b = self.pair()
        depth = self.random.randint(1, 4)
        whole = self.type((depth,) + a[1], self.random.choice(STACKS))
        part, name, result, n = self.type(a[1], a[2]), self.name("e"), self.name(), self.name("n")
        sizes = "[1, %d, %d] [1, 1, 1]" % a[1]
        self.add("%s = tensor.empty() : %s\n  %s = arith.constant %d : index", name, whole, n, depth)
        first, filled, picked = self.name(), self.name(), self.random.randrange(depth)
        self.add("%s = scf.for %%i = %%c0 to %s step %%c1 iter_args(%%x = %s) -> %s {", first, n, name, whole)
        self.add("  %%y = tensor.insert_slice %s into %%x[%%i, 0, 0] %s : %s into %s", a[0], sizes, part, whole)
        self.add("  scf.yield %%y : %s\n  }", whole)
        at = self.random.randrange(depth)
        self.add("%s = tensor.insert_slice %s into %s[%d, 0, 0] %s : %s into %s", filled, b[0], first, at, sizes, part, whole)
        i = self.name("i")
        self.add("%s = arith.constant %d : index", i, picked)
        index = i if self.random.random() < 0.5 else picked
        self.add("%s = tensor.extract_slice %s[%s, 0, 0] %s : %s to %s", result, filled, index, sizes, whole, part)
        self.define(a[1], a[2], (b if at == picked else a)[3], result)

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

    def write(self):
        self.shown = []
        self.constant()
        self.constant()
        statements = [self.relayout, self.arithmetic, self.destination, self.destination, self.matmul]
        statements += [self.slice, self.insert, self.ragged, self.carried, self.branch, self.state]
        statements += [self.materialize, self.materialize, self.constant, self.forget]
        statements += [self.repeat, self.narrow, self.several, self.stack, self.lookup]
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
