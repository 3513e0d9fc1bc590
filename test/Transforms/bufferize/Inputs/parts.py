"""Writes a function that makes tensors of many parts: parts.py PARTS"""

import sys

T = "#tiled_layout.layout<{1,0:T(8,128)(2,1)}>"


def main():
    count = int(sys.argv[1])
    part, whole = "tensor<3x30xbf16, %s>" % T, "tensor<%dx30xbf16, %s>" % (3 * count, T)
    elements = "tensor<%dx5xbf16, %s>" % (count, T)
    print("func.func @main(%%x: bf16, %%a: %s, %%b: %s) -> (%s, %s) {" % (part, part, elements, whole))
    print("  %%e = tensor.from_elements %s : %s" % (", ".join(["%x"] * (5 * count)), elements))
    inputs = ["%a", "%b"] * ((count + 1) // 2)
    print("  %%c = tensor.concat dim(0) %s : (%s) -> %s"
          % (", ".join(inputs[:count]), ", ".join([part] * count), whole))
    print("  return %%e, %%c : %s, %s\n}" % (elements, whole))


main()
