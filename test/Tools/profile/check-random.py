"""Compares tiled-layout-profile with reference.py on random modules.

    check-random.py TOOL SEED COUNT
"""

import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reference

TYPES = ["f32", "bf16", "s8", "pred", "s4", "c128", "f64", "s32"]
TILES = ["", "", "", "T(2,4)", "T(4,8)(2,1)", "T(8)", "T(2,4)(2,1,1,1)", "T(8)(4)(2,1)",
         "T(4,4)", "T(1,8)", "T(3,5)", "T(2,2,4)", "T(8,128)", "T(8,128)(2,1)", "T(16)"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def layout(self, rank, bits_type):
        r = self.random
        if r.random() < 0.15:
            return ""
        order = list(range(rank))
        r.shuffle(order)
        if r.random() < 0.4:
            order = list(range(rank))[::-1]
        rest = r.choice(TILES)
        if r.random() < 0.1:
            rest += "L(%d)" % r.choice([2, 16, 100])
        if bits_type == "s4" and r.random() < 0.7:
            rest += "E(4)"
        elif bits_type == "pred" and r.random() < 0.4:
            rest += "E(32)"
        if r.random() < 0.15:
            rest += "S(%d)" % r.choice([1, 5])
        text = "{" + ",".join(map(str, order)) + (":" + rest if rest else "") + "}"
        return "" if text == "{}" else text

    def dims(self):
        r = self.random
        rank = r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
        largest = {0: 1, 1: 70, 2: 20, 3: 7, 4: 4}[rank]
        return [0 if r.random() < 0.02 else 1 if r.random() < 0.15
                else r.randint(1, largest) for _ in range(rank)]

    def shape(self, type=None, dims=None):
        r = self.random
        type = type or r.choice(TYPES)
        dims = self.dims() if dims is None else dims
        texts = ["<=%d" % d if r.random() < 0.02 else str(d) for d in dims]
        return (type, dims, "%s[%s]%s" % (type, ",".join(texts),
                                          self.layout(len(dims), type)))

    def factor(self, dims):
        """Another shape with as many elements."""
        product = 1
        for d in dims:
            product *= d
        if product == 0:
            return [0, 3]
        result = []
        while product > 1 and len(result) < 3:
            divisors = [d for d in range(2, product + 1) if product % d == 0]
            d = self.random.choice(divisors)
            result.append(d)
            product //= d
        return result + ([product] if product > 1 or self.random.random() < 0.3 else [])

    def body(self, name, callees, is_entry):
        """Lines of a computation; `callees` may be named."""
        r = self.random
        lines, arrays, count = [], [], 0

        def add(type, opcode, operands, attributes="", shape=None):
            nonlocal count
            count += 1
            new = "i.%d" % count
            if r.random() < 0.3:
                attributes += ', metadata={op_name="jit(f)/%s"}' % r.choice("abc")
            sigil = r.choice(["", "%"])
            lines.append("  %s%s = %s %s(%s)%s" % (
                sigil, new, type, opcode,
                ", ".join(sigil + o for o in operands), attributes))
            if shape:
                arrays.append((new, shape))
            return new

        for k in range(r.randint(1, 3)):
            shape = self.shape()
            count += 1
            lines.append("  i.%d = %s parameter(%d)" % (count, shape[2], k))
            arrays.append(("i.%d" % count, shape))
        for _ in range(r.randint(1, 8)):
            source, (type, dims, text) = r.choice(arrays)
            kind = r.random()
            if kind < 0.3:
                new = self.shape(type, dims)
                if r.random() < 0.3:
                    space = r.choice(["S(1)", "S(5)", ""])
                    new = (type, dims, self.with_space(text, dims, space))
                if r.random() < 0.3:
                    start = add("(%s, %s, u32[])" % (new[2], text), "copy-start", [source])
                    add(new[2], "copy-done", [start], shape=new)
                else:
                    add(new[2], "copy", [source], shape=new)
            elif kind < 0.45:
                dimensions = list(range(len(dims)))
                r.shuffle(dimensions)
                new = self.shape(type, [dims[d] for d in dimensions])
                add(new[2], "transpose", [source],
                    ", dimensions={%s}" % ",".join(map(str, dimensions)), new)
            elif kind < 0.6:
                new = self.shape(type, self.factor(dims))
                add(new[2], "reshape", [source], shape=new)
            elif kind < 0.7:
                new = (self.shape(type, self.factor(dims)) if r.random() < 0.5
                       else (type, dims, self.with_space(text, dims, "S(1)")))
                add(new[2], "bitcast", [source], shape=new)
            elif kind < 0.75:
                start = add("(%s, %s)" % (text, text), "async-start", [source],
                            ", calls=%s" % r.choice(callees) if callees else "")
                if r.random() < 0.5:
                    start = add("(%s, %s)" % (text, text), "async-update", [start])
                add(text, "async-done", [start], shape=(type, dims, text))
            elif kind < 0.95 and callees:
                opcode, key = r.choice([
                    ("fusion", "calls"), ("fusion", "calls"), ("call", "to_apply"),
                    ("reduce", "to_apply"), ("while", "body"), ("custom-call", "called_computations"),
                    ("conditional", "branch_computations"), ("all-reduce-start", "to_apply"),
                    ("sort", "comparator"), ("fusion-start", "calls"), ("call-start", "to_apply")])
                callee = r.choice(callees)
                attributes = ", %s=%s" % (key, callee)
                if key == "branch_computations":
                    attributes = ", branch_computations={%s, %%%s}" % (callee, r.choice(callees))
                if opcode == "while":
                    attributes = ", condition=%%%s%s" % (r.choice(callees), attributes)
                    if r.random() < 0.6:
                        n = r.randint(0, 9)
                        attributes += r.choice([
                            ', backend_config={"known_trip_count":{"n":"%d"}}' % n,
                            ', backend_config={"known_trip_count":{"n":%d},"x":[1,{}]}' % n,
                            ', backend_config="{\\"known_trip_count\\":{\\"n\\":\\"%d\\"}}"' % n])
                new = self.shape()
                if r.random() < 0.3:
                    add("(%s, %s, token[])" % (new[2], text), opcode, [source], attributes)
                else:
                    add(new[2], opcode, [source], attributes, new)
            else:
                new = self.shape()
                add(new[2], r.choice(["add", "fusion", "opt-barrier", "tuple", "send"]),
                    [source], shape=new)
        head = r.choice(["%s {", "%%%s {", "%s (p: f32[2]{0}) -> f32[2]{0} {"]) % name
        return ["ENTRY " + head if is_entry else head] + lines + ["}"]

    def with_space(self, text, dims, space):
        base = text.split("S(")[0].rstrip("}")
        if "{" not in base:
            if not dims:
                return text
            base += "{" + ",".join(map(str, range(len(dims) - 1, -1, -1)))
        if ":" not in base and space:
            base += ":"
        text = base.rstrip(":" if not space else "") + space + "}"
        return text.replace("[]{}", "[]")  # As XLA prints it.

    def module(self, number):
        lines = ["HloModule m%d, is_scheduled=true" % number, ""]
        names = []
        for k in range(self.random.randint(0, 5)):
            name = "c.%d" % k
            lines += self.body(name, names, False) + [""]
            names.append(name)
        return "\n".join(lines + self.body("main", names, True)) + "\n"


def main():
    tool, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    generator = Generator(seed)
    modules = [generator.module(number) for number in range(count)]
    result = subprocess.run([tool, "--json", "-"], input="\n".join(modules),
                            capture_output=True, text=True)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    if len(answers) != count:
        sys.exit("%d modules, %d answers\n%s" % (count, len(answers), result.stderr))
    classes = {}
    for module, answer in zip(modules, answers):
        expected = reference.profile(module)
        for move in expected["moves"]:
            classes[move["class"]] = classes.get(move["class"], 0) + 1
        for key, value in expected.items():
            if key == "padding" or key == "moves":
                for a, b in zip(answer[key], value):
                    if a != b:
                        sys.exit("%s\n%s: got\n%s\nexpected\n%s" % (module, key, a, b))
            if answer[key] != value:
                sys.exit("%s\n%s: got\n%s\nexpected\n%s" % (module, key, answer[key], value))
    print("agree on %d modules:" % count,
          ", ".join("%s %d" % c for c in sorted(classes.items())))


if __name__ == "__main__":
    main()
