"""Writes functions that make tensors of many parts.

parts.py PARTS [--in-memory]

One function @main, or functions that write one tensor to memory.
"""

import sys

T = "#tiled_layout.layout<{1,0:T(8,128)(2,1)}>"
PART = "3x30xbf16, %s" % T


def concat(count):
    inputs = ["%a", "%b"] * ((count + 1) // 2)
    types = ["tensor<%s>" % PART] * count
    print("  %%c = tensor.concat dim(0) %s : (%s) -> tensor<%dx30xbf16, %s>"
          % (", ".join(inputs[:count]), ", ".join(types), 3 * count, T))


def as_results(count):
    whole = "tensor<%dx30xbf16, %s>" % (3 * count, T)
    elements = "tensor<%dx5xbf16, %s>" % (count, T)
    print("func.func @main(%%x: bf16, %%a: tensor<%s>, %%b: tensor<%s>) -> (%s, %s) {"
          % (PART, PART, elements, whole))
    print("  %%e = tensor.from_elements %s : %s" % (", ".join(["%x"] * (5 * count)), elements))
    concat(count)
    print("  return %%e, %%c : %s, %s\n}" % (elements, whole))


def in_memory(count, name, reads):
    shape = "%dx30xbf16, %s" % (3 * count, T)
    print("func.func @%s(%%a: tensor<%s>, %%b: tensor<%s>, %%m: memref<%s>) -> bf16 {"
          % (name, PART, PART, shape))
    print("  %i = arith.constant 0 : index\n  %x = arith.constant 0.0 : bf16")
    concat(count)
    if reads:
        print("  %%y = memref.load %%m[%%i, %%i] : memref<%s>" % shape)
    print("  bufferization.materialize_in_destination %%c in restrict writable %%m : "
          "(tensor<%s>, memref<%s>) -> ()" % (shape, shape))
    print("  return %s : bf16\n}" % ("%y" if reads else "%x"))


def main():
    count = int(sys.argv[1])
    if "--in-memory" in sys.argv:
        in_memory(count, "in_memory", False)
        in_memory(count, "read_before", True)
    else:
        as_results(count)


main()
