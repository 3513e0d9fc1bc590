"""The operands of random structured operations, with the tiles that they may have."""

import numpy as np

# Tiles, and the bytes of an element that they are for, or 0 for any.
TILES = {2: [("", 0), ("", 0), ("T(8,128)", 0), ("T(8,128)", 0), ("T(4,8)", 0), ("T(8,16)", 0),
             ("T(8,128)(2,1)", 2), ("T(8,16)(2,1)", 2), ("T(8,128)(4,1)", 1),
             ("T(16,32)(4,1)", 1), ("T(3,5)", 0), ("T(3,8)", 0)]}
TILES[1] = [("", 0), ("T(8)", 0), ("T(128)", 0)]
TILES[3] = TILES[4] = TILES[2]
EXTENTS = [1, 2, 3, 5, 8, 13, 16, 17, 24, 31, 40, 64, 100, 129]
# What elements that share bytes have besides.
PACKED = {"i4": ["T(8,128)(8,1)", "T(8,16)(8,1)"], "i1": ["T(32,128)(32,1)", "T(8,16)(8,1)"]}
TYPES = {"f32": np.float32, "bf16": np.uint16, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i4": np.int8, "i1": np.bool_}
BYTES = {"f32": 4, "bf16": 2, "i8": 1, "i16": 2, "i32": 4, "i4": 1, "i1": 1}


def encode(values, element):
    """Small integers as an array of `element`; bf16 as its bits."""
    if element == "bf16":
        return (np.ascontiguousarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if element == "i4":
        # Upstream takes the upper bits to be zero.
        values = np.asarray(values) & 15
    return np.ascontiguousarray(values, TYPES[element])


def decode(array, element):
    if element == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if element == "i4":
        return ((array & 15) ^ 8).astype(np.float64) - 8
    return array.astype(np.float64)


class Operand:
    def __init__(self, program, dims, element, shape=None, indices=None):
        """Indexed by the dimensions, or by expressions of them."""
        pick = program.random
        self.dims, self.element = dims, element
        self.shape = shape or [program.extents[d] for d in dims]
        self.indices = indices or ["d%d" % d for d in dims]
        low, high = {"i1": (0, 1), "i4": (-8, 7)}.get(element, (-4, 4))
        self.values = np.array([pick.randint(low, high) for _ in range(int(np.prod(self.shape)))]
                               ).reshape(self.shape)
        tiles = pick.choice([text for text, size in TILES[len(dims)]
                             if size in (0, BYTES[element])])
        order = list(range(len(dims)))[::-1]
        if pick.random() < 0.3:
            pick.shuffle(order)
        self.setLayout(order, tiles)
        self.dynamic = program.dynamic

    def setLayout(self, order, tiles):
        self.layout = "{%s%s%s}" % (",".join(map(str, order)), ":" if tiles else "", tiles)

    def pack(self, random):
        """Lets elements share bytes, or words that rows share, or have more than their own."""
        bits = {"i4": 4, "i1": 1}.get(self.element, 32)
        packed = PACKED.get(self.element) if len(self.dims) > 1 else None
        if packed and random.random() < 0.5:
            self.setLayout(list(range(len(self.dims)))[::-1], random.choice(packed))
        self.layout = self.layout[:-1] + (":" if ":" not in self.layout else "") + "E(%d)}" % bits

    def combine(self, random):
        """Lets a tile combine the dimensions above the last one, or with the last one, too."""
        tile = random.choice(["T(*,8)", "T(*,128)", "T(*,3)", "T(*,*,5)" if len(self.dims) > 2 else "T(*,5)"])
        self.setLayout(list(range(len(self.dims)))[::-1], tile)
        self.layout += ", bounds = %s" % list(map(int, self.shape))

    def type(self, tiled):
        extents = "".join("?x" if d in self.dynamic else "%dx" % n
                          for d, n in zip(self.dims, self.shape))
        layout = ", #tiled_layout.layout<%s>" % self.layout if tiled else ""
        return "memref<%s%s%s>" % (extents, self.element, layout)

    def map(self, rank):
        names = ["d%d" % d for d in range(rank)]
        return "affine_map<(%s) -> (%s)>" % (
            ", ".join(names), ", ".join(self.indices))

    def padding(self):
        if self.element in ("f32", "bf16"):
            return "0x7FC00000 : f32" if self.element == "f32" else "0x7FC0 : bf16"
        if self.element == "i1":
            return "true"
        return "%d : %s" % ({"i4": -3, "i8": 99, "i16": 9999}.get(self.element, 1 << 24), self.element)
