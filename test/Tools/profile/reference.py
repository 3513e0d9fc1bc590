"""An independent profiler for small modules, for the tests of
tiled-layout-profile. It reads one instruction a line, knows arrays as lists of
positions, and follows docs/Profile.md word by word. It shares no code with the
tool and looks at every element."""

import itertools
import json
import math
import re
import sys

WIDTH = {
    "pred": 8, "s4": 8, "u4": 8, "s2": 8, "s8": 8, "u8": 8, "s16": 16,
    "u16": 16, "bf16": 16, "f16": 16, "s32": 32, "u32": 32, "f32": 32,
    "s64": 64, "f64": 64, "c64": 64, "c128": 128,
}


class Shape:
    def __init__(self, text):
        self.text = text
        match = re.fullmatch(r"(\w+)\[([^\]]*)\](\{.*\})?", text)
        assert match, text
        self.type, dims, layout = match.groups()
        self.dims = []
        for dim in filter(None, dims.split(",")):
            self.dims.append(1 if dim == "?" else int(dim.lstrip("<=")))
        self.order = list(range(len(self.dims)))[::-1]
        self.tiles, self.tail, self.bits, self.space = [], 1, WIDTH[self.type], 0
        self.rest = ""
        if layout:
            order, _, rest = layout[1:-1].partition(":")
            self.order = [int(d) for d in filter(None, order.split(","))]
            self.rest = rest
            while rest:
                if rest[0] == "T":
                    rest = rest[1:]
                    while rest.startswith("("):
                        tile, rest = rest[1:].split(")", 1)
                        self.tiles.append([int(t) for t in tile.split(",")])
                    continue
                mark, value, rest = re.match(r"([LES])\((\d+)\)(.*)", rest).groups()
                if mark == "L":
                    self.tail = int(value)
                elif mark == "E":
                    self.bits = int(value) or self.bits
                else:
                    self.space = int(value)

    def elements(self, order=None):
        physical = [self.dims[d] for d in reversed(order or self.order)]
        for tile in self.tiles:
            physical = [1] * (len(tile) - len(physical)) + physical
            kept = len(physical) - len(tile)
            outer = [-(-p // t) for p, t in zip(physical[kept:], tile)]
            physical = physical[:kept] + outer + tile
        count = math.prod(physical)
        return -(-count // self.tail) * self.tail

    def position(self, index):
        extents = [self.dims[d] for d in reversed(self.order)]
        values = [index[d] for d in reversed(self.order)]
        for tile in self.tiles:
            lack = len(tile) - len(extents)
            extents, values = [1] * lack + extents, [0] * lack + values
            kept = len(extents) - len(tile)
            outer = [-(-e // t) for e, t in zip(extents[kept:], tile)]
            values = (values[:kept] + [v // t for v, t in zip(values[kept:], tile)]
                      + [v % t for v, t in zip(values[kept:], tile)])
            extents = extents[:kept] + outer + tile
        result = 0
        for value, extent in zip(values, extents):
            result = result * extent + value
        return result

    def bytes(self, order=None):
        return -(-self.elements(order) * self.bits // 8)

    def logical(self):
        return -(-math.prod(self.dims) * self.bits // 8)

    def indices(self):
        return itertools.product(*(range(d) for d in self.dims))

    def filled(self):
        return {self.position(i) * self.bits + b
                for i in self.indices() for b in range(self.bits)}

    def best(self):
        """Row-major first, then the other orders as permutations come."""
        least = None
        for major in itertools.permutations(range(len(self.dims))):
            order = list(major)[::-1]
            size = self.bytes(order)
            if least is None or size < least[0]:
                least = size, order
        text = "{" + ",".join(map(str, least[1]))
        return text + (":" + self.rest if self.rest else "") + "}", least[0]


def arrays(text):
    """The shapes in a type, tuples taken apart."""
    text = re.sub(r"/\*.*?\*/", "", text)
    found = re.findall(r"\w+\[[^\]]*\](?:\{[^}]*\})?", text)
    return [Shape(t) for t in found if not t.startswith(("token", "opaque"))]


def is_array(text):
    return not text.startswith("(") and len(arrays(text)) == 1


class Instruction:
    def __init__(self, line):
        match = re.match(r"\s*(ROOT )?%?([\w.\-]+) = ", line)
        self.name = match[2]
        rest = line[match.end():]
        end = 0
        if rest.startswith("("):
            depth = 0
            for end, c in enumerate(rest):
                depth += (c in "([{") - (c in ")]}")
                if depth == 0:
                    break
            end += 1
        else:
            end = re.match(r"\w+\[[^\]]*\](\{[^}]*\})?", rest).end()
        self.type, rest = rest[:end], rest[end:].strip()
        self.opcode, rest = rest.split("(", 1)
        inner, self.attributes = rest.split(")", 1)
        self.operands = [o.strip().lstrip("%") for o in inner.split(",") if o.strip()]

    def called(self, key):
        found = re.search(r"\b%s=(\{[^}]*\}|%%?[\w.\-]+|[\w.\-]+)" % key, self.attributes)
        if not found:
            return []
        return [n.strip().lstrip("%") for n in found[1].strip("{}").split(",")]

    def text(self, key):
        found = re.search(key + r'="([^"]*)"', self.attributes)
        return found[1] if found else ""


APPLIES = ["select", "scatter", "comparator", "called_computations"]
OTHERS = ["body", "condition", "branch_computations", "true_computation",
          "false_computation"]
NO_BUFFER = {"tuple", "get-tuple-element", "bitcast", "while", "conditional",
             "call", "opt-barrier", "after-all", "add-dependency", "domain",
             "send", "recv"}


def read(text):
    computations, entry, current = {}, None, None
    for line in text.splitlines():
        if line.startswith("HloModule"):
            module = line.split()[1].rstrip(",")
        elif line.endswith("{"):
            name = line.split("(")[0].split("{")[0].replace("ENTRY", "").strip()
            current = computations.setdefault(name.lstrip("%"), [])
            if line.startswith("ENTRY"):
                entry = name.lstrip("%")
        elif " = " in line:
            current.append(Instruction(line))
    return module, computations, entry


def profile(text):
    module, computations, entry = read(text)
    sites = []  # caller, callee, key, opcode, count or None
    for caller, instructions in computations.items():
        for i in instructions:
            if i.opcode.endswith(("-update", "-done")):
                continue
            opcode = re.sub("-start$", "", i.opcode)
            for key in ["calls", "to_apply"] + APPLIES + OTHERS:
                for callee in i.called(key):
                    count = 1
                    if opcode == "while" and key in ("body", "condition"):
                        found = re.search(r'known_trip_count\W+n\W+(\d+)', i.attributes)
                        count = int(found[1]) if found else None
                    sites.append((caller, callee, key, opcode, count))

    def closure(direct):
        members = {s[1] for s in sites if direct(s)}
        while True:
            more = {s[1] for s in sites if s[0] in members} - members
            if not more:
                return members
            members |= more

    applied = closure(lambda s: s[2] in APPLIES or (s[2] == "to_apply" and s[3] != "call"))
    fused = closure(lambda s: s[2] == "calls" and s[3] == "fusion") - applied

    def trips(name):
        if name == entry:
            return 1
        return sum(trips(s[0]) * (1 if s[4] is None else s[4])
                   for s in sites if s[1] == name)

    def known(name):
        return all(s[4] is not None and known(s[0]) for s in sites if s[1] == name)

    buffers, moves, inconsistent = [], [], []
    for name, instructions in computations.items():
        if name in applied:
            continue
        by_name = {i.name: i for i in instructions}

        def start_of(i):
            while True:
                if not i.operands or i.operands[0] not in by_name:
                    return None
                i = by_name[i.operands[0]]
                if i.opcode.endswith("-start"):
                    return i
                if not i.opcode.endswith("-update"):
                    return None

        for i in instructions:
            if name not in fused and has_buffers(i, name == entry, start_of,
                                                 applied, fused):
                buffers += [(s, name, i) for s in arrays(i.type)]
            move = relayout(i, by_name, start_of)
            if move == "inconsistent":
                inconsistent.append(name + "/" + i.name)
            elif move:
                moves.append({
                    "computation": name, "instruction": i.name, "opcode": i.opcode,
                    "from": move[0], "to": move[1], "class": move[2],
                    "bytes": move[3], "trips": trips(name),
                    "trips_known": known(name),
                    "weighted_bytes": move[3] * trips(name), "fused": name in fused,
                    "op_name": i.text("op_name"), "source": ""})
    return report(module, computations, buffers, moves, inconsistent)


def has_buffers(i, is_entry, start_of, applied, fused):
    if i.opcode in NO_BUFFER or i.opcode.endswith(("-start", "-update")):
        return False
    if i.opcode == "parameter":
        return is_entry
    if i.opcode.endswith("-done") and start_of(i):
        for key in ["calls", "to_apply"] + APPLIES + OTHERS:
            for callee in start_of(i).called(key):
                if callee not in applied and callee not in fused:
                    return False
    return True


def relayout(i, by_name, start_of):
    if i.opcode not in ("copy", "copy-done", "transpose", "reshape", "bitcast"):
        return None
    source = start_of(i) if i.opcode == "copy-done" else i
    if not source or len(source.operands) != 1 or not is_array(i.type):
        return None
    if source.operands[0] not in by_name:
        return None
    operand = by_name[source.operands[0]].type
    if not is_array(operand):
        return None
    a, b = arrays(operand)[0], arrays(i.type)[0]
    if i.opcode == "bitcast":
        same = a.bytes() == b.bytes() and a.filled() == b.filled()
        return (a.text, b.text, "view", 0) if same else "inconsistent"
    indices = list(b.indices())
    if i.opcode == "transpose":
        dims = [int(d) for d in i.called("dimensions") if d]
        def source_of(n):
            index = [0] * len(dims)
            for k, d in enumerate(dims):
                index[d] = indices[n][k]
            return index
    elif i.opcode == "reshape":
        flat = list(a.indices())
        source_of = lambda n: flat[n]
    else:
        source_of = lambda n: indices[n]
    pairs = sorted((a.position(source_of(n)), b.position(index))
                   for n, index in enumerate(indices))
    if a.bytes() == b.bytes() and all(p * a.bits == q * b.bits for p, q in pairs):
        kind = "view" if a.space == b.space else "memory space"
    else:
        longest = run = 0
        for k, (p, q) in enumerate(pairs):
            follows = k > 0 and pairs[k - 1] == (p - 1, q - 1)
            run = run + 1 if follows else 1
            longest = max(longest, run)
        kind = "repack" if longest * min(a.bits, b.bits) >= 128 else "transposition"
    size = 0 if kind == "view" else a.bytes() + b.bytes()
    return a.text, b.text, kind, size


def totals(buffers):
    return {"count": len(buffers),
            "logical_bytes": sum(s.logical() for s, _, _ in buffers),
            "padded_bytes": sum(s.bytes() for s, _, _ in buffers)}


def report(module, computations, buffers, moves, inconsistent):
    groups = {}
    for shape, name, i in buffers:
        groups.setdefault(shape.text, []).append((shape, name + "/" + i.name, i))
    padding = []
    for text, members in groups.items():
        shape = members[0][0]
        if shape.bytes() <= shape.logical():
            continue
        best, best_bytes = shape.best()
        names = {(n.split("/")[0], n.split("/")[1]) for _, n, _ in members}
        named = sorted((n, i.text("op_name")) for _, n, i in members)
        padding.append({
            "shape": text, "count": len(members), "logical_bytes": shape.logical(),
            "padded_bytes": shape.bytes(), "best": best,
            "best_padded_bytes": best_bytes,
            "instructions": [c + "/" + n for c, n in sorted(names)],
            "op_name": next((o for _, o in named if o), ""), "source": ""})
    padding.sort(key=lambda p: (-p["count"] * (p["padded_bytes"] - p["logical_bytes"]),
                                p["shape"]))
    moves.sort(key=lambda m: (-m["weighted_bytes"], m["computation"], m["instruction"]))
    spaces = {}
    for b in buffers:
        spaces.setdefault(b[0].space, []).append(b)
    outside = [m for m in moves if not m["fused"]]
    real = [m for m in outside if m["class"] in ("repack", "transposition")]
    return {
        "module": module,
        "instructions": sum(map(len, computations.values())),
        "skipped_lines": [],
        "buffers": dict(totals(buffers), memory_spaces={
            str(s): totals(b) for s, b in sorted(spaces.items())}),
        "relayouts": {
            "count": len(real), "bytes": sum(m["bytes"] for m in real),
            "weighted_bytes": sum(m["weighted_bytes"] for m in real),
            "views": sum(m["class"] == "view" for m in outside),
            "memory_space_moves": sum(m["class"] == "memory space" for m in outside),
            "fused": sum(m["fused"] and m["class"] in ("repack", "transposition")
                         for m in moves)},
        "padding": padding, "moves": moves, "inconsistent": sorted(
            inconsistent, key=lambda n: n.split("/"))}


if __name__ == "__main__":
    json.dump(profile(open(sys.argv[1]).read()), sys.stdout, indent=1)
