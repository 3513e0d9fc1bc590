# Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions on tensors in MLIR, each of whose arrays of rank 2 and more has a layout.

A function takes memrefs, as the benchmark does: inputs, and outputs that results end in. With
`dynamic=True` a function that is called with extents of 16 and more that it learns at run time only
stands beside it; to the benchmark it is no function, since it names no extents.
"""

import re

# The attributes of a window: its dimensions, by how much it moves along each, and again those.
WINDOW = "{dilations = dense<1> : tensor<%dxi64>, strides = dense<%d> : tensor<%dxi64>}"

_WORDS = {1: "(4,1)", 2: "(2,1)"}


def is_float(type_name):
    return type_name[0] in "bf"


def get_bits(type_name):
    return 64 if type_name == "index" else int(re.sub(r"\D", "", type_name))


class Tensor:
    """An SSA value of a function."""

    def __init__(self, function, name, shape, element):
        self.function, self.name = function, name
        self.shape, self.element = tuple(shape), element

    def type(self, kind="tensor"):
        return self.function.module.get_type(self, kind, self.function.module.dynamic)


class Scalar:
    """An SSA value in the body of an operation; numbers become constants of its type."""

    def __init__(self, body, name, element):
        self.body, self.name, self.element = body, name, element

    def _binary(self, other, float_op, int_op, swapped=False):
        other = other if isinstance(other, Scalar) else self.body.constant(other, self.element)
        left, right = (other, self) if swapped else (self, other)
        op = float_op if is_float(self.element) else int_op
        return self.body.emit(f"arith.{op} {left.name}, {right.name} : {self.element}", self.element)

    def __add__(self, other):
        return self._binary(other, "addf", "addi")

    def __sub__(self, other):
        return self._binary(other, "subf", "subi")

    def __rsub__(self, other):
        return self._binary(other, "subf", "subi", swapped=True)

    def __mul__(self, other):
        return self._binary(other, "mulf", "muli")

    def __truediv__(self, other):
        return self._binary(other, "divf", "divsi")

    def __rtruediv__(self, other):
        return self._binary(other, "divf", "divsi", swapped=True)

    __radd__, __rmul__ = __add__, __mul__

    def max(self, other):
        return self._binary(other, "maximumf", "maxsi")

    def min(self, other):
        return self._binary(other, "minimumf", "minsi")

    def shift_right(self, bits):
        return self._binary(bits, "", "shrsi")

    def compare(self, predicate, other):
        """`predicate` is `eq`, `ne`, `gt` or `le`; of integers signed."""
        other = other if isinstance(other, Scalar) else self.body.constant(other, self.element)
        if is_float(self.element):
            op = f"cmpf o{predicate}"
        else:
            op = f"cmpi {predicate if predicate in ('eq', 'ne') else 's' + predicate}"
        return self.body.emit(f"arith.{op}, {self.name}, {other.name} : {self.element}", "i1")

    def select(self, true, false):
        element = next(v.element for v in (true, false) if isinstance(v, Scalar))
        true, false = (v if isinstance(v, Scalar) else self.body.constant(v, element)
                       for v in (true, false))
        return self.body.emit(
            f"arith.select {self.name}, {true.name}, {false.name} : {element}", element)

    def to(self, element, unsigned=False):
        own, sign = self.element, "u" if unsigned or self.element == "i1" else "s"
        if own == element:
            return self
        if "index" in (own, element):
            op = "index_cast"
        elif is_float(own) and is_float(element):
            op = "extf" if get_bits(element) > get_bits(own) else "truncf"
        elif is_float(own):
            op = f"fpto{sign}i"
        elif is_float(element):
            op = f"{sign}itofp"
        else:
            op = f"ext{sign}i" if get_bits(element) > get_bits(own) else "trunci"
        return self.body.emit(f"arith.{op} {self.name} : {own} to {element}", element)

    def math(self, name):
        return self.body.emit(f"math.{name} {self.name} : {self.element}", self.element)

    def abs(self):
        return self.math("absf" if is_float(self.element) else "absi")

    def exp(self):
        return self.math("exp")

    def sigmoid(self):
        return 1.0 / ((self * -1.0).exp() + 1.0)


class Body:
    """What an operation computes for each element."""

    def __init__(self, function, dims):
        self.function, self.dims, self.lines = function, dims, []

    def emit(self, text, element):
        name = self.function.new_name()
        self.lines.append(f"    {name} = {text}")
        return Scalar(self, name, element)

    def constant(self, value, element):
        if value in (float("inf"), float("-inf")):
            bits = {"f32": 0x7F800000, "bf16": 0x7F80}[element]
            text = hex(bits | (1 << get_bits(element) - 1 if value < 0 else 0))
        else:
            text = f"{float(value):e}" if is_float(element) else str(int(value))
        return self.emit(f"arith.constant {text} : {element}", element)

    def index(self, dim):
        return self.emit(f"linalg.index {self.dims.index(dim)} : index", "index")

    def load(self, tensor, *indices):
        names = ", ".join(index.name for index in indices)
        return self.emit(f"tensor.extract {tensor.name}[{names}] : {tensor.type()}", tensor.element)


class Function:
    def __init__(self, module, name):
        self.module, self.name = module, name
        self.arguments, self.lines, self.count, self.extents = [], [], 0, {}

    def new_name(self):
        self.count += 1
        return f"%{self.count - 1}"

    def _op(self, text, shape, element):
        name = self.new_name()
        self.lines.append(f"  {name} = {text}")
        return Tensor(self, name, shape, element)

    def _type(self, shape, element):
        return Tensor(self, "", shape, element).type()

    def _get_extent(self, extent):
        """Returns a number, or the name of what is known at run time."""
        if not self.module.is_dynamic(extent):
            return str(extent)
        if extent not in self.extents:
            name = self.new_name()
            self.lines.append(f"  {name} = arith.constant {extent} : index")
            self.extents[extent] = name
        return self.extents[extent]

    def _list(self, extents):
        return f"[{', '.join(self._get_extent(e) for e in extents)}]"

    def input(self, shape, element="f32"):
        number = len(self.arguments)
        memory = Tensor(self, f"%a{number}", shape, element)
        self.arguments.append(memory)
        tensor = Tensor(self, f"%x{number}", shape, element)
        self.lines.append(f"  {tensor.name} = bufferization.to_tensor {memory.name} restrict : "
                          f"{memory.type('memref')} to {tensor.type()}")
        for dim, extent in enumerate(shape):
            if self.module.is_dynamic(extent) and extent not in self.extents:
                index, name = self.new_name(), self.new_name()
                self.lines.append(f"  {index} = arith.constant {dim} : index")
                self.lines.append(
                    f"  {name} = tensor.dim {tensor.name}, {index} : {tensor.type()}")
                self.extents[extent] = name
        return tensor

    def output(self, *tensors):
        for tensor in tensors:
            memory = Tensor(self, f"%a{len(self.arguments)}", tensor.shape, tensor.element)
            self.arguments.append(memory)
            self.lines.append(
                f"  bufferization.materialize_in_destination {tensor.name} in restrict writable "
                f"{memory.name} : ({tensor.type()}, {memory.type('memref')}) -> ()")

    def _constant(self, value, element):
        body = Body(self, [])
        name = body.constant(value, element).name
        self.lines += [line[2:] for line in body.lines]
        return name

    def empty(self, shape, element):
        sizes = ", ".join(self._get_extent(e) for e in shape if self.module.is_dynamic(e))
        return self._op(f"tensor.empty({sizes}) : {self._type(shape, element)}", shape, element)

    def fill(self, value, shape, element):
        empty, name = self.empty(shape, element), self._constant(value, element)
        return self._op(f"linalg.fill ins({name} : {element}) outs({empty.name} : {empty.type()}) -> "
                        f"{empty.type()}", shape, element)

    def generic(self, spec, inputs, compute, element=None, init=None, order=None, shape=None):
        """`spec` is such as `i j; j -> i j`, or `k/32 j` for indices that are divided. Without `init`,
        `compute` takes the elements of the inputs; with a number or a tensor, first what was computed
        before. It takes the body in front of both if it has one argument more."""
        left, right = spec.split("->")
        maps = [part.split() for part in left.split(";")][:len(inputs)] + [right.split()]
        named = [re.findall(r"[a-z]\w*", " ".join(part)) for part in maps]
        dims = order.split() if order else list(dict.fromkeys(sum(named[-1:] + named[:-1], [])))
        extents = {}
        for tensor, part in zip(inputs, maps):
            for name, extent in zip(part, tensor.shape):
                extents.setdefault(name, extent)
        shape = shape or [extents[name] for name in maps[-1]]
        element = element or inputs[0].element
        if isinstance(init, Tensor):
            output = init
        elif init is None:
            output = self.empty(shape, element)
        else:
            output = self.fill(init, shape, element)
        body = Body(self, dims)
        values = [Scalar(body, self.new_name(), t.element) for t in inputs + [output]]
        arguments = ([] if init is None else values[-1:]) + values[:-1]
        if compute.__code__.co_argcount > len(arguments):
            arguments.insert(0, body)
        result = compute(*arguments)
        affine = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(part).replace('/', ' floordiv ')})>"
                           for part in maps)
        kinds = ", ".join('"parallel"' if d in named[-1] else '"reduction"' for d in dims)
        block = ", ".join(f"{v.name}: {v.element}" for v in values)
        return self._op(
            f"linalg.generic {{indexing_maps = [{affine}], iterator_types = [{kinds}]}}\n"
            f"      ins({', '.join(t.name for t in inputs)} : {', '.join(t.type() for t in inputs)}) "
            f"outs({output.name} : {output.type()}) {{\n  ^bb0({block}):\n" + "\n".join(body.lines) +
            f"\n    linalg.yield {result.name} : {result.element}\n  }} -> {output.type()}",
            shape, output.element)

    def sum(self, spec, inputs, compute=None, **options):
        """Adds up products of all inputs, or what `compute` says, in `f32` or `i32`."""
        element = options.pop("element", "f32" if is_float(inputs[0].element) else "i32")

        def multiply(before, *values):
            product = values[0].to(element)
            for value in values[1:]:
                product = product * value.to(element)
            return before + product

        if compute is None:
            compute = [lambda c, a: multiply(c, a), lambda c, a, b: multiply(c, a, b)][len(inputs) - 1]
        return self.generic(spec, inputs, compute, element=element, init=0, **options)

    def maximum(self, spec, inputs):
        return self.generic(spec, inputs, lambda c, a: c.max(a.to("f32")), element="f32",
                            init=float("-inf"))

    def named(self, name, inputs, output, attributes=""):
        return self._op(
            f"linalg.{name} {attributes} ins({', '.join(t.name for t in inputs)} : "
            f"{', '.join(t.type() for t in inputs)}) outs({output.name} : {output.type()}) -> "
            f"{output.type()}", output.shape, output.element)

    def matmul(self, a, b, element="f32"):
        return self.named("matmul", [a, b], self.fill(0, (a.shape[0], b.shape[1]), element))

    def reshape(self, tensor, groups, shape):
        """Expands or collapses dimensions."""
        kind = "expand" if len(shape) > len(tensor.shape) else "collapse"
        sizes = f" output_shape {self._list(shape)}" if kind == "expand" else ""
        return self._op(f"tensor.{kind}_shape {tensor.name} {groups}{sizes} : {tensor.type()} into "
                        f"{self._type(shape, tensor.element)}", shape, tensor.element)

    def transpose(self, tensor, permutation):
        output = self.empty([tensor.shape[p] for p in permutation], tensor.element)
        return self._op(
            f"linalg.transpose ins({tensor.name} : {tensor.type()}) outs({output.name} : "
            f"{output.type()}) permutation = {list(permutation)}", output.shape, output.element)

    def slice(self, tensor, offsets, sizes):
        return self._op(
            f"tensor.extract_slice {tensor.name}{list(offsets)} {self._list(sizes)} "
            f"{[1] * len(sizes)} : {tensor.type()} to {self._type(sizes, tensor.element)}",
            sizes, tensor.element)

    def insert(self, tensor, whole, offsets):
        return self._op(
            f"tensor.insert_slice {tensor.name} into {whole.name}{list(offsets)} "
            f"{self._list(tensor.shape)} {[1] * len(offsets)} : {tensor.type()} into {whole.type()}",
            whole.shape, whole.element)

    def concat(self, tensors, dim):
        shape = list(tensors[0].shape)
        shape[dim] = sum(t.shape[dim] for t in tensors)
        types = ", ".join(t.type() for t in tensors)
        return self._op(
            f"tensor.concat dim({dim}) {', '.join(t.name for t in tensors)} : ({types}) -> "
            f"{self._type(shape, tensors[0].element)}", shape, tensors[0].element)

    def pad(self, tensor, low, high, value=0):
        shape = [sum(parts) for parts in zip(tensor.shape, low, high)]
        name = self._constant(value, tensor.element)
        block = ", ".join(f"%p{dim}: index" for dim in range(len(shape)))
        return self._op(
            f"tensor.pad {tensor.name} low{list(low)} high{list(high)} {{\n  ^bb0({block}):\n"
            f"    tensor.yield {name} : {tensor.element}\n  }} : {tensor.type()} to "
            f"{self._type(shape, tensor.element)}", shape, tensor.element)

    def get_text(self):
        get = self.module.get_type
        parameters = ", ".join(f"{a.name}: {a.type('memref')}" for a in self.arguments)
        name = self.name + ("_of_any_extents" if self.module.dynamic else "")
        text = f"func.func @{name}({parameters}) {{\n" + "\n".join(self.lines) + "\n  return\n}\n"
        if not self.module.dynamic:
            return text
        known = [get(a, "memref", False) for a in self.arguments]
        text += f"func.func @{self.name}(" + ", ".join(
            f"{a.name}: {t}" for a, t in zip(self.arguments, known)) + ") {\n"
        for number, (a, t) in enumerate(zip(self.arguments, known)):
            text += f"  %c{number} = memref.cast {a.name} : {t} to {a.type('memref')}\n"
        values = ", ".join(f"%c{number}" for number in range(len(known)))
        types = ", ".join(a.type("memref") for a in self.arguments)
        return text + f"  call @{name}({values}) : ({types}) -> ()\n  return\n}}\n"


class Module:
    def __init__(self, dynamic=False):
        self.dynamic, self.functions, self.layouts = dynamic, [], {}

    def is_dynamic(self, extent):
        return self.dynamic and extent >= 16

    def function(self, name):
        self.functions.append(Function(self, name))
        return self.functions[-1]

    def get_type(self, tensor, kind, dynamic):
        extents = ("?" if dynamic and e >= 16 else str(e) for e in tensor.shape)
        text = "x".join([*extents, tensor.element])
        rank = len(tensor.shape)
        if rank < 2:
            return f"{kind}<{text}>"
        words = _WORDS.get(get_bits(tensor.element) // 8, "")
        name = f"#rank{rank}" + ("_words" + words[1] if words else "")
        order = ",".join(str(dim) for dim in reversed(range(rank)))
        self.layouts[name] = f"#tiled_layout.layout<{{{order}:T(8,128){words}}}>"
        return f"{kind}<{text}, {name}>"

    def get_text(self):
        functions = [function.get_text() for function in self.functions]
        aliases = [f"{name} = {layout}\n" for name, layout in sorted(self.layouts.items())]
        return "".join(aliases) + "\n" + "\n".join(functions)
