"""What random structured operations are: their operands, the program, and its run against
numpy (random_structured.py)."""

import ctypes
import random

import numpy as np

from structured_operand import EXTENTS, Operand, decode, encode
from structured_packed import PackedKind


class Program(PackedKind):
    def __init__(self, seed, number, large=False):
        """Large programs are those that threads share and whose operands are packed."""
        self.large = large
        self.random = random.Random(seed)
        self.seed, self.number = seed, number
        kind = self.random.choice(["product", "product", "contraction", "convolution",
                                   "elementwise", "reduction", "window", "predicate",
                                   "turns", "slide", "lookup", "permutation", "packed",
                                   "shifted"]
                                  if not large else
                                  ["product", "product", "slide"])
        isWide = kind in ("product", "window")
        self.rank = {"contraction": self.random.choice([4, 4, 5]), "convolution": 5,
                     "slide": 4, "lookup": 2}.get(kind, 3 if isWide else self.random.choice([2, 2, 3]))
        self.extents = [self.random.choice(EXTENTS[: 14 if self.rank == 2 or isWide else 9])
                        for _ in range(self.rank)]
        if kind == "window":
            self.extents[2] = self.random.randint(1, 4)
        mostly = self.random.choice([0, 0, 0.5, 1])
        self.dynamic = {d for d in range(self.rank) if self.random.random() < mostly}
        getattr(self, kind)()

    def shuffled(self, dims):
        if self.random.random() < 0.4:
            self.random.shuffle(dims)
        return tuple(dims)

    def product(self):
        """c[i,j] += a[i,k] * b[k,j], each transposed or not, and of several blocks."""
        if self.large:
            self.extents = [self.random.choice([96, 128, 200, 257, 300, 520]) for _ in range(3)]
        elif self.random.random() < 0.3:
            self.extents[self.random.randrange(3)] = self.random.choice([257, 300, 520])
        element, total = self.random.choice([("f32", "f32"), ("f32", "f32"), ("bf16", "f32"),
                                             ("i8", "i32"), ("i16", "i32"), ("i32", "i32")])
        other = self.random.choice([element, "f32"]) if total == "f32" else element
        self.operands = [Operand(self, self.shuffled([0, 2]), element),
                         Operand(self, self.shuffled([2, 1]), other),
                         Operand(self, self.shuffled([0, 1]), total)]
        a, b, c = self.operands
        signs = self.bytes() if element == "i8" else self.shorts() if element == "i16" else None
        letters = lambda operand: "".join("ijk"[d] for d in operand.dims)
        self.expected = c.values + np.einsum("%s,%s->%s" % (letters(a), letters(b), letters(c)),
                                             a.values, b.values)
        if total == "i32":
            self.expected = (self.expected + 2**31) % 2**32 - 2**31
        if signs:
            return self.generic(["%%w%d = arith.ext%si %%x%d : %s to i32" % (n, sign, n, element)
                                 for n, sign in enumerate(signs)] +
                                ["%p = arith.muli %w0, %w1 : i32",
                                 "%q = arith.addi %o, %p : i32", "%q"])
        maps = ", ".join(operand.map(3) for operand in self.operands)
        self.operation = "linalg.matmul indexing_maps = [%s]\n  ins(%%t0, %%t1 : %s, %s) " \
            "outs(%%t2 : %s)" % (maps, a.type(True), b.type(True), c.type(True))

    def shorts(self):
        """Takes numbers of 16 bits with sign, the greatest among them, whose products wrap in pairs."""
        for operand in self.operands[:2]:
            operand.values = np.array(
                [self.random.choice([-2**15, self.random.randint(-2**15, 2**15 - 1)])
                 for _ in range(operand.values.size)]).reshape(operand.shape)
        return "ss"

    def bytes(self):
        """Takes bytes with and without sign of the whole range, and sums that wrap."""
        signs = self.random.choice(["ss", "us", "su", "uu"])
        for operand, sign in zip(self.operands, signs):
            low, high = (-128, 127) if sign == "s" else (0, 255)
            operand.values = np.array(
                [self.random.choice([low, high, self.random.randint(low, high)])
                 for _ in range(operand.values.size)]).reshape(operand.shape)
        c = self.operands[2]
        c.values = np.array([self.random.choice([0, 2**31 - 9, -2**31 + 9])
                             for _ in range(c.values.size)]).reshape(c.shape)
        return None if signs == "ss" and self.random.random() < 0.5 else signs

    def contraction(self):
        """Batches, two reductions, and dimensions in any order."""
        element = self.random.choice(["f32", "i32"])
        batch, rows, columns = [0], [1], [2]
        depth = [3] if self.rank == 4 else [3, 4]
        if self.rank == 4 and self.random.random() < 0.5:
            batch, depth = [], [0, 3]
        shuffled = lambda dims: tuple(self.random.sample(dims, len(dims)))
        self.operands = [Operand(self, shuffled(batch + rows + depth), element),
                         Operand(self, shuffled(batch + depth + columns), element),
                         Operand(self, shuffled(batch + rows + columns), element)]
        a, b, c = self.operands
        for operand in self.operands:
            if not self.dynamic and len(operand.dims) > 1 and self.random.random() < 0.15:
                operand.combine(self.random)
        letters = lambda operand: "".join("ijklm"[d] for d in operand.dims)
        self.expected = c.values + np.einsum("%s,%s->%s" % (letters(a), letters(b), letters(c)),
                                             a.values, b.values)
        suffix = "f" if element == "f32" else "i"
        self.generic(["%%p = arith.mul%s %%x0, %%x1 : %s" % (suffix, element),
                      "%%q = arith.add%s %%p, %%o : %s" % (suffix, element), "%q"])

    def convolution(self):
        """c[n,w,o] += a[n, stride * w + dilation * k, i] * b[k,i,o], over tiles or not."""
        element = self.random.choice(["f32", "i32"])
        n, w, o, k, i = self.extents
        k = self.extents[3] = self.random.choice([1, 2, 3, 5])
        stride, dilation = self.random.choice([1, 1, 2]), self.random.choice([1, 1, 2])
        self.dynamic -= {1, 3}
        width = stride * (w - 1) + dilation * (k - 1) + 1 + self.random.choice([0, 3])
        index = "d1 * %d + d3 * %d" % (stride, dilation)
        self.operands = [Operand(self, (0, -1, 4), element, [n, width, i], ["d0", index, "d4"]),
                         Operand(self, (3, 4, 2), element), Operand(self, (0, 1, 2), element)]
        a, b, c = self.operands
        self.expected = c.values + sum(
            np.einsum("nwi,io->nwo",
                      a.values[:, dilation * at:dilation * at + stride * (w - 1) + 1:stride],
                      b.values[at]) for at in range(k))
        suffix = "f" if element == "f32" else "i"
        self.generic(["%%p = arith.mul%s %%x0, %%x1 : %s" % (suffix, element),
                      "%%q = arith.add%s %%p, %%o : %s" % (suffix, element), "%q"])

    def elementwise(self):
        element = self.random.choice(["f32", "bf16", "i8", "i32"])
        every = list(range(self.rank))
        some = self.random.sample(every, self.random.randint(1, self.rank))
        self.operands = [Operand(self, self.shuffled(every[:]), element),
                         Operand(self, tuple(some), element),
                         Operand(self, self.shuffled(every[:]), element)]
        a, b, c = self.operands
        suffix = "f" if element in ("f32", "bf16") else "i"
        if element == "i32" and self.random.random() < 0.3:
            # A division runs one element at a time.
            self.expected = (self.spread(a, c) + self.spread(b, c)) // 3
            return self.generic(["%p = arith.addi %x0, %x1 : i32", "%d = arith.constant 3 : i32",
                                 "%q = arith.floordivsi %p, %d : i32", "%q"])
        body = ["%%p = arith.add%s %%x0, %%x1 : %s" % (suffix, element)]
        self.expected = self.spread(a, c) + self.spread(b, c)
        if self.random.random() < 0.5:
            # What is not read may be stored around the caches.
            return self.generic(body + ["%p"])
        self.expected = self.expected + c.values
        self.generic(body + ["%%q = arith.add%s %%p, %%o : %s" % (suffix, element), "%q"])

    def shifted(self):
        """c[i,j] = a[i + 3, j + 35] + b[i, j + 7], from any index of a tile on."""
        element = self.random.choice(["f32", "bf16", "i8", "i16"])
        self.extents[-1] = self.random.choice([5, 17, 100, 129, 260])
        every = list(range(self.rank))
        self.operands, parts = [], []
        for _ in range(self.random.randint(1, 2)):
            dims = every[:] if self.random.random() < 0.7 else self.random.sample(
                every, self.random.randint(1, self.rank))
            dims = self.shuffled(dims)
            offsets = [self.random.choice([0, 0, 1, 3, 7, 16, 35, 121]) for _ in dims]
            self.dynamic -= {d for d, offset in zip(dims, offsets) if self.random.random() < 0.3}
            shape = [self.extents[d] + offset + self.random.choice([0, 0, 1, 20]) * (offset > 0)
                     for d, offset in zip(dims, offsets)]
            indices = ["d%d + %d" % pair if pair[1] else "d%d" % pair[0] for pair in zip(dims, offsets)]
            a = Operand(self, dims, element, shape, indices)
            self.operands.append(a)
            slices = tuple(slice(at, at + self.extents[d]) for d, at in zip(dims, offsets))
            part = a.values[slices].transpose([dims.index(d) for d in sorted(dims)])
            parts.append(np.expand_dims(part, [d for d in every if d not in dims]))
        self.operands.append(Operand(self, tuple(every), element))
        self.expected = np.broadcast_to(sum(parts), self.extents)
        add = "arith.add%s %%x0, %%x1 : %s" % ("f" if element in ("f32", "bf16") else "i", element)
        self.generic(["%x0"] if len(parts) == 1 else ["%p = " + add, "%p"])

    def permutation(self):
        """Copies whose dimensions come in another order, mostly narrow, and some of them backwards."""
        element = self.random.choice(["bf16", "i8", "i8", "f32"])
        every = list(range(self.rank))
        shuffled = lambda: tuple(self.random.sample(every, self.rank))
        self.operands = [Operand(self, shuffled(), element), Operand(self, shuffled(), element)]
        a, c = self.operands
        backwards = [d for d in every if self.random.random() < 0.2]
        if backwards:
            self.dynamic -= set(backwards)
            shape = [self.extents[d] for d in a.dims]
            indices = ["%d - d%d" % (self.extents[d] - 1, d) if d in backwards else "d%d" % d
                       for d in a.dims]
            a = self.operands[0] = Operand(self, a.dims, element, shape, indices)
            c = self.operands[1] = Operand(self, c.dims, element)
            flipped = np.flip(a.values, [a.dims.index(d) for d in backwards])
            self.expected = flipped.transpose([a.dims.index(d) for d in c.dims])
        else:
            self.expected = self.spread(a, c)
        self.generic(["%x0"])

    def reduction(self):
        element = self.random.choice(["f32", "bf16", "i8", "i32"])
        largest = self.random.random() < 0.5
        total = {"bf16": "f32", "i8": "i32"}.get(element, element)
        if largest and self.random.random() < 0.5:
            total = element
        every = list(range(self.rank))
        kept = self.random.sample(every, self.random.randint(1, self.rank - 1))
        self.operands = [Operand(self, self.shuffled(every), element),
                         Operand(self, tuple(kept), total)]
        a, c = self.operands
        body, value = [], "%x0"
        if total != element:
            cast = "arith.extf" if total == "f32" else "arith.extsi"
            body, value = ["%%w = %s %%x0 : %s to %s" % (cast, element, total)], "%w"
        name = {(True, "f32"): "maximumf", (True, "i32"): "maxsi",
                (True, "bf16"): "maximumf", (True, "i8"): "maxsi",
                (False, "f32"): "addf", (False, "i32"): "addi"}[largest, total]
        body += ["%%q = arith.%s %%o, %s : %s" % (name, value, total), "%q"]
        letters = lambda operand: "".join("ijk"[d] for d in operand.dims)
        left = [axis for axis, d in enumerate(a.dims) if d not in c.dims]
        remaining = "".join(letter for letter, d in zip(letters(a), a.dims) if d in c.dims)
        values = (np.max if largest else np.sum)(a.values, axis=tuple(left))
        values = np.einsum("%s->%s" % (remaining, letters(c)), values)
        self.expected = np.maximum(c.values, values) if largest else c.values + values
        if element == "f32" and not largest and self.random.random() < 0.5:
            self.expected = self.sum_in_order(a, c)
        self.generic(body)

    def predicate(self):
        """Comparisons, choices by their results, and whether any or all of them hold."""
        every = list(range(self.rank))
        some = self.random.sample(every, self.random.randint(1, self.rank))
        element = self.random.choice(["f32", "i8", "i32"])
        make = lambda dims, element: Operand(self, self.shuffled(list(dims)), element)
        compare = "cmpf ogt" if element == "f32" else "cmpi sgt"
        kind = self.random.choice(["compare", "select", "logic", "reduce", "count"])
        if kind == "compare":
            self.operands = [make(every, element), make(some, element), make(every, "i1")]
            a, b, c = self.operands
            self.expected = self.spread(a, c) > self.spread(b, c)
            return self.generic(["%%q = arith.%s, %%x0, %%x1 : %s" % (compare, element), "%q"])
        if kind == "select":
            self.operands = [make(every, "i1"), make(some, element), make(every, element)]
            p, a, c = self.operands
            self.expected = np.where(self.spread(p, c), self.spread(a, c), c.values)
            return self.generic(["%%q = arith.select %%x0, %%x1, %%o : %s" % element, "%q"])
        if kind == "logic":
            self.operands = [make(every, "i1"), make(some, "i1"), make(every, "i1")]
            a, b, c = self.operands
            self.expected = self.spread(a, c) & (self.spread(b, c) ^ c.values)
            return self.generic(["%p = arith.xori %x1, %o : i1", "%q = arith.andi %x0, %p : i1",
                                 "%q"])
        kept = self.random.sample(every, self.random.randint(1, self.rank - 1))
        self.operands = [make(every, "i1"), Operand(self, tuple(kept),
                                                    "i32" if kind == "count" else "i1")]
        a, c = self.operands
        dims = "".join("ijk"[d] for d in a.dims)
        count = np.einsum("%s->%s" % (dims, "".join("ijk"[d] for d in c.dims)), a.values)
        if kind == "count":
            self.expected = c.values + count
            return self.generic(["%w = arith.extui %x0 : i1 to i32",
                                 "%q = arith.addi %o, %w : i32", "%q"])
        isAny = self.random.random() < 0.5
        total = np.prod(a.shape) // np.prod(c.shape)
        self.expected = c.values | (count > 0) if isAny else c.values & (count == total)
        self.generic(["%%q = arith.%s %%o, %%x0 : i1" % ("ori" if isAny else "andi"), "%q"])

    def turns(self):
        """Reductions of bytes and predicates that take turns in memory."""
        element = self.random.choice(["i8", "i8", "i1"])
        self.extents = [self.random.choice([3, 5, 8, 13, 31, 64, 100, 129, 200])
                        for _ in range(self.rank)]
        if self.rank == 3:
            self.extents[self.random.randrange(3)] = self.random.choice([1, 2, 5])
        every = list(range(self.rank))
        kept = self.random.sample(every, self.random.randint(1, self.rank - 1))
        self.operands = [Operand(self, self.shuffled(every), element),
                         Operand(self, tuple(kept), element)]
        a, c = self.operands
        order = every[::-1]
        if self.random.random() < 0.3:
            self.random.shuffle(order)
        a.setLayout(order, self.random.choice(
            ["T(8,128)(4,1)", "T(8,128)(4,1)", "T(16,32)(4,1)", "T(8,128)(2,1)"]))
        name, reduce, combine = self.random.choice(
            [("maxsi", np.max, np.maximum), ("minsi", np.min, np.minimum),
             ("addi", np.sum, np.add)] if element == "i8" else
            [("ori", np.max, np.maximum), ("andi", np.min, np.minimum)])
        left = [axis for axis, d in enumerate(a.dims) if d not in c.dims]
        remaining = "".join("ijk"[d] for d in a.dims if d in c.dims)
        values = np.einsum("%s->%s" % (remaining, "".join("ijk"[d] for d in c.dims)),
                           reduce(a.values, axis=tuple(left)))
        self.expected = (combine(c.values, values) + 128) % 256 - 128
        self.generic(["%%q = arith.%s %%o, %%x0 : %s" % (name, element), "%q"])

    def sum_in_order(self, a, c):
        """Fractions, each result summed in the order of the operation's dimensions."""
        numbers = np.random.default_rng(self.seed)
        for operand in (a, c):
            operand.values = numbers.standard_normal(operand.shape).astype(np.float32)
        left = sorted(set(a.dims) - set(c.dims))
        terms = a.values.transpose([a.dims.index(d) for d in (*left, *c.dims)])
        total = c.values
        for term in terms.reshape([-1, *c.shape]):
            total = total + term
        return total

    def window(self):
        """c[i,j] += a[s*i + k + o, j] * b[k]: rows that a window slides over."""
        if self.random.random() < 0.4:
            return self.pool()
        element, total = self.random.choice([("f32", "f32"), ("bf16", "f32"), ("i8", "i32"),
                                             ("i32", "i32")])
        step, first = self.random.randint(1, 2), self.random.randint(0, 2)
        rows, columns, window = self.extents
        shape = [step * (rows - 1) + window + first, columns]
        row = "%d * d0 + d2 + %d" % (step, first)
        indices = [row, "d1"]
        dims = (0, 1)
        if self.random.random() < 0.3:
            dims, shape, indices = (1, 0), shape[::-1], indices[::-1]
        self.operands = [Operand(self, dims, element, shape, indices),
                         Operand(self, (2,), element), Operand(self, (0, 1), total)]
        a, b, c = self.operands
        values = a.values.transpose([a.dims.index(0), a.dims.index(1)])
        self.expected = c.values + sum(
            values[first + k: first + k + step * rows: step][:rows] * b.values[k]
            for k in range(window))
        body, suffix = [], "f" if total == "f32" else "i"
        cast = {"bf16": "arith.extf", "i8": "arith.extsi"}.get(element)
        for n in range(2):
            body += ["%%w%d = %s %%x%d : %s to %s" % (n, cast, n, element, total)] if cast else []
        names = ("%w0", "%w1") if cast else ("%x0", "%x1")
        self.generic(body + ["%%p = arith.mul%s %s, %s : %s" % (suffix, *names, total),
                             "%%q = arith.add%s %%o, %%p : %s" % (suffix, total), "%q"])

    def slide(self):
        """c[i,j] += a[s*i + k, t*j + l] * b[k,l], windows along the last dimension of tiles; maxima
        of them; or c[i,j] += a[k, t*j + l] * b[i,k,l], channels first."""
        element, total = self.random.choice([("f32", "f32"), ("bf16", "f32"), ("i8", "i32"),
                                             ("i8", "i8"), ("bf16", "bf16"), ("i32", "i32")])
        isPool = element == total and self.random.random() < 0.6 or total == "bf16"
        isChannels = not isPool and self.random.random() < 0.5
        step, stride = self.random.randint(1, 2), self.random.choice([1, 1, 2])
        if self.large:
            self.extents[0] = self.random.choice([64, 100, 129])
        rows, columns, high, wide = self.extents
        columns = self.extents[1] = self.random.choice([columns, 140, 257])
        wide = self.extents[3] = self.random.randint(1, 4)
        if not isChannels:
            high = self.extents[2] = self.random.randint(1, 3)
        self.dynamic -= self.random.choice([{0, 1, 2, 3}, {0, 1, 2, 3}, {3}, {3}, set()])
        above = high if isChannels else step * (rows - 1) + high
        image = [above, stride * (columns - 1) + wide + self.random.choice([0, 3])]
        self.operands = [
            Operand(self, (2 if isChannels else 0, 1), element, image,
                    ["d2" if isChannels else "d0 * %d + d2" % step, "d1 * %d + d3" % stride]),
            Operand(self, (0, 2, 3) if isChannels else (2, 3), element),
            Operand(self, (0, 1), total)]
        a, b, c = self.operands
        window = lambda k, l: a.values[
            (slice(k, k + 1) if isChannels else slice(k, k + step * (rows - 1) + 1, step)),
            l:l + stride * (columns - 1) + 1:stride]
        places = [(k, l) for k in range(high) for l in range(wide)]
        suffix = "f" if total in ("f32", "bf16") else "i"
        if isPool:
            self.expected = np.max([window(*place) for place in places] + [c.values], axis=0)
            kind = "maximumf" if suffix == "f" else "maxsi"
            return self.generic(["%%q = arith.%s %%o, %%x0 : %s" % (kind, total), "%q"])
        weight = lambda k, l: b.values[:, k, l][:, None] if isChannels else b.values[k, l]
        self.expected = c.values + sum(window(*place) * weight(*place) for place in places)
        if total == "i8":
            self.expected = (self.expected + 128) % 256 - 128
        cast = {"bf16": "arith.extf", "i8": "arith.extsi"}.get(element if element != total else "")
        body = ["%%w%d = %s %%x%d : %s to %s" % (n, cast, n, element, total)
                for n in range(2)] if cast else []
        names = ("%w0", "%w1") if cast else ("%x0", "%x1")
        self.generic(body + ["%%p = arith.mul%s %s, %s : %s" % (suffix, *names, total),
                             "%%q = arith.add%s %%o, %%p : %s" % (suffix, total), "%q"])

    def lookup(self):
        """c[i,j] += t[r[i], j], or sums of such over i: rows or columns of a table."""
        element = self.random.choice(["f32", "bf16", "bf16", "i8", "i8", "i32"])
        along, axis = self.random.choice([0, 0, 1]), self.random.choice([0, 0, 1])
        entries, other = self.random.choice([1, 5, 24, 100]), 1 - along
        isSum = element in ("f32", "i32") and self.random.random() < 0.4
        index = Operand(self, (along,), "i32")
        index.values = np.array([self.random.randrange(entries) for _ in index.values])
        order = slice(None, None, -1 if axis else 1)
        table = Operand(self, (0, 1), element, [entries, self.extents[other]][order])
        out = Operand(self, (other,) if isSum else self.shuffled([0, 1]), element)
        self.operands = [index, table, out]
        entry = (table.values.T if axis else table.values)[index.values]
        self.expected = out.values + (entry.sum(axis=0) if isSum else
                                      entry.T if out.dims[0] == other else entry)
        kinds = ", ".join('"reduction"' if isSum and d == along else '"parallel"'
                          for d in range(2))
        self.operation = """linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]}
    ins(%%t0 : %s) outs(%%t2 : %s) {
  ^bb0(%%x: i32, %%o: %s):
    %%r = arith.index_cast %%x : i32 to index
    %%i = linalg.index %d : index
    %%v = memref.load %%t1[%s] : %s
    %%q = arith.add%s %%o, %%v : %s
    linalg.yield %%q : %s
  }""" % (index.map(2), out.map(2), kinds, index.type(True), out.type(True), element, other,
          ", ".join(["%r", "%i"][order]), table.type(True),
          "f" if element in ("f32", "bf16") else "i", element, element)

    def pool(self):
        """c[i,j] = max(c[i,j], a[s*i + k + o, j]) of bytes whose rows take turns in words, or of
        such sums with b[k]."""
        step, first = self.random.randint(1, 3), self.random.randint(0, 5)
        rows, columns, window = self.extents
        shape = [step * (rows - 1) + window + first, columns]
        row = "%d * d0 + d2 + %d" % (step, first)
        self.operands = [Operand(self, (0, 1), "i8", shape, [row, "d1"]),
                         Operand(self, (2,), "i8"), Operand(self, (0, 1), "i8")]
        a, b, c = self.operands
        for operand in a, c:
            operand.setLayout([1, 0], self.random.choice(
                ["T(8,128)(4,1)", "T(8,128)(4,1)", "T(16,32)(4,1)", "T(4,16)(4,1)"]))
        plain = self.random.random() < 0.6
        self.expected = np.maximum(c.values, np.max([
            a.values[first + k: first + k + step * rows: step][:rows] + (0 if plain else b.values[k])
            for k in range(window)], axis=0))
        self.generic(["%q = arith.maxsi %o, %x0 : i8", "%q"] if plain else
                     ["%s = arith.addi %x0, %x1 : i8", "%q = arith.maxsi %o, %s : i8", "%q"])

    def spread(self, operand, like):
        """The operand's values, broadcast to the dimensions of another."""
        values = operand.values.transpose(
            [operand.dims.index(d) for d in like.dims if d in operand.dims])
        return values.reshape([n if d in operand.dims else 1
                               for d, n in zip(like.dims, like.shape)])

    def generic(self, body):
        *inputs, output = self.operands
        kinds = ", ".join('"parallel"' if d in output.dims else '"reduction"'
                          for d in range(self.rank))
        arguments = ["%%x%d: %s" % (n, a.element) for n, a in enumerate(inputs)]
        self.operation = """linalg.generic {indexing_maps = [%s], iterator_types = [%s]}
    ins(%s : %s) outs(%%t%d : %s) {
  ^bb0(%s, %%o: %s):
    %s
    linalg.yield %s : %s
  }""" % (", ".join(a.map(self.rank) for a in self.operands), kinds,
          ", ".join("%%t%d" % n for n in range(len(inputs))),
          ", ".join(a.type(True) for a in inputs), len(inputs), output.type(True),
          ", ".join(arguments), output.element, "\n    ".join(body[:-1]), body[-1],
          output.element)

    def text(self):
        lines = ["func.func @f%d(%s) attributes {llvm.emit_c_interface} {" % (
            self.number, ", ".join("%%a%d: %s" % (n, a.type(False))
                                   for n, a in enumerate(self.operands)))]
        for n, operand in enumerate(self.operands):
            sizes = []
            for axis, d in enumerate(operand.dims):
                if d in self.dynamic:
                    name = "%%n%d_%d" % (n, axis)
                    lines += ["  %s_at = arith.constant %d : index" % (name, axis),
                              "  %s = memref.dim %%a%d, %s_at : %s" % (
                                  name, n, name, operand.type(False))]
                    sizes.append(name)
            types = operand.type(False), operand.type(True)
            lines += ["  %%t%d = memref.alloc(%s) : %s" % (n, ", ".join(sizes), types[1]),
                      "  tiled_layout.relayout ins(%%a%d : %s) outs(%%t%d : %s) padding = %s" % (
                          n, types[0], n, types[1], operand.padding())]
        last = len(self.operands) - 1
        types = self.operands[-1].type(True), self.operands[-1].type(False)
        lines += ["  " + self.operation,
                  "  tiled_layout.relayout ins(%%t%d : %s) outs(%%a%d : %s)" % (
                      last, types[0], last, types[1])]
        lines += ["  memref.dealloc %%t%d : %s" % (n, a.type(True))
                  for n, a in enumerate(self.operands)]
        return "\n".join(lines + ["  return", "}"]) + "\n"

    def run(self, library):
        """Returns what is wrong, or nothing."""
        arrays = [encode(a.values, a.element) for a in self.operands]
        arguments = []
        for array in arrays:
            strides = [stride // array.itemsize for stride in array.strides]
            words = [array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides]
            arguments.append((ctypes.c_int64 * len(words))(*words))
        getattr(library, "_mlir_ciface_f%d" % self.number)(*arguments)
        result = decode(arrays[-1], self.operands[-1].element)
        # Also where a number is NaN.
        wrong = ~(result == self.expected)
        if not wrong.any():
            return None
        index = tuple(int(i) for i in np.argwhere(wrong)[0])
        return "seed %d: %s at %s instead of %s, and %d more\n%s" % (
            self.seed, result[index], index, self.expected[index], wrong.sum() - 1, self.text())
