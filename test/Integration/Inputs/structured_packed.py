"""Random structured operations on elements that share bytes (structured_program.py)."""

import numpy as np

from structured_operand import Operand


class PackedKind:
    def packed(self):
        """Elements that share bytes, or have more than their own: factors, terms, results, choices."""
        kind = self.random.choice(["product", "product", "terms", "sum", "choice"])
        every = list(range(self.rank))
        make = lambda dims, element: Operand(self, self.shuffled(list(dims)), element)
        if kind != "product" and self.random.random() < 0.5:
            # Several blocks, of rows that begin within a byte.
            self.extents[-1] = self.random.choice([129, 257, 703])
        if kind == "product":
            rank = self.rank = 3
            self.extents = [self.random.choice([1, 5, 16, 40]), self.random.choice([16, 129, 300, 520]),
                            self.random.choice([13, 64, 300, 520])]
            self.dynamic = {d for d in range(rank) if self.dynamic and self.random.random() < 0.7}
            element, total = self.random.choice([("i4", "i32"), ("i8", "i32"), ("f32", "f32")])
            self.operands = [make([0, 2], element), make([2, 1], "i4"), make([0, 1], total)]
            a, b, c = self.operands
            letters = lambda operand: "".join("ijk"[d] for d in operand.dims)
            self.expected = c.values + np.einsum("%s,%s->%s" % tuple(map(letters, self.operands)),
                                                 a.values, b.values)
            cast, suffix = ("arith.extsi", "i") if total == "i32" else ("arith.sitofp", "f")
            body = ["%%w1 = %s %%x1 : i4 to %s" % (cast, total)]
            body += ["%%w0 = %s %%x0 : %s to i32" % (cast, element)] if total == "i32" else []
            body += ["%%p = arith.mul%s %s, %%w1 : %s" % (suffix, "%w0" if total == "i32" else "%x0", total),
                     "%%q = arith.add%s %%o, %%p : %s" % (suffix, total), "%q"]
        elif kind == "terms":
            some = self.random.sample(every, self.random.randint(1, self.rank))
            element = self.random.choice(["i4", "i8", "i32"])
            self.operands = [make(every, "i4"), make(some, "i4"), make(every, element)]
            a, b, c = self.operands
            self.expected = self.spread(a, c) + self.spread(b, c) + c.values
            bits = {"i4": 16, "i8": 256, "i32": 2**32}[element]
            self.expected = (self.expected + bits // 2) % bits - bits // 2
            body = ["%p = arith.addi %x0, %x1 : i4", "%q = arith.addi %p, %o : i4", "%q"]
            if element != "i4":
                body = ["%%w%d = arith.extsi %%x%d : i4 to %s" % (n, n, element) for n in range(2)] + \
                    ["%%p = arith.addi %%w0, %%w1 : %s" % element,
                     "%%q = arith.addi %%p, %%o : %s" % element, "%q"]
        elif kind == "sum":
            kept = self.random.sample(every, self.random.randint(1, self.rank - 1))
            self.operands = [make(every, "i4"), make(kept, "i32")]
            a, c = self.operands
            letters = lambda operand: "".join("ijk"[d] for d in operand.dims)
            self.expected = c.values + np.einsum("%s->%s" % (letters(a), letters(c)), a.values)
            body = ["%w = arith.extui %x0 : i4 to i32", "%q = arith.addi %o, %w : i32", "%q"] \
                if self.random.random() < 0.5 else \
                ["%w = arith.extsi %x0 : i4 to i32", "%q = arith.addi %o, %w : i32", "%q"]
            if "extui" in body[0]:
                self.expected = c.values + np.einsum("%s->%s" % (letters(a), letters(c)), a.values & 15)
        else:
            element = self.random.choice(["f32", "i8", "i32"])
            self.operands = [make(every, "i1"), make(every, element), make(every, element)]
            a, b, c = self.operands
            self.expected = np.where(self.spread(a, c), self.spread(b, c), c.values)
            body = ["%%q = arith.select %%x0, %%x1, %%o : %s" % element, "%q"]
        for operand in self.operands:
            if operand.element in ("i4", "i1") and self.random.random() < 0.8 or \
                    operand.element == "i8" and self.random.random() < 0.2:
                operand.pack(self.random)
        self.generic(body)
