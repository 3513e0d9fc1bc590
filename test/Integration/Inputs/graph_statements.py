"""The statements of random programs on tensors of any rank (tensor_graph.py)."""

import numpy as np

# Elements of a value.
MOST = 6000


class Skip(Exception):
    """The statement does not fit the value."""


class Statements:
    def relay(self, value):
        layout, name = self.layout(value.rank), self.name()
        if layout == value.layout:
            return
        result = self.type(value.shape, layout, value.dynamic)
        self.add("%s = tensor.cast %s : %s to %s", name, value.name, self.of(value), result)
        self.values.append(self.value(name, value.data, layout, value.dynamic))
        if self.random.random() < self.hides:
            hidden = self.value(self.name(), value.data, layout, [True] * value.rank)
            self.add("%s = tensor.cast %s : %s to %s", hidden.name, name, result, self.of(hidden))
            self.values.append(hidden)

    def elementwise(self, value):
        """Of operands that are broadcast, or indexed in another order."""
        rank, operands = value.rank, [(value, list(range(value.rank)))]
        for other in self.random.sample(self.values, min(len(self.values), 8)):
            dims = []
            for extent in other.shape:
                equal = [d for d in range(rank) if d not in dims and value.shape[d] == extent]
                dims.append(self.random.choice(equal) if equal else -1)
            if -1 not in dims and len(operands) < 3:
                operands.append((other, dims))
        body, last, data = [], "%x0", value.data
        for number, (other, dims) in enumerate(operands[1:], 1):
            shape = [value.shape[d] if d in dims else 1 for d in range(rank)]
            spread = other.data.transpose(np.argsort(dims)).reshape(shape)
            kind = self.random.choice(["add", "sub", "mul", "max"])
            operation = {"max": "maximumf" if self.suffix == "f" else "maxsi"}.get(
                kind, kind + self.suffix)
            body.append("%%y%d = arith.%s %s, %%x%d : %s" % (number, operation, last, number,
                                                            self.element))
            last = "%%y%d" % number
            data = {"add": np.add, "sub": np.subtract, "mul": np.multiply,
                    "max": np.maximum}[kind](data, spread)
            data = self.wrap(data)
        self.generic(operands, body + [last], value.shape, self.layout(rank),
                     self.hide(value.shape), np.broadcast_to(data, value.shape))

    def reduce(self, value):
        if value.rank == 0:
            raise Skip
        dims = sorted(self.random.sample(range(value.rank), self.random.randint(1, value.rank)))
        kept = [d for d in range(value.rank) if d not in dims]
        shape, dynamic = [value.shape[d] for d in kept], [value.dynamic[d] for d in kept]
        layout = self.layout(len(kept))
        init, name = self.zeros(shape, layout, dynamic), self.name()
        isMax = self.random.random() < 0.3
        kind = ("maximumf" if self.suffix == "f" else "maxsi") if isMax else "add" + self.suffix
        self.add("%s = linalg.reduce { arith.%s } ins(%s : %s) outs(%s : %s) dimensions = %s",
                 name, kind, value.name, self.of(value), init, self.type(shape, layout, dynamic), dims)
        self.define(name, value.data.max(axis=tuple(dims), initial=0) if isMax
                    else value.data.sum(axis=tuple(dims)), layout, dynamic)

    def contract(self, value):
        """A sum of products over some of the extents that two values share."""
        other = self.random.choice(self.values)
        extents, dims = list(value.shape), []
        for extent in other.shape:
            equal = [d for d in range(value.rank) if extents[d] == extent and d not in dims]
            if equal and self.random.random() < 0.7:
                dims.append(self.random.choice(equal))
            else:
                extents.append(extent)
                dims.append(len(extents) - 1)
        reduced = [d for d in range(value.rank) if d in dims and self.random.random() < 0.7]
        kept = [d for d in range(len(extents)) if d not in reduced]
        shape = [extents[d] for d in kept]
        if not extents or len(extents) > 5 or len(kept) > 4 or np.prod(extents) > 200000 or \
                np.prod(shape) > MOST:
            raise Skip
        order = self.random.sample(range(len(kept)), len(kept))
        kept, shape = [kept[k] for k in order], [shape[k] for k in order]
        layout, dynamic = self.layout(len(kept)), self.hide(shape)
        letters = lambda dims: "".join("abcdefg"[d] for d in dims)
        data = np.einsum("%s,%s->%s" % (letters(range(value.rank)), letters(dims), letters(kept)),
                         value.data, other.data)
        body = ["%%p = arith.mul%s %%x0, %%x1 : %s" % (self.suffix, self.element),
                "%%q = arith.add%s %%o, %%p : %s" % (self.suffix, self.element), "%q"]
        self.generic([(value, range(value.rank)), (other, dims)], body, shape, layout, dynamic,
                     data, self.zeros(shape, layout, dynamic), kept, reduced, len(extents))

    def transpose(self, value):
        # MLIR's verifier crashes on one of rank 0.
        if value.rank == 0:
            raise Skip
        order = self.random.sample(range(value.rank), value.rank)
        shape, dynamic = [value.shape[d] for d in order], [value.dynamic[d] for d in order]
        layout = self.layout(value.rank)
        init, name = self.empty(shape, layout, dynamic), self.name()
        self.add("%s = linalg.transpose ins(%s : %s) outs(%s : %s) permutation = %s", name,
                 value.name, self.of(value), init, self.type(shape, layout, dynamic), order)
        self.define(name, value.data.transpose(order), layout, dynamic)

    def broadcast(self, value):
        if value.rank > 3 or value.data.size > MOST // 2:
            raise Skip
        dim, extent = self.random.randint(0, value.rank), self.random.choice([1, 2, 3, 5])
        shape, dynamic = list(value.shape), list(value.dynamic)
        shape.insert(dim, extent)
        dynamic.insert(dim, False)
        layout = self.layout(len(shape))
        init, name = self.empty(shape, layout, dynamic), self.name()
        self.add("%s = linalg.broadcast ins(%s : %s) outs(%s : %s) dimensions = [%d]", name,
                 value.name, self.of(value), init, self.type(shape, layout, dynamic), dim)
        self.define(name, np.broadcast_to(np.expand_dims(value.data, dim), shape), layout, dynamic)

    def pad(self, value):
        low = [self.random.choice([0, 0, 1, 3]) for _ in value.shape]
        high = [self.random.choice([0, 0, 1, 2, 8]) for _ in value.shape]
        number = self.random.choice([0, 0, -1, 2])
        data = np.pad(value.data, list(zip(low, high)), constant_values=number) \
            if value.rank else None
        if data is None or data.size > MOST:
            raise Skip
        constant, name = self.constant(number), self.name()
        self.add("%s = tensor.pad %s low%s high%s {", name, value.name, low, high)
        self.add("^bb0(%s):", ", ".join("%%p%d: index" % d for d in range(value.rank)))
        self.add("  tensor.yield %s : %s } : %s to %s", constant, self.element, self.of(value),
                 self.type(data.shape, value.layout, value.dynamic))
        self.define(name, data, value.layout, value.dynamic)

    def concat(self, value):
        if value.rank == 0:
            raise Skip
        dim = self.random.randrange(value.rank)
        rest = lambda shape: shape[:dim] + shape[dim + 1:]
        others = [v for v in self.values
                  if v.rank == value.rank and rest(v.shape) == rest(value.shape)]
        parts = [value] + self.random.choices(others, k=self.random.randint(1, 2))
        data = np.concatenate([part.data for part in parts], dim)
        if data.size > MOST:
            raise Skip
        dynamic = [(any if d == dim else all)(part.dynamic[d] for part in parts)
                   for d in range(value.rank)]
        layout, name = self.random.choice([value.layout, self.layout(value.rank)]), self.name()
        self.add("%s = tensor.concat dim(%d) %s : (%s) -> %s", name, dim,
                 ", ".join(part.name for part in parts), ", ".join(self.of(part) for part in parts),
                 self.type(data.shape, layout, dynamic))
        self.define(name, data, layout, dynamic)

    def slice(self, value):
        """With steps, offsets and sizes that may be hidden, and dimensions that are dropped."""
        if value.rank == 0:
            raise Skip
        offsets, sizes, steps, data = [], [], [], value.data
        for extent in value.shape:
            step = self.random.choice([1, 1, 1, 2])
            size = min(self.random.choice([extent, self.random.randint(1, extent)]),
                       (extent + step - 1) // step)
            offsets.append(self.random.randint(0, extent - (size - 1) * step - 1))
            sizes.append(size)
            steps.append(step)
        data = data[tuple(slice(o, o + (n - 1) * s + 1, s)
                          for o, n, s in zip(offsets, sizes, steps))]
        drops = self.random.random() < 0.3
        kept = [d for d in range(value.rank) if not (drops and sizes[d] == 1)]
        texts = [self.maybe_hidden(n) if d in kept else str(n) for d, n in enumerate(sizes)]
        shape, dynamic = [sizes[d] for d in kept], [texts[d][0] == "%" for d in kept]
        layout = self.random.choice(["", value.layout]) if len(kept) == value.rank else ""
        name = self.name()
        self.add("%s = tensor.extract_slice %s[%s] [%s] %s : %s to %s", name, value.name,
                 ", ".join(self.maybe_hidden(n) for n in offsets), ", ".join(texts), steps,
                 self.of(value), self.type(shape, layout, dynamic))
        self.define(name, data.reshape(shape), layout, dynamic)

    def insert(self, value):
        larger = [v for v in self.values if v.rank == value.rank and
                  all(a >= b for a, b in zip(v.shape, value.shape))]
        into = self.random.choice(larger)
        if value.rank == 0:
            raise Skip
        offsets = [self.random.randint(0, a - b) for a, b in zip(into.shape, value.shape)]
        data = into.data.copy()
        data[tuple(slice(o, o + n) for o, n in zip(offsets, value.shape))] = value.data
        name = self.name()
        self.add("%s = tensor.insert_slice %s into %s[%s] [%s] %s : %s into %s", name, value.name,
                 into.name, ", ".join(self.maybe_hidden(n) for n in offsets),
                 ", ".join(self.hidden(n) if d else str(n)
                           for n, d in zip(value.shape, value.dynamic)),
                 [1] * value.rank, self.of(value), self.of(into))
        self.define(name, data, into.layout, into.dynamic)

    def reshape(self, value):
        rank, shape = value.rank, list(value.shape)
        if any(value.dynamic) or rank == 0:
            raise Skip
        collapses = rank > 1 and self.random.random() < 0.5
        dim = self.random.randrange(rank - 1 if collapses else rank)
        wide = rank if collapses else rank + 1
        groups = [[d] for d in range(dim)] + [[dim, dim + 1]] + [[d] for d in range(dim + 2, wide)]
        if collapses:
            shape[dim:dim + 2] = [shape[dim] * shape[dim + 1]]
        elif rank < 4:
            part = self.random.choice([n for n in range(1, shape[dim] + 1) if shape[dim] % n == 0])
            shape[dim:dim + 1] = [shape[dim] // part, part]
        else:
            raise Skip
        layout, name = self.random.choice(["", self.layout(len(shape))]), self.name()
        static = [False] * len(shape)
        self.add("%s = tensor.%s_shape %s %s%s : %s into %s", name,
                 "collapse" if collapses else "expand", value.name, groups,
                 "" if collapses else " output_shape %s" % shape, self.of(value),
                 self.type(shape, layout, static))
        self.define(name, value.data.reshape(shape), layout, static)

    def repeat(self, value):
        """A loop that adds to what it carries."""
        other = self.random.choice([v for v in self.values if v.shape == value.shape])
        times, type, same = self.random.choice([0, 1, 3]), self.of(value), range(value.rank)
        count, name = self.name(), self.name()
        self.add("%s = arith.constant %d : index", count, times)
        self.add("%s = scf.for %%it = %%c0 to %s step %%c1 iter_args(%%acc = %s) -> %s {", name,
                 count, value.name, type)
        map = self.map(value.rank, same)
        kinds = ", ".join(['"parallel"'] * value.rank)
        self.add("  %%z = linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]}"
                 " ins(%s : %s) outs(%%acc : %s) {", map, map, kinds, other.name, self.of(other), type)
        self.add("  ^bb0(%%x: %s, %%y: %s):", self.element, self.element)
        self.add("    %%q = arith.add%s %%x, %%y : %s", self.suffix, self.element)
        self.add("    linalg.yield %%q : %s } -> %s", self.element, type)
        self.add("  scf.yield %%z : %s }", type)
        self.define(name, value.data + times * other.data, value.layout, value.dynamic)

    def gather(self, value):
        """Elements by computed indices: one dimension backwards, or rotated."""
        if value.rank == 0:
            raise Skip
        dim, name = self.random.randrange(value.rank), self.name()
        turns = self.random.random() < 0.5
        self.add("%s = arith.constant %d : index", name, value.shape[dim] - (0 if turns else 1))
        body = ["%%j%d = linalg.index %d : index" % (d, d) for d in range(value.rank)]
        body += ["%%n = arith.addi %%j%d, %%c1 : index" % dim,
                 "%%k = arith.remui %%n, %s : index" % name] if turns else \
            ["%%k = arith.subi %s, %%j%d : index" % (name, dim)]
        indices = ", ".join("%k" if d == dim else "%%j%d" % d for d in range(value.rank))
        body += ["%%x = tensor.extract %s[%s] : %s" % (value.name, indices, self.of(value)), "%x"]
        data = np.roll(value.data, -1, dim) if turns else np.flip(value.data, dim)
        self.generic([], body, value.shape, self.layout(value.rank), self.hide(value.shape), data)

    def select(self, value):
        """One of two values, as a flag of the program says."""
        other = self.random.choice([v for v in self.values if v.shape == value.shape])
        flag, type = self.random.randint(0, 1), self.of(value)
        condition, cast, name = self.name(), self.name(), self.name()
        self.add("%s = tensor.cast %s : %s to %s", cast, other.name, self.of(other), type)
        self.add("%s = arith.cmpi eq, %%flag%d, %%c1 : index", condition, flag)
        self.add("%s = scf.if %s -> %s {", name, condition, type)
        self.add("  scf.yield %s : %s } else {\n    scf.yield %s : %s }", value.name, type, cast, type)
        self.define(name, value.data if flag else other.data, value.layout, value.dynamic)
