# Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single layers of networks, for `make-programs.py`: what compilers emit for one operation of a
framework, with little around it."""

from program_builder import WINDOW


def add_convolutions(m, e):
    def convolve(name, op, x, w, shape, attributes, pad=None):
        f = m.function(f"{name}_{e}")
        x, w = f.input(x, e), f.input(w, e)
        x = f.pad(x, *pad) if pad else x
        f.output(f.named(op, [x, w], f.fill(0, shape, "f32"), attributes))

    border = (0, 0, 1, 1), (0, 0, 1, 1)
    convolve("padded_conv_nchw", "conv_2d_nchw_fchw", (1, 64, 28, 28), (64, 64, 3, 3),
             (1, 64, 28, 28), WINDOW % (2, 1, 2), border)
    convolve("strided_conv", "conv_2d_nhwc_hwcf", (1, 57, 57, 64), (3, 3, 64, 64), (1, 28, 28, 64),
             WINDOW % (2, 2, 2))
    convolve("conv1d", "conv_1d_nwc_wcf", (4, 130, 128), (3, 128, 128), (4, 128, 128),
             WINDOW % (1, 1, 1))
    convolve("causal_conv1d", "depthwise_conv_1d_nwc_wc", (2, 256, 512), (4, 512), (2, 256, 512),
             WINDOW % (1, 1, 1), ((0, 3, 0), (0, 0, 0)))
    f = m.function(f"filter_{e}")
    f.output(f.named("conv_2d", [f.input((514, 770), e), f.input((3, 3), e)],
                     f.fill(0, (512, 768), "f32")))
    for name, size, shape in (("max_pool_3", 3, (1, 57, 57, 64)), ("max_pool_nchw", 2, (1, 64, 56, 56))):
        f, nchw = m.function(f"{name}_{e}"), name.endswith("nchw")
        f.output(f.named(f"pooling_{'nchw' if nchw else 'nhwc'}_max",
                         [f.input(shape, e), f.empty((size, size), e)],
                         f.fill(float("-inf"), (1, 64, 28, 28) if nchw else (1, 28, 28, 64), e),
                         WINDOW % (2, 2, 2)))
    f = m.function(f"pad_nchw_{e}")
    f.output(f.pad(f.input((1, 64, 56, 56), e), *border))
    f = m.function(f"batch_norm_nchw_{e}")
    x, s, t = f.input((4, 64, 28, 28), e), f.input((64,)), f.input((64,))
    f.output(f.generic("n c h w; c; c -> n c h w", [x, s, t],
                       lambda a, s, t: (a.to("f32") * s + t).max(0.0).to(e)))
    f = m.function(f"upsample_{e}")
    f.output(f.generic("h w c -> h y w z c", [f.input((28, 28, 128), e)], lambda a: a * 1.0,
                       shape=(28, 2, 28, 2, 128)))


def add_products(m, e):
    for name, spec, shapes, order in (
            ("matvec", "i j; j -> i", ((768, 768), (768,)), "i j"),
            ("vecmat", "j; j i -> i", ((768,), (768, 768)), "i j"),
            ("linear_transposed", "i k; j k -> i j", ((128, 768), (3072, 768)), "i j k"),
            ("batch_matmul", "n i k; n k j -> n i j", ((16, 64, 64), (16, 64, 64)), "n i j k"),
            ("experts", "n i k; n k j -> n i j", ((8, 64, 256), (8, 256, 512)), "n i j k"),
            ("grouped_scores", "h g i d; h j d -> h g i j", ((8, 4, 64, 64), (8, 512, 64)),
             "h g i j d"),
            ("scores_bshd", "b i h d; b j h d -> b h i j", ((2, 128, 8, 64), (2, 128, 8, 64)),
             "b h i j d"),
            ("values_bshd", "b h i j; b j h d -> b i h d", ((2, 8, 128, 128), (2, 128, 8, 64)),
             "b i h d j"),
            ("tall", "i k; k j -> i j", ((4096, 64), (64, 8)), "i j k"),
            ("small", "i k; k j -> i j", ((10, 17), (17, 33)), "i j k"),
            ("cosine", "i j; i j -> i", ((512, 256), (512, 256)), "i j")):
        f = m.function(f"{name}_{e}")
        f.output(f.sum(spec, [f.input(shape, e) for shape in shapes], order=order))


def add_reductions(m, e):
    for name, spec, shape, order in (
            ("sum_all", "i j ->", (512, 768), "i j"), ("sum_middle", "i k j -> i j", (64, 32, 256), "i j k"),
            ("sum_outer", "k i j -> i j", (64, 32, 256), "i j k")):
        f = m.function(f"{name}_{e}")
        f.output(f.sum(spec, [f.input(shape, e)], order=order))
    for name, spec in (("max_rows", "i j -> i"), ("max_columns", "i j -> j")):
        f = m.function(f"{name}_{e}")
        f.output(f.maximum(spec, [f.input((512, 768), e)]))
    f = m.function(f"log_softmax_{e}")
    x = f.input((256, 1000), e)
    top = f.maximum("i j -> i", [x])
    total = f.sum("i j; i -> i", [x, top], lambda c, a, b: c + (a.to("f32") - b).exp())
    f.output(f.generic("i j; i; i -> i j", [x, top, total],
                       lambda a, b, c: (a.to("f32") - b - c.math("log")).to(e)))


def add_elementwise(m, e):
    f = m.function(f"bias_{e}")
    f.output(f.generic("b i j; j -> b i j", [f.input((8, 128, 768), e), f.input((768,), e)],
                       lambda a, b: a + b))
    f = m.function(f"where_{e}")
    x = [f.input((512, 768), "i8"), f.input((512, 768), e), f.input((512, 768), e)]
    f.output(f.generic("i j; i j; i j -> i j", x, lambda c, a, b: c.compare("ne", 0).select(a, b),
                       element=e))
    for name, spec, extent in (("rows", "j -> i j", 768), ("columns", "i -> i j", 512)):
        f = m.function(f"broadcast_{name}_{e}")
        f.output(f.generic(spec, [f.input((extent,), e)], lambda a: a * 1.0, shape=(512, 768)))
    f = m.function(f"one_hot_{e}")
    f.output(f.generic("i -> i j", [f.input((256,), "i32")], lambda b, i: b.index("j").to(
        "i32").compare("eq", i).select(b.constant(1, e), 0), element=e, shape=(256, 1000)))
    f = m.function(f"gather_rows_{e}")
    table, rows = f.input((1000, 512), e), f.input((256,), "i32")
    f.output(f.generic("i -> i j", [rows], lambda b, i: b.load(table, i.max(0).min(999).to(
        "index"), b.index("j")), element=e, shape=(256, 512)))


def add_moves(m, e):
    for name, shape, permutation in (
            ("transpose_last", (8, 128, 64), (0, 2, 1)), ("transpose_heads", (2, 128, 12, 64), (0, 2, 1, 3)),
            ("nchw_to_nhwc", (4, 64, 28, 28), (0, 2, 3, 1)), ("nhwc_to_nchw", (4, 28, 28, 64), (0, 3, 1, 2))):
        f = m.function(f"{name}_{e}")
        f.output(f.transpose(f.input(shape, e), permutation))
    f = m.function(f"flatten_images_{e}")
    f.output(f.reshape(f.input((16, 7, 7, 64), e), "[[0], [1, 2, 3]]", (16, 3136)))
    f = m.function(f"concat_channels_{e}")
    f.output(f.concat([f.input((1, 28, 28, c), e) for c in (48, 24)], 3))
    f = m.function(f"reflect_left_{e}")
    x = f.input((512, 700), e)
    f.output(f.concat([f.slice(x, (0, 1), (512, 3)), x], 1))
    for name, shape, offsets, sizes in (("next_tokens", (2, 257, 512), (0, 1, 0), (2, 256, 512)),
                                        ("last_token", (8, 256, 512), (0, 255, 0), (8, 1, 512))):
        f = m.function(f"{name}_{e}")
        f.output(f.slice(f.input(shape, e), offsets, sizes))
    f = m.function(f"gate_{e}")
    x = f.input((512, 1000), e)
    f.output(f.generic("i j; i j -> i j", [f.slice(x, (0, at), (512, 500)) for at in (0, 500)],
                       lambda a, b: (a.to("f32") * b.to("f32").sigmoid()).to(e)))
    f = m.function(f"differences_{e}")
    x = f.input((512, 769), e)
    f.output(f.generic("i j; i j -> i j", [f.slice(x, (0, at), (512, 768)) for at in (1, 0)],
                       lambda a, b: a - b))


FAMILIES = (add_convolutions, add_products, add_reductions, add_elementwise, add_moves)
