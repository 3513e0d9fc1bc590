"""Writes a recurrent and a convolutional network on tensors, and a main that runs them.

networks.py [--layout]: with layouts on all tensors but what main shows, or without any.
"""

import sys

lay = "--layout" in sys.argv


def T(shape):
    """The type of a tensor of the network; `shape` is as in `5x3x7`."""
    layout = ", #t%d" % (shape.count("x") + 1) if lay else ""
    return "tensor<%sxf32%s>" % (shape, layout)


def P(shape, kind="tensor"):
    """The type of what main shows."""
    return "%s<%sxf32>" % (kind, shape)


print('''#t1 = #tiled_layout.layout<{0:T(128)}>
#t2 = #tiled_layout.layout<{1,0:T(8,128)}>
#t3 = #tiled_layout.layout<{2,1,0:T(8,128)}>''')
print(f'''func.func private @printMemrefF32(memref<*xf32>) attributes {{llvm.emit_c_interface}}
func.func private @rnn(%x: {T('5x3x7')}, %wx: {T('7x9')}, %wh: {T('9x9')}, %b: {T('9')}) -> ({T('5x3x9')}, {T('3x9')}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : {T('5x3x9')}
  %h0 = arith.constant dense<0.0> : {T('3x9')}
  %r:2 = scf.for %t = %c0 to %c5 step %c1 iter_args(%out = %e, %h = %h0) -> ({T('5x3x9')}, {T('3x9')}) {{
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, 3, 7] [1, 1, 1] : {T('5x3x7')} to {T('3x7')}
    %e1 = tensor.empty() : {T('3x9')}
    %bb = linalg.broadcast ins(%b : {T('9')}) outs(%e1 : {T('3x9')}) dimensions = [0]
    %m1 = linalg.matmul ins(%xt, %wx : {T('3x7')}, {T('7x9')}) outs(%bb : {T('3x9')}) -> {T('3x9')}
    %m2 = linalg.matmul ins(%h, %wh : {T('3x9')}, {T('9x9')}) outs(%m1 : {T('3x9')}) -> {T('3x9')}
    %n = math.absf %m2 : {T('3x9')}
    %one = arith.constant dense<1.0> : {T('3x9')}
    %d = arith.addf %n, %one : {T('3x9')}
    %a = arith.divf %m2, %d : {T('3x9')}
    %o = tensor.insert_slice %a into %out[%t, 0, 0] [1, 3, 9] [1, 1, 1] : {T('3x9')} into {T('5x3x9')}
    scf.yield %o, %a : {T('5x3x9')}, {T('3x9')}
  }}
  return %r#0, %r#1 : {T('5x3x9')}, {T('3x9')}
}}
func.func private @cnn(%x: {T('1x96')}, %k: {T('9x3')}) -> {T('8x3')} {{
  %z = arith.constant 0.0 : f32
  %i = tensor.expand_shape %x [[0], [1, 2]] output_shape [1, 16, 6] : {T('1x96')} into {T('1x16x6')}
  %p = tensor.pad %i low[0, 1, 0] high[0, 1, 0] {{
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %z : f32
  }} : {T('1x16x6')} to {T('1x18x6')}
  %k3 = tensor.expand_shape %k [[0, 1], [2]] output_shape [3, 3, 3] : {T('9x3')} into {T('3x3x3')}
  %p2 = tensor.extract_slice %p[0, 0, 0] [1, 18, 3] [1, 1, 1] : {T('1x18x6')} to {T('1x18x3')}
  %e = tensor.empty() : {T('1x16x3')}
  %f = linalg.fill ins(%z : f32) outs(%e : {T('1x16x3')}) -> {T('1x16x3')}
  %c = linalg.conv_1d_nwc_wcf ins(%p2, %k3 : {T('1x18x3')}, {T('3x3x3')}) outs(%f : {T('1x16x3')}) -> {T('1x16x3')}
  %zz = arith.constant dense<0.0> : {T('1x16x3')}
  %q = arith.maximumf %c, %zz : {T('1x16x3')}
  %w = tensor.empty() : {P('2')}
  %e2 = tensor.empty() : {T('1x8x3')}
  %low = arith.constant -1.0e30 : f32
  %f2 = linalg.fill ins(%low : f32) outs(%e2 : {T('1x8x3')}) -> {T('1x8x3')}
  %s = linalg.pooling_nwc_max {{strides = dense<2> : tensor<1xi64>}} ins(%q, %w : {T('1x16x3')}, {P('2')}) outs(%f2 : {T('1x8x3')}) -> {T('1x8x3')}
  %r = tensor.collapse_shape %s [[0, 1], [2]] : {T('1x8x3')} into {T('8x3')}
  return %r : {T('8x3')}
}}''')


def nest(values, dims):
    if len(dims) == 1:
        return "[" + ", ".join(map(str, values)) + "]"
    size = len(values) // dims[0]
    parts = (nest(values[i * size : (i + 1) * size], dims[1:]) for i in range(dims[0]))
    return "[" + ", ".join(parts) + "]"


def argument(name, shape, seed):
    """Defines a tensor of multiples of 1/16."""
    dims = [int(n) for n in shape.split("x")]
    count = 1
    for n in dims:
        count *= n
    values = [((i * i * seed + 3 * i) % 17 - 8) / 16 for i in range(count)]
    print(f"  %{name}p = arith.constant dense<{nest(values, dims)}> : {P(shape)}")
    print(f"  %{name} = tensor.cast %{name}p : {P(shape)} to {T(shape)}")


def show(value, shape):
    n = value.replace("#", "_").replace("%", "")
    memref = P(shape, "memref")
    print(f"  %{n}c = tensor.cast {value} : {T(shape)} to {P(shape)}")
    print(f"  %{n}m = bufferization.to_buffer %{n}c : {P(shape)} to {memref}")
    print(f"  %{n}u = memref.cast %{n}m : {memref} to memref<*xf32>")
    print(f"  call @printMemrefF32(%{n}u) : (memref<*xf32>) -> ()")


print("func.func @main() {")
argument("x", "5x3x7", 3)
argument("wx", "7x9", 5)
argument("wh", "9x9", 7)
argument("b", "9", 2)
argument("i", "1x96", 4)
argument("k", "9x3", 9)
print(
    f"  %r:2 = call @rnn(%x, %wx, %wh, %b) : ({T('5x3x7')}, {T('7x9')}, {T('9x9')}, {T('9')})"
    f" -> ({T('5x3x9')}, {T('3x9')})"
)
print(f"  %s = call @cnn(%i, %k) : ({T('1x96')}, {T('9x3')}) -> {T('8x3')}")
show("%r#0", "5x3x9")
show("%r#1", "3x9")
show("%s", "8x3")
print("  return\n}")
