"""Converts between f32 and floats of 8 bits, and multiplies them, beside a table of their values.

f8.py OPT TRANSLATE CLANG FOLDER TARGET

All 256 numbers become f32; numbers of f32, those between two neighbours of 8 bits among them, are
rounded; and a product in tiles adds products of numbers of 8 bits.
"""

import argparse
import ctypes

import numpy as np

from compiled_library import build

COUNT, ROWS, DEPTH, COLUMNS = 4096, 5, 40, 70
FORMATS = {"f8E4M3FN": (3, 7, False), "f8E5M2": (2, 15, True)}

NAMES = """
#i = affine_map<(i) -> (i)>
#words = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
"""
TEXT = """
func.func @widen_NAME(%a: memref<256xNAME>, %b: memref<256xf32>) attributes {llvm.emit_c_interface} {
  linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
    ins(%a : memref<256xNAME>) outs(%b : memref<256xf32>) {
  ^bb0(%x: NAME, %o: f32):
    %y = arith.extf %x : NAME to f32
    linalg.yield %y : f32
  }
  return
}
func.func @round_NAME(%a: memref<4096xf32>, %b: memref<4096xNAME>) attributes {llvm.emit_c_interface} {
  linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
    ins(%a : memref<4096xf32>) outs(%b : memref<4096xNAME>) {
  ^bb0(%x: f32, %o: NAME):
    %y = arith.truncf %x : f32 to NAME
    linalg.yield %y : NAME
  }
  return
}
func.func @product_NAME(%a: memref<5x40xNAME>, %b: memref<40x70xNAME>, %c: memref<5x70xf32>)
    attributes {llvm.emit_c_interface} {
  %ta = memref.alloc() : memref<5x40xNAME, #words>
  %tb = memref.alloc() : memref<40x70xNAME, #words>
  tiled_layout.relayout ins(%a : memref<5x40xNAME>) outs(%ta : memref<5x40xNAME, #words>)
  tiled_layout.relayout ins(%b : memref<40x70xNAME>) outs(%tb : memref<40x70xNAME, #words>)
  linalg.matmul ins(%ta, %tb : memref<5x40xNAME, #words>, memref<40x70xNAME, #words>)
                outs(%c : memref<5x70xf32>)
  memref.dealloc %ta : memref<5x40xNAME, #words>
  memref.dealloc %tb : memref<40x70xNAME, #words>
  return
}
"""


def make_table(mantissa, bias, has_infinity):
    """The value of each of the 256 numbers."""
    table = []
    for code in range(256):
        magnitude = code & 127
        exponent, rest = magnitude >> mantissa, magnitude & ((1 << mantissa) - 1)
        if has_infinity and exponent == 31:
            value = np.nan if rest else np.inf
        elif not has_infinity and magnitude == 127:
            value = np.nan
        elif exponent == 0:
            value = rest * 2.0 ** (1 - bias - mantissa)
        else:
            value = (1 + rest / (1 << mantissa)) * 2.0 ** (exponent - bias)
        table.append(-value if code & 128 else value)
    return np.array(table)


def round_to(value, table, has_infinity):
    """The nearest number, of two the even one; as the next power would be, infinity or NaN."""
    sign, value = 128 * bool(np.signbit(value)), abs(float(value))
    finite = table[:128][np.isfinite(table[:128])]
    last = len(finite)
    if np.isnan(value):
        return sign | 127
    places = np.append(finite, 2 * finite[-1] - finite[-2])
    code = int(np.searchsorted(places, value))
    if code <= last and places[code] != value:
        below, above = value - places[code - 1], places[code] - value
        code -= below < above or (below == above and code % 2 == 1)
    return sign | (code if code < last else 0x7c if has_infinity else 127)


def descriptor(array):
    sizes = [*array.shape, *(stride // array.itemsize for stride in array.strides)]
    return (ctypes.c_int64 * (3 + len(sizes)))(array.ctypes.data, array.ctypes.data, 0, *sizes)


def check(library, name):
    mantissa, bias, has_infinity = FORMATS[name]
    table = make_table(mantissa, bias, has_infinity)
    codes, wide = np.arange(256, dtype=np.uint8), np.zeros(256, np.float32)
    getattr(library, "_mlir_ciface_widen_" + name)(descriptor(codes), descriptor(wide))
    same = (wide == table) | (np.isnan(wide) & np.isnan(table))
    assert (same & (np.signbit(wide) == (codes >= 128))).all(), codes[~same]

    numbers = np.random.default_rng(1)
    with np.errstate(invalid="ignore"):
        middles = ((table[:-1] + table[1:]) / 2).astype(np.float32)
    given = np.concatenate([
        table, middles, np.nextafter(middles, np.float32(np.inf)), np.nextafter(middles, np.float32(-np.inf)),
        [464, 464.001, 480, 61439, 61440, 1e30, -1e30, np.inf, -np.inf, np.nan, 1e-40, 0, -0.0]]).astype(np.float32)
    rest = COUNT - len(given)
    given = np.concatenate([given, (numbers.standard_normal(rest) *
                                    np.exp2(numbers.uniform(-20, 18, rest))).astype(np.float32)])
    rounded = np.zeros(COUNT, np.uint8)
    getattr(library, "_mlir_ciface_round_" + name)(descriptor(given), descriptor(rounded))
    expected = np.array([round_to(value, table, has_infinity) for value in given], np.uint8)
    same = (rounded == expected) | (np.isnan(table[rounded]) & np.isnan(table[expected]))
    assert same.all(), given[~same]

    # Of up to 2^3 each, so that sums of them are exact.
    small = np.array([code for code in range(256) if abs(table[code]) in (0, 1, 1.5, 2, 3, 8)], np.uint8)
    a, b = numbers.choice(small, (ROWS, DEPTH)), numbers.choice(small, (DEPTH, COLUMNS))
    c = np.zeros((ROWS, COLUMNS), np.float32)
    getattr(library, "_mlir_ciface_product_" + name)(descriptor(a), descriptor(b), descriptor(c))
    assert (c == table[a] @ table[b]).all()
    print("%s: as the table says" % name)


class Seed:
    seed = 1


def main():
    parser = argparse.ArgumentParser()
    for name in ("opt", "translate", "clang", "folder", "target"):
        parser.add_argument(name)
    options = parser.parse_args()
    text = NAMES + "".join(TEXT.replace("NAME", name) for name in FORMATS)
    library, _ = build(options, [Seed], "target-cpu=" + options.target, text)
    for name in FORMATS:
        check(library, name)


if __name__ == "__main__":
    main()
