#!/usr/bin/env python3
# Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes programs as compilers emit them, for `tiled-layout-access-bench --suite=FILE.mlir`.

Usage: make-programs.py [--dynamic] [NAME...] > build/programs.mlir

Each function has arrays in T(8,128), with words for narrow elements; the benchmark runs it beside
the same without layouts. With `--dynamic`, extents of 16 and more are known at run time only.
"""

import sys

sys.dont_write_bytecode = True
import layer_programs
import training_programs
from program_builder import WINDOW, Module

INFINITY = float("inf")


def softmax(f, x, index, rows):
    top = f.maximum(f"{index} -> {rows}", [x])
    powers = f.generic(f"{index}; {rows} -> {index}", [x, top],
                       lambda a, b: (a.to("f32") - b).exp(), element="f32")
    total = f.sum(f"{index} -> {rows}", [powers])
    return f.generic(f"{index}; {rows} -> {index}", [powers, total],
                     lambda a, b: (a / b).to(x.element), element=x.element)


def squares(c, a):
    return c + a.to("f32") * a.to("f32")


def rounded(value, limit=127.0):
    return value.math("roundeven").max(-limit).min(limit).to("i8")


def add_norms(m, e):
    f = m.function(f"layer_norm_{e}")
    x, scale, shift = f.input((512, 768), e), f.input((768,), e), f.input((768,), e)
    mean = f.sum("i j -> i", [x])
    spread = f.sum("i j; i -> i", [x, mean], lambda c, a, u: c + (a.to("f32") - u * (1 / 768)) *
                   (a.to("f32") - u * (1 / 768)))
    f.output(f.generic(
        "i j; i; i; j; j -> i j", [x, mean, spread, scale, shift], lambda a, u, v, s, t:
        ((a.to("f32") - u * (1 / 768)) * (v * (1 / 768) + 1e-5).math("rsqrt") * s.to("f32") +
         t.to("f32")).to(e)))
    f = m.function(f"rms_norm_{e}")
    x, scale = f.input((4, 128, 768), e), f.input((768,), e)
    total = f.sum("b i j -> b i", [x], squares)
    f.output(f.generic("b i j; b i; j -> b i j", [x, total, scale], lambda a, v, s: (a.to(
        "f32") * (v * (1 / 768) + 1e-6).math("rsqrt") * s.to("f32")).to(e)))
    f = m.function(f"batch_norm_{e}")
    x = f.input((8, 14, 14, 128), e)
    total, square = f.sum("n h w c -> c", [x]), f.sum("n h w c -> c", [x], squares)
    f.output(f.generic("n h w c; c; c -> n h w c", [x, total, square], lambda a, s, q: (
        (a.to("f32") - s * (1 / 1568)) *
        (q * (1 / 1568) - s * s * (1 / 1568**2) + 1e-5).math("rsqrt")).to(e)))
    f = m.function(f"softmax_{e}")
    f.output(softmax(f, f.input((8, 128, 1000), e), "b i j", "b i"))
    f = m.function(f"cross_entropy_{e}")
    x, labels = f.input((256, 1000), e), f.input((256,), "i32")
    top = f.maximum("i j -> i", [x])
    total = f.sum("i j; i -> i", [x, top], lambda c, a, b: c + (a.to("f32") - b).exp())
    own = f.sum("i j; i -> i", [x, labels], lambda b, c, a, l: c + b.index("j").to("i32").compare(
        "eq", l).select(a.to("f32"), 0.0))
    f.output(f.generic("i; i; i -> i", [top, total, own], lambda a, b, c: a + b.math("log") - c))
    f = m.function(f"clip_by_norm_{e}")
    x = f.input((768, 768), e)
    total = f.sum("i j ->", [x], squares)
    f.output(f.generic("i j; -> i j", [x, total], lambda a, n: (
        a.to("f32") * (n.math("sqrt") + 1e-6).max(1.0).math("rsqrt")).to(e)))


def add_transformers(m, e):
    f = m.function(f"causal_attention_{e}")
    q, k, v = (f.input((8, 128, 64), e) for _ in range(3))
    scores = f.sum("h i d; h j d -> h i j", [q, k], order="h i j d")
    masked = f.generic("h i j -> h i j", [scores], lambda b, a: b.index("j").compare(
        "gt", b.index("i")).select(-1e9, a * 0.125))
    p = softmax(f, masked, "h i j", "h i")
    p = f.generic("h i j -> h i j", [p], lambda a: (a * 1.0).to(e), element=e)
    f.output(f.sum("h i j; h j d -> h i d", [p, v], order="h i d j"))
    f = m.function(f"decode_attention_{e}")
    q, k, v = f.input((12, 64), e), f.input((12, 1024, 64), e), f.input((12, 1024, 64), e)
    p = softmax(f, f.sum("h d; h j d -> h j", [q, k], order="h j d"), "h j", "h")
    f.output(f.sum("h j; h j d -> h d", [p, v], order="h d j"))
    f = m.function(f"split_heads_{e}")
    x, w = f.input((128, 768), e), f.input((768, 2304), e)
    y = f.generic("i j -> i j", [f.matmul(x, w)], lambda a: (a * 1.0).to(e), element=e)
    for number in range(3):
        part = f.slice(y, (0, 768 * number), (128, 768))
        f.output(f.transpose(f.reshape(part, "[[0], [1, 2]]", (128, 12, 64)), (1, 0, 2)))
    f = m.function(f"merge_heads_{e}")
    x, w = f.input((12, 128, 64), e), f.input((768, 768), e)
    f.output(f.matmul(f.reshape(f.transpose(x, (1, 0, 2)), "[[0], [1, 2]]", (128, 768)), w))
    f = m.function(f"rope_{e}")
    x, c, s = f.input((128, 12, 64), e), f.input((128, 32)), f.input((128, 32))
    low, high = (f.slice(x, (0, 0, at), (128, 12, 32)) for at in (0, 32))
    index = "t h d; t h d; t d; t d -> t h d"
    f.output(f.concat([
        f.generic(index, [low, high, c, s],
                  lambda l, h, c, s: (l.to("f32") * c - h.to("f32") * s).to(e)),
        f.generic(index, [low, high, c, s],
                  lambda l, h, c, s: (h.to("f32") * c + l.to("f32") * s).to(e))], 2))
    f = m.function(f"swiglu_{e}")
    x, w, v, d = (f.input(s, e) for s in ((128, 768), (768, 2048), (768, 2048), (2048, 768)))
    h = f.generic("i j; i j -> i j", [f.matmul(x, w), f.matmul(x, v)],
                  lambda a, b: (a * a.sigmoid() * b).to(e), element=e)
    f.output(f.matmul(h, d))
    f = m.function(f"cache_update_{e}")
    cache, new = f.input((8, 1024, 64), e), f.input((8, 1, 64), e)
    f.output(f.insert(new, cache, (0, 517, 0)))
    f = m.function(f"embedding_{e}")
    table, ids, places = f.input((5000, 768), e), f.input((256,), "i32"), f.input((256, 768), e)
    f.output(f.generic("i; i j -> i j", [ids, places], lambda b, i, p: b.load(
        table, i.max(0).to("index"), b.index("j")) + p, element=e))
    f = m.function(f"gelu_{e}")
    x, bias = f.input((512, 3072), e), f.input((3072,), e)

    def gelu(a, b):
        s = a.to("f32") + b.to("f32")
        return ((((s * s * s * 0.044715 + s) * 0.7978845).math("tanh") + 1.0) * s * 0.5).to(e)

    f.output(f.generic("i j; j -> i j", [x, bias], gelu))
    f = m.function(f"dropout_{e}")
    x, rest, kept = f.input((512, 768), e), f.input((512, 768), e), f.input((512, 768), "i8")
    f.output(f.generic("i j; i j; i j -> i j", [x, rest, kept], lambda a, b, c: c.compare(
        "ne", 0).select(a.to("f32") * 1.25, 0.0).to(e) + b))


def add_images(m, e):
    for name, spec, shape, filters, op, result in (
            ("nhwc", "n h w c", (1, 30, 30, 64), (3, 3, 64, 64), "conv_2d_nhwc_hwcf", (1, 28, 28, 64)),
            ("nchw", "n c h w", (1, 64, 30, 30), (64, 64, 3, 3), "conv_2d_nchw_fchw", (1, 64, 28, 28))):
        f = m.function(f"conv_relu_{name}_{e}")
        x, w, s, t = f.input(shape, e), f.input(filters, e), f.input((64,)), f.input((64,))
        y = f.named(op, [x, w], f.fill(0, result, "f32"), WINDOW % (2, 1, 2))
        f.output(f.generic(f"{spec}; c; c -> {spec}", [y, s, t],
                           lambda a, s, t: (a * s + t).max(0.0).to(e), element=e))
    f = m.function(f"depthwise_{e}")
    x, w = f.input((1, 30, 30, 128), e), f.input((3, 3, 128), e)
    y = f.named("depthwise_conv_2d_nhwc_hwc", [x, w], f.fill(0, (1, 28, 28, 128), "f32"),
                WINDOW % (2, 1, 2))
    f.output(f.generic("n h w c -> n h w c", [y], lambda a: a.max(0.0).min(6.0).to(e), element=e))
    f = m.function(f"max_pool_{e}")
    x = f.input((1, 56, 56, 64), e)
    f.output(f.named("pooling_nhwc_max", [x, f.empty((2, 2), e)],
                     f.fill(-INFINITY, (1, 28, 28, 64), e), WINDOW % (2, 2, 2)))
    for spec, shape in (("n h w c", (8, 14, 14, 256)), ("n c h w", (8, 256, 14, 14))):
        f = m.function(f"mean_pool_{spec.replace(' ', '')}_{e}")
        f.output(f.generic("n c -> n c", [f.sum(f"{spec} -> n c", [f.input(shape, e)])],
                           lambda a: (a * (1 / 196)).to(e), element=e))
    f = m.function(f"padded_conv_{e}")
    x, w = f.pad(f.input((1, 28, 28, 64), e), (0, 1, 1, 0), (0, 1, 1, 0)), f.input((3, 3, 64, 64), e)
    f.output(f.named("conv_2d_nhwc_hwcf", [x, w], f.fill(0, (1, 28, 28, 64), "f32"),
                     WINDOW % (2, 1, 2)))
    f = m.function(f"squeeze_excite_{e}")
    x, w, v = f.input((1, 28, 28, 128), e), f.input((128, 32), e), f.input((32, 128), e)
    mean = f.generic("n c -> n c", [f.sum("n h w c -> n c", [x])],
                     lambda a: (a * (1 / 784)).to(e), element=e)
    hidden = f.generic("i j -> i j", [f.matmul(mean, w)], lambda a: a.max(0.0).to(e), element=e)
    f.output(f.generic("n h w c; n c -> n h w c", [x, f.matmul(hidden, v)],
                       lambda a, b: (a.to("f32") * b.sigmoid()).to(e)))
    f = m.function(f"pixel_shuffle_{e}")
    x = f.reshape(f.input((1, 28, 28, 256), e), "[[0], [1], [2], [3, 4, 5]]", (1, 28, 28, 2, 2, 64))
    f.output(f.reshape(f.transpose(x, (0, 1, 3, 2, 4, 5)), "[[0], [1, 2], [3, 4], [5]]",
                       (1, 56, 56, 64)))
    f = m.function(f"channels_first_{e}")
    f.output(f.transpose(f.input((4, 28, 28, 64), e), (0, 3, 1, 2)))
    f = m.function(f"grey_{e}")
    f.output(f.sum("h w c; c -> h w", [f.input((224, 224, 3), e), f.input((3,))]))


def add_shapes(m, e):
    f = m.function(f"concat_rows_{e}")
    f.output(f.concat([f.input((100, 768), e), f.input((200, 768), e)], 0))
    f = m.function(f"concat_columns_{e}")
    f.output(f.concat([f.input((512, 100), e), f.input((512, 200), e)], 1))
    f = m.function(f"roll_rows_{e}")
    x = f.input((512, 768), e)
    f.output(f.concat([f.slice(x, (100, 0), (412, 768)), f.slice(x, (0, 0), (100, 768))], 0))
    f = m.function(f"roll_columns_{e}")
    x = f.input((512, 768), e)
    f.output(f.concat([f.slice(x, (0, 100), (512, 668)), f.slice(x, (0, 0), (512, 100))], 1))
    f = m.function(f"pad_rows_{e}")
    f.output(f.pad(f.input((500, 768), e), (1, 0), (1, 0)))
    f = m.function(f"pad_image_{e}")
    f.output(f.pad(f.input((1, 56, 56, 128), e), (0, 1, 1, 0), (0, 1, 1, 0)))
    f = m.function(f"slice_rows_{e}")
    f.output(f.slice(f.input((512, 768), e), (3, 0), (500, 768)))
    f = m.function(f"slice_both_{e}")
    f.output(f.slice(f.input((512, 768), e), (5, 7), (400, 500)))
    f = m.function(f"insert_{e}")
    x, y = f.input((512, 768), e), f.input((100, 200), e)
    f.output(f.insert(y, x, (33, 77)))
    f = m.function(f"rows_added_to_next_{e}")
    x = f.input((513, 768), e)
    f.output(f.generic("i j; i j -> i j", [f.slice(x, (at, 0), (512, 768)) for at in (0, 1)],
                       lambda a, b: a + b))
    f = m.function(f"stack_{e}")
    f.output(f.concat([f.reshape(f.input((512, 256), e), "[[0, 1], [2]]", (1, 512, 256))
                       for _ in range(2)], 0))
    f = m.function(f"flatten_{e}")
    f.output(f.reshape(f.input((512, 768), e), "[[0, 1]]", (512 * 768,)))
    f = m.function(f"transpose_{e}")
    f.output(f.transpose(f.input((512, 768), e), (1, 0)))
    f = m.function(f"flip_{e}")
    x = f.input((512, 768), e)
    f.output(f.generic("i j -> i j", [x], lambda b, a: b.load(
        x, b.index("i"), 767 - b.index("j"))))
    f = m.function(f"lower_triangle_{e}")
    f.output(f.generic("i j -> i j", [f.input((512, 512), e)], lambda b, a: b.index("j").compare(
        "le", b.index("i")).select(a, 0)))


def add_numerics(m, e):
    def distance(c, a, b):
        return c + (a.to("f32") - b.to("f32")) * (a.to("f32") - b.to("f32"))

    f = m.function(f"distances_{e}")
    f.output(f.sum("i d; j d -> i j", [f.input((256, 64), e), f.input((512, 64), e)], distance,
                   order="i j d"))
    f = m.function(f"covariance_{e}")
    x = f.input((512, 256), e)
    x = f.generic("n i; i -> n i", [x, f.sum("n i -> i", [x])],
                  lambda a, u: (a.to("f32") - u * (1 / 512)).to(e))
    f.output(f.sum("n i; n j -> i j", [x, x], order="i j n"))
    f = m.function(f"dense_backward_{e}")
    x, w, dy = f.input((256, 512), e), f.input((512, 768), e), f.input((256, 768), e)
    f.output(f.sum("i k; i n -> k n", [x, dy], order="k n i"),
             f.sum("i n; k n -> i k", [dy, w], order="i k n"), f.sum("i n -> n", [dy]))
    f = m.function(f"mlp_{e}")
    x = f.input((64, 784), e)
    for rows, columns in ((784, 256), (256, 128)):
        x = f.generic("i j -> i j", [f.matmul(x, f.input((rows, columns), e))],
                      lambda a: a.max(0.0).to(e), element=e)
    f.output(softmax(f, f.matmul(x, f.input((128, 10), e)), "i j", "i"))
    f = m.function(f"lstm_{e}")
    x, h, c = f.input((64, 256), e), f.input((64, 256), e), f.input((64, 256))
    w, v, bias = f.input((256, 1024), e), f.input((256, 1024), e), f.input((1024,))
    z = f.named("matmul", [h, v], f.matmul(x, w))
    z = f.generic("i j; j -> i j", [z, bias], lambda a, b: a + b)
    gates = [f.slice(z, (0, 256 * k), (64, 256)) for k in range(4)]
    c = f.generic("i j; i j; i j; i j -> i j", gates[:3] + [c], lambda i, g, u, c:
                  g.sigmoid() * c + i.sigmoid() * u.math("tanh"))
    f.output(c, f.generic("i j; i j -> i j", [gates[3], c],
                          lambda o, c: (o.sigmoid() * c.math("tanh")).to(e), element=e))
    f = m.function(f"adam_{e}")
    p, g, mean, spread = (f.input((768, 768), t) for t in (e, e, "f32", "f32"))
    mean = f.generic("i j; i j -> i j", [mean, g], lambda a, b: a * 0.9 + b.to("f32") * 0.1)
    spread = f.generic("i j; i j -> i j", [spread, g],
                       lambda a, b: a.abs() * 0.999 + b.to("f32") * b.to("f32") * 0.001)
    f.output(mean, spread, f.generic(
        "i j; i j; i j -> i j", [p, mean, spread], lambda a, b, c:
        (a.to("f32") - b * 0.001 / (c.math("sqrt") + 1e-8)).to(e)))
    f = m.function(f"jacobi_{e}")
    x = f.input((514, 770), e)
    f.output(f.generic("i j; i j; i j; i j -> i j", [
        f.slice(x, at, (512, 768)) for at in ((0, 1), (2, 1), (1, 0), (1, 2))], lambda a, b, c, d: (
            (a.to("f32") + b.to("f32") + c.to("f32") + d.to("f32")) * 0.25).to(e)))
    f = m.function(f"moving_average_{e}")
    f.output(f.sum("i j+k; k -> i j", [f.input((512, 775), e), f.input((8,), e)],
                   order="i j k", shape=(512, 768)))


def add_bytes(m):
    f = m.function("quantize")
    x = f.input((512, 768))
    top = f.generic("i j -> i", [x], lambda c, a: c.max(a.abs()), init=0)
    f.output(top, f.generic("i j; i -> i j", [x, top],
                            lambda a, s: rounded(a * 127.0 / s.max(1e-6)), element="i8"))
    f = m.function("dequantize")
    f.output(f.generic("i j; j -> i j", [f.input((512, 768), "i8"), f.input((768,))],
                       lambda a, b: a.to("f32") * b, element="f32"))
    f = m.function("dense_bytes")
    x, w, bias, scale = (f.input((128, 768), "i8"), f.input((768, 768), "i8"),
                         f.input((768,), "i32"), f.input((768,)))
    f.output(f.generic("i j; j; j -> i j", [f.matmul(x, w, "i32"), bias, scale],
                       lambda a, b, s: rounded((a + b).to("f32") * s * 0.01), element="i8"))
    f = m.function("conv_bytes")
    x, w = f.input((1, 30, 30, 64), "i8"), f.input((3, 3, 64, 64), "i8")
    y = f.named("conv_2d_nhwc_hwcf", [x, w], f.fill(0, (1, 28, 28, 64), "i32"), WINDOW % (2, 1, 2))
    f.output(f.generic("n h w c -> n h w c", [y], lambda a: rounded(a.to("f32") * 0.01),
                       element="i8"))
    f = m.function("image_to_planes")
    f.output(f.generic("h w c -> c h w", [f.input((224, 224, 3), "i8")],
                       lambda a: a.to("f32", unsigned=True) * (1 / 255), element="f32"))
    f = m.function("add_saturated")
    f.output(f.generic("i j; i j -> i j", [f.input((512, 768), "i8") for _ in range(2)],
                       lambda a, b: (a.to("i16") + b.to("i16")).max(-128).min(127).to("i8")))
    f = m.function("rescale")
    f.output(f.generic("i j -> i j", [f.input((512, 768), "i8")],
                       lambda a: rounded(a.to("f32") * 0.37)))
    f = m.function("sum_rows")
    f.output(f.sum("i j -> i", [f.input((512, 768), "i8")]))
    f = m.function("sum_columns")
    f.output(f.sum("i j -> j", [f.input((512, 768), "i8")]))
    f = m.function("masked_fill")
    f.output(f.generic("i j; i j -> i j", [f.input((512, 768)), f.input((512, 768), "i8")],
                       lambda a, b: b.compare("ne", 0).select(-1e9, a)))


def main(arguments):
    names = [argument for argument in arguments if argument != "--dynamic"]
    module = Module(dynamic="--dynamic" in arguments)
    for element in ("f32", "bf16"):
        for add in (add_norms, add_transformers, add_images, add_shapes, add_numerics,
                    *layer_programs.FAMILIES, *training_programs.FAMILIES):
            add(module, element)
    add_shapes(module, "i8")
    add_bytes(module)
    known = {function.name for function in module.functions}
    for name in names:
        if name not in known:
            sys.exit(f"make-programs.py: there is no program {name}; there are "
                     f"{', '.join(sorted(known))}")
    if names:
        module.functions = [f for f in module.functions if f.name in names]
    print(module.get_text())


if __name__ == "__main__":
    main(sys.argv[1:])
