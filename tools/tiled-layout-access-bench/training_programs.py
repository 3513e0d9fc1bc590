# Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of training and products of other forms, for `make-programs.py`: gradients, normalisations,
indices that are divided, and windows of other shapes."""

from program_builder import WINDOW


def add_gradients(m, e):
    f = m.function(f"softmax_backward_{e}")
    d, y = f.input((512, 512), e), f.input((512, 512), e)
    dots = f.sum("i j; i j -> i", [d, y])
    f.output(f.generic("i j; i j; i -> i j", [d, y, dots],
                       lambda d, y, s: ((d.to("f32") - s) * y.to("f32")).to(e)))
    f = m.function(f"layer_norm_backward_{e}")
    d, x, w, r = f.input((512, 768), e), f.input((512, 768), e), f.input((768,)), f.input((512,))
    spec = "i j; i j; j -> i"
    sums = f.generic(spec, [d, x, w], lambda c, d, x, w: c + d.to("f32") * w, element="f32", init=0)
    dots = f.generic(spec, [d, x, w], lambda c, d, x, w: c + d.to("f32") * w * x.to("f32"),
                     element="f32", init=0)
    f.output(f.generic("i j; i j; j; i; i; i -> i j", [d, x, w, r, sums, dots],
                       lambda d, x, w, r, s, t: ((d.to("f32") * w - s * (1 / 768) -
                                                  x.to("f32") * t * (1 / 768)) * r).to(e)),
             f.sum("i j; i j -> j", [d, x], order="i j"))
    f = m.function(f"conv_weight_gradient_{e}")
    f.output(f.sum("n y+p x+q c; n y x k -> p q c k",
                   [f.input((1, 30, 30, 64), e), f.input((1, 28, 28, 64), e)],
                   order="p q c k n y x", shape=(3, 3, 64, 64)))


def add_normalisations(m, e):
    f = m.function(f"group_norm_{e}")
    x = f.input((4, 196, 8, 128), e)
    sums = f.sum("n i g c -> n g", [x])
    squares = f.generic("n i g c -> n g", [x], lambda c, a: c + a.to("f32") * a.to("f32"),
                        element="f32", init=0)
    count = 1 / (196 * 128)
    f.output(f.generic("n i g c; n g; n g -> n i g c", [x, sums, squares],
                       lambda a, s, q: ((a.to("f32") - s * count) *
                                        ((q - s * s * count) * count + 1e-5).math("rsqrt")).to(e)))
    f = m.function(f"l2_normalise_{e}")
    x = f.input((512, 768), e)
    f.output(f.generic("i j; i -> i j", [x, f.sum("i j; i j -> i", [x, x])],
                       lambda a, s: (a.to("f32") * s.math("rsqrt")).to(e)))


def add_forms(m, e):
    f = m.function(f"scales_of_groups_{e}")
    x, w, s = f.input((64, 1024), e), f.input((1024, 512), "i8"), f.input((32, 512))
    f.output(f.generic("i k; k j; k/32 j -> i j", [x, w, s],
                       lambda c, a, b, s: c + a.to("f32") * (b.to("f32") * s), element="f32",
                       init=0, order="i j k"))
    f = m.function(f"shared_keys_{e}")
    f.output(f.sum("h i d; h/4 j d -> h i j", [f.input((8, 128, 64), e), f.input((2, 128, 64), e)],
                   order="h i j d"))
    for name, spec, a, b, order in (
            ("outer", "i; j -> i j", (768,), (512,), "i j"),
            ("batch_matvec", "b i k; b k -> b i", (16, 256, 256), (16, 256), "b i k"),
            ("tensordot", "i j k; k j l -> i l", (128, 16, 64), (64, 16, 128), "i l j k")):
        f = m.function(f"{name}_{e}")
        f.output(f.sum(spec, [f.input(a, e), f.input(b, e)], order=order))


def add_windows(m, e):
    for name, op, x, w, shape, attributes in (
            ("patches", "conv_2d_nhwc_hwcf", (1, 224, 224, 3), (16, 16, 3, 768), (1, 14, 14, 768),
             WINDOW % (2, 16, 2)),
            ("conv3d", "conv_3d_ndhwc_dhwcf", (1, 10, 18, 18, 32), (3, 3, 3, 32, 32),
             (1, 8, 16, 16, 32), WINDOW % (3, 1, 3)),
            ("strided_conv_1x1", "conv_2d_nhwc_hwcf", (1, 55, 55, 64), (1, 1, 64, 128),
             (1, 28, 28, 128), WINDOW % (2, 2, 2))):
        f = m.function(f"{name}_{e}")
        f.output(f.named(op, [f.input(x, e), f.input(w, e)], f.fill(0, shape, "f32"), attributes))


FAMILIES = (add_gradients, add_normalisations, add_forms, add_windows)
