#!/usr/bin/python3
"""Tests the Python package: its examples, and arrays against numpy's own moves."""

import _ctypes
import copy
import doctest
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

import numpy as np

import tiled_layout
from tiled_layout import (Layout, LayoutError, Shape, _arrays, _profile, _shape, choose, compare,
                          explain, pack, profile, relayout, unpack)
from tiles import tile


def load_tests(loader, tests, pattern):
    for module in (tiled_layout, _shape, _arrays, _profile):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


class Shapes(unittest.TestCase):
    def test_members(self):
        shape = Shape("bf16[20,300]{1,0:T(8,128)(2,1)}")
        self.assertEqual(shape.element_type, "bf16")
        self.assertEqual(shape.extents, (20, 300))
        self.assertEqual(shape.physical_shape, (3, 3, 4, 128, 2, 1))
        self.assertEqual((shape.elements, shape.bytes, shape.logical_bytes), (9216, 18432, 12000))
        self.assertEqual(shape.bits_per_element, 16)
        self.assertEqual(shape.position((7, 129)), 1795)
        self.assertEqual(shape.index(1795), (7, 129))
        self.assertIsNone(shape.index(9215))
        self.assertEqual(str(shape), "bf16[20,300]{1,0:T(8,128)(2,1)}")
        self.assertEqual(shape, Shape("BF16[20,300]{1,0:T(8,128)(2,1)}"))
        self.assertEqual(str(Shape("f32[4,8]{1,0:T(2,4)(2,1)}").simplified), "{1,0:T(2,1)}")
        self.assertEqual(Shape("f32[?,8]").extents, (None, 8))
        self.assertIsNone(Shape("f32[?,8]").bytes)

    def test_refusals(self):
        for wrong in ("f32[3]{0:T(0)}", "f32[", "", "f99[3]"):
            with self.assertRaises(LayoutError, msg=wrong):
                Shape(wrong)
        with self.assertRaisesRegex(LayoutError, "tile size must be at least 1"):
            Shape("f32[3]{0:T(0)}")
        shape = Shape("f32[3,5]")
        for index in ((3, 0), (0, -1), (0,), (0, 0, 0)):
            with self.assertRaises(IndexError):
                shape.position(index)
        for position in (-1, 15):
            with self.assertRaises(IndexError):
                shape.index(position)
        with self.assertRaises(LayoutError):
            Layout("f32[3]{0}")

    def test_extremes(self):
        shape = Shape("f32[4,8]{1,0:T(2,4)}")
        for index in ((2**64, 0), (-2**64, 0), (2**63, 0)):
            with self.assertRaisesRegex(IndexError, r"index \(-?[0-9]+, 0\) is not in f32"):
                shape.position(index)
        for wrong in (1.5, None, "1"):
            with self.assertRaises(TypeError):
                shape.index(wrong)
            with self.assertRaises(TypeError):
                shape.position((wrong, 0))
        # Which tiles do nothing is not known.
        self.assertEqual(str(Shape("f32[?,8]{1,0:T(2,4)(2,1)}").simplified),
                         "{1,0:T(2,4)(2,1)}")

    def test_notations(self):
        shape = choose("bf16[20,300]")
        self.assertEqual(str(shape), "bf16[20,300]{1,0:T(8,128)(2,1)}")
        self.assertEqual(shape.to("onednn"), "bf16[20,300]onednn(AB4a128b2a)")
        self.assertEqual(Shape(shape.to("tpu")), shape)
        self.assertEqual(shape.to("mlir"),
                         "tensor<20x300xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>")
        with self.assertRaises(LayoutError):
            shape.to("morello")
        self.assertEqual(shape.to("jax"),
                         "Layout(major_to_minor=(0, 1), tiling=((8, 128), (2, 1)))")
        with self.assertRaisesRegex(LayoutError, r"E\(16\), which JAX"):
            Shape("f32[8]{0:E(16)}").to("jax")
        with self.assertRaisesRegex(LayoutError, "none of the notations"):
            shape.to("latin")
        self.assertEqual(explain(shape)["bytes"], 18432)
        self.assertIsNone(explain("f32[?]")["bytes"])

    def test_comparison(self):
        same = compare("f32[4,8]{1,0:T(2,4)(2,1)}", "f32[4,8]{1,0:T(2,1)}")
        self.assertTrue(same and same.same_positions and not same.difference)
        larger = compare("f32[5]{0}", "f32[5]{0:T(8)}")
        self.assertTrue(not larger and larger.same_positions and larger.index is None)
        other = compare("f32[4,8]{1,0}", "f32[4,8]{0,1}")
        self.assertFalse(other or other.same_positions)
        a, b = Shape("f32[4,8]{1,0}"), Shape("f32[4,8]{0,1}")
        self.assertNotEqual(a.position(other.index), b.position(other.index))
        self.assertTrue(compare("f32[8,128]{1,0}", "{1,0:T(8,128)}"))
        self.assertFalse(compare("f32[4,8]{1,0}", Layout("{0,1}")))
        with self.assertRaisesRegex(LayoutError, "not one array"):
            compare("f32[4,8]", "f32[8,4]")
        with self.assertRaisesRegex(LayoutError, "not one array"):
            compare("f32[?,8]", "{0,1}")
        with self.assertRaisesRegex(LayoutError, r"layout alone; give .* f32\[20,300\]\{0\}"):
            compare("{0}", "f32[4]")

    def test_copies(self):
        shape = Shape("f32[3,5]{1,0:T(2,2)}")
        for again in (copy.copy(shape), copy.deepcopy([shape])[0],
                      pickle.loads(pickle.dumps(shape))):
            self.assertEqual(again, shape)
            del again
        self.assertEqual(shape.position((2, 3)), 17)


class Arrays(unittest.TestCase):
    def expect(self, actual, expected):
        self.assertEqual(actual.dtype, expected.dtype)
        self.assertEqual(actual.tobytes(), expected.tobytes())

    def test_types_and_orders(self):
        random = np.random.default_rng(1)
        bits = random.integers(0, 256, (21, 300 * 16), dtype=np.uint8)
        for name in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
                     "float16", "float32", "float64", "complex64", "complex128"):
            dtype = np.dtype(name)
            array = np.ascontiguousarray(bits[:, :300 * dtype.itemsize]).view(dtype)
            expected = tile(array, 8, 128).ravel()
            text = f"{_shape.get_element_type(dtype)}[21,300]{{1,0:T(8,128)}}"
            for source in (array, np.asfortranarray(array), np.repeat(array, 2, 0)[::2],
                           array[::-1][::-1]):
                self.expect(pack(source, "{1,0:T(8,128)}"), expected)
            swapped = array.astype(dtype.newbyteorder(">"))
            if dtype.kind in "iu":
                self.expect(pack(swapped, "{1,0:T(8,128)}"), expected)
            for order in "CF":
                back = unpack(expected, text, order=order)
                self.expect(back, array)
                self.assertTrue(back.flags[f"{order}_CONTIGUOUS"])
        truth = bits[:, :300] % 2 == 0
        self.expect(pack(truth, Layout("{1,0:T(8,128)}")), tile(truth, 8, 128).ravel())

    def test_bits(self):
        array = np.arange(21 * 130, dtype=np.uint16).reshape(21, 130)
        shape = "bf16[21,130]{1,0:T(8,128)(2,1)}"
        packed = tile(tile(array, 8, 128), 2, 1).ravel()
        self.expect(pack(array, shape), packed)
        self.expect(unpack(packed, shape, dtype=np.uint16), array)
        truth = (np.arange(40 * 130).reshape(40, 130) % 7 == 0)
        narrow = "{1,0:T(32,128)(32,1)E(1)}"
        packed = np.packbits(tile(tile(truth, 32, 128), 32, 1).ravel(), bitorder="little")
        self.expect(pack(truth, narrow), packed)
        self.expect(unpack(packed, "pred[40,130]" + narrow), truth)
        sixes = np.arange(48, dtype=np.float32).reshape(6, 8)
        for text in ("[1, 0, 1 p(4)]", "onednn(Ba4b)", "f32[6,8][1, 0, 1 p(4)]"):
            self.expect(pack(sixes, text), sixes.reshape(6, 2, 4).transpose(1, 0, 2).ravel())
        nibbles = np.array([-8, 7, 3], np.int8)
        self.expect(pack(nibbles, "s4[3]{0:E(4)}"), np.array([0x78, 0x03], np.uint8))

    def test_objects(self):
        objects, numbers = np.array([object()] * 3), np.zeros(3)
        text = "f64[3]"
        for move in (lambda: pack(objects, text), lambda: unpack(objects, text),
                     lambda: relayout(objects, text, "{0}"),
                     lambda: unpack(numbers, text, dtype=object),
                     lambda: pack(numbers, text, out=objects.copy())):
            with self.assertRaisesRegex(LayoutError, "type object are references to objects"):
                move()
        with self.assertRaisesRegex(LayoutError, "order is 'K', but must be 'C' or 'F'"):
            unpack(numbers, text, order="K")
        with self.assertRaises(TypeError):
            pack(numbers, "{0}", threads=1.5)
        with self.assertRaises(TypeError):
            pack(numbers, 5)
        with self.assertRaisesRegex(LayoutError, "elements of type str96 have no layout$"):
            pack("abc", "{0}")

    def test_padding_rank_and_size(self):
        truth = pack(np.array([False, True]), "{0:T(4)}", padding=True)
        self.assertEqual(truth.tolist(), [False, True, True, True])
        ones = pack(np.ones(3, np.float32), "{0:T(4)}", padding=-1.5)
        self.assertEqual(ones.tolist(), [1, 1, 1, -1.5])
        self.assertEqual(pack(np.float64(2.5), "{:T(4)}").tolist(), [2.5, 0, 0, 0])
        self.assertEqual(unpack(np.zeros(4), "f64[]{:T(4)}").shape, ())
        self.assertEqual(pack(np.zeros((0, 4), np.int8), "{1,0:T(2,4)}").size, 0)

    def test_relayout_and_out(self):
        array = np.arange(2000 * 300, dtype=np.float32).reshape(2000, 300)
        tiles = pack(array, "{1,0:T(8,128)}", threads=None)
        source = "f32[2000,300]{1,0:T(8,128)}"
        self.expect(relayout(tiles, source, "{0,1}"), array.T.ravel())
        out = np.empty_like(array)
        self.assertIs(relayout(tiles, source, "f32[2000,300]", out=out, threads=2), out)
        self.expect(out, array)
        self.assertIs(unpack(tiles, source, out=out), out)
        self.assertIs(pack(array, "{1,0:T(8,128)}", out=np.empty_like(tiles)).base, None)

    def test_byte_order(self):
        array = np.arange(15, dtype=np.float32).reshape(3, 5)
        source = "f32[3,5]{1,0:T(2,2)}"
        tiles = pack(array, source)
        swapped = tiles.astype(">f4")
        self.expect(unpack(swapped, source), array)
        self.expect(relayout(swapped, source, "{0,1}"), array.T.ravel())
        for call in (lambda: pack(array, source, out=np.empty(24, ">f4")),
                     lambda: unpack(tiles, source, out=np.empty((3, 5), ">f4")),
                     lambda: unpack(tiles, source, dtype=">f4")):
            with self.assertRaisesRegex(LayoutError, "are of another byte order|is of another"):
                call()

    def test_out_in_fortran_order(self):
        array = np.arange(15, dtype=np.float32).reshape(3, 5)
        source = "f32[3,5]{1,0:T(2,2)}"
        out = np.empty((3, 5), np.float32, order="F")
        self.assertIs(unpack(pack(array, source), source, order="F", out=out), out)
        np.testing.assert_array_equal(out, array)

    def test_processes(self):
        array = np.arange(512 * 1024, dtype=np.float32).reshape(512, 1024)
        expected = pack(array, "{1,0:T(8,128)}", threads=2)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            again = pack(array, "{1,0:T(8,128)}", threads=2)
            os._exit(not np.array_equal(again, expected))
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_refusals(self):
        ones = np.ones((3, 5), np.float32)
        whole = np.ones(15, np.int64)
        for reason, call in [
                ("different types", lambda: compare("f32[3,5]", "s32[3,5]")),
                ("different extents", lambda: compare("f32[3,5]", "f32[5,3]")),
                ("elements of type float32, but those of s32", lambda: pack(ones, "s32[3,5]")),
                ("elements of type float64, but",
                 lambda: unpack(np.zeros(12), "f32[3,5]{1,0:T(2,2)}")),
                ("elements of type float32, but those of s64",
                 lambda: pack(whole, "{0}", out=np.empty(30, np.float32))),
                (r"out is \(5, 3\), but the result is \(3, 5\)",
                 lambda: unpack(ones, "f32[3,5]", out=np.empty((5, 3), np.float32))),
                ("contiguous in order 'F'",
                 lambda: unpack(ones, "f32[3,5]", order="F", out=np.empty((3, 5), np.float32))),
                ("does not fit f4e2m1fn",
                 lambda: pack(np.array([92], np.uint8), "f4e2m1fn[1]")),
                ("does not fit s4, which holds -8 to 7",
                 lambda: pack(np.array([1, 92], np.int8), "s4[2]{0:E(4)}")),
                ("does not fit pred", lambda: pack(np.array([2], np.uint8), "pred[1]")),
                ("tile size", lambda: pack(ones, "{1,0:T(0)}")),
                ("expected", lambda: pack(ones, "{1,0:T(8,128}")),
                ("the array is", lambda: pack(ones, "f32[5,3]{1,0}")),
                ("has 60 bytes", lambda: pack(ones, "f64[3,5]{1,0}")),
                ("has 60 bytes", lambda: unpack(ones, "f32[3,5]{1,0:T(8,128)}")),
                ("out has 4 bytes", lambda: pack(ones, "{0,1}", out=np.empty(1, np.float32))),
                ("overlaps", lambda: relayout(ones, "f32[3,5]", "{0,1}", out=ones)),
                ("contiguous", lambda: unpack(ones, "f32[3,5]", out=np.empty((5, 3), np.float32).T)),
                ("no value of type", lambda: pack(ones, "{1,0:T(8)}", padding="many")),
                ("threads is 0", lambda: pack(ones, "{0,1}", threads=0)),
                ("not known", lambda: unpack(ones, "f32[?]")),
                ("have no layout", lambda: pack(np.array(["a"]), "{0}")),
                ("have 4 bytes", lambda: unpack(ones, "f32[3,5]", dtype=np.int8))]:
            with self.assertRaisesRegex(LayoutError, reason):
                call()

    def test_threads_of_the_caller(self):
        array = np.arange(300 * 300, dtype=np.int32).reshape(300, 300)
        expected = tile(array, 8, 128).ravel()
        results = [None] * 8

        def work(number):
            results[number] = pack(array, "{1,0:T(8,128)}")

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            self.expect(result, expected)


class Profiles(unittest.TestCase):
    EXAMPLES = pathlib.Path(__file__).parents[3] / "docs/examples"

    def test_as_the_tool(self):
        for name in ("attention-step.hlo", "load.mlir"):
            output = subprocess.run([os.environ["TILED_LAYOUT_PROFILE"], "--json",
                                     self.EXAMPLES / name], check=True, text=True,
                                    stdout=subprocess.PIPE).stdout
            expected = [json.loads(line) for line in output.splitlines()]
            self.assertEqual(profile(self.EXAMPLES / name), expected)
            output = output.replace(str(self.EXAMPLES / name), "-")
            expected = [json.loads(line) for line in output.splitlines()]
            self.assertEqual(profile((self.EXAMPLES / name).read_text()), expected)
            self.assertEqual(profile((self.EXAMPLES / name).read_bytes()), expected)

    def test_refusals(self):
        for wrong, reason in [("module {", "expected operation name"),
                              ("/some/file.hlo", "the path of a file is a pathlib.Path"),
                              (b"ML\xefR\x06" + bytes(range(256)), "cannot profile")]:
            with self.assertRaisesRegex(LayoutError, reason):
                profile(wrong)
        for wrong in [10**30, 5, [102, 51], None, 1.5]:
            for function in profile, Shape, choose, explain:
                with self.assertRaises((TypeError, LayoutError)):
                    function(wrong)
        with self.assertRaisesRegex(TypeError, "expected a text or bytes, not int"):
            profile(5)
        with self.assertRaisesRegex(TypeError, "out is no array, but str"):
            pack(np.zeros((3, 5), np.float32), "{1,0}", out="f32[3,5]")
        module, = profile("f32[3,5]{1,0:T(2,2)}\nf32[\n")
        self.assertEqual(module["skipped_lines"], [2])
        with self.assertRaises(OSError):
            profile(self.EXAMPLES / "missing.hlo")


class Wheel(unittest.TestCase):
    def test_wheel_needs_a_build(self):
        sys.path.insert(0, os.path.join(os.path.dirname(tiled_layout.__file__), ".."))
        import build_wheel
        with mock.patch.object(build_wheel, "find_library", lambda: "libTiledLayoutC.so.0.1"):
            with self.assertRaisesRegex(SystemExit, "set TILED_LAYOUT_LIBRARY"):
                build_wheel.build_wheel("/no/folder")

    def test_wheel_works_alone(self):
        sys.path.insert(0, os.path.join(os.path.dirname(tiled_layout.__file__), ".."))
        import build_wheel
        with tempfile.TemporaryDirectory() as folder:
            wheel = build_wheel.build_wheel(folder)
            subprocess.run([sys.executable, "-m", "zipfile", "-e", f"{folder}/{wheel}", folder],
                           check=True)
            environment = {key: value for key, value in os.environ.items()
                           if key != "TILED_LAYOUT_LIBRARY"}
            environment["PYTHONPATH"] = folder
            code = ("import tiled_layout as t; print(t.__version__, t.__file__, "
                    "t.choose('f32[20,300]'))")
            output = subprocess.run([sys.executable, "-c", code], env=environment, check=True,
                                    cwd=folder, text=True, stdout=subprocess.PIPE).stdout
            self.assertEqual(output.split(), [tiled_layout.__version__,
                                              f"{folder}/tiled_layout/__init__.py",
                                              "f32[20,300]{1,0:T(8,128)}"])

    def test_library_that_does_not_exist(self):
        output = subprocess.run([sys.executable, "-c", "import tiled_layout"], text=True,
                                env={**os.environ, "TILED_LAYOUT_LIBRARY": "/no/library.so"},
                                stderr=subprocess.PIPE).stderr
        self.assertIn("OSError: TILED_LAYOUT_LIBRARY names /no/library.so, which does not exist",
                      output)

    def test_library_of_others(self):
        output = subprocess.run([sys.executable, "-c", "import tiled_layout"], text=True,
                                env={**os.environ, "TILED_LAYOUT_LIBRARY": _ctypes.__file__},
                                stderr=subprocess.PIPE).stderr
        self.assertRegex(output, "OSError: .* has no tiledLayoutGetVersion")

    def test_library_that_does_not_load(self):
        output = subprocess.run([sys.executable, "-c", "import tiled_layout"], text=True,
                                env={**os.environ, "TILED_LAYOUT_LIBRARY": __file__},
                                stderr=subprocess.PIPE).stderr
        self.assertRegex(output, "OSError: .*check-package.py cannot be loaded: .*libmlir-22")


if __name__ == "__main__":
    unittest.main()
