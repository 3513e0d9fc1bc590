"""Shapes and layouts: what they mean."""

import ctypes
import json
import operator
import re
from typing import NamedTuple, Optional, Tuple

from ._library import UNKNOWN, Collector, call, make_text, read_text

NOTATIONS = ("xla", "mlir", "morello", "onednn", "tpu", "pack", "cute", "jax")

# numpy's names of element types, and those of ml_dtypes that differ from XLA's.
_NAMES = {"bool": "pred", "bfloat16": "bf16", "float4_e2m1fn": "f4e2m1fn"}


class LayoutError(ValueError):
    """A text, a shape or an array that is refused, with the reason."""


def get_element_type(dtype):
    """Returns XLA's name for a numpy type: `f32` for float32, `bf16` for bfloat16."""
    name = dtype.name
    if name in _NAMES:
        return _NAMES[name]
    match = re.fullmatch(r"(u?int|float|complex)(\d.*)", name)
    kinds = {"int": "s", "uint": "u", "float": "f", "complex": "c"}
    if not match:
        # The bits of a type that numpy does not know may be those of one that has layouts.
        hint = "; give a whole shape, such as 'bf16[2,3]{1,0}'" if dtype.kind == "V" else ""
        raise LayoutError(f"elements of type {name} have no layout{hint}")
    return kinds[match.group(1)] + match.group(2).replace("_", "")


def _is_layout(text):
    """True if a text says no element type and extents."""
    return not re.match(r"\s*[A-Za-z]\w*\s*\[", text)


class Layout:
    """How arrays of any shape lie in memory: `Layout("{1,0:T(8,128)}")`.

    The text is XLA's, Morello's, or that of another system, such as `onednn(aB16b)`. It is
    checked where it meets a shape.
    """

    def __init__(self, text):
        self.text = str(text).strip()
        if not _is_layout(self.text):
            raise LayoutError(f"'{self.text}' is a shape, not a layout")

    def on(self, extents, element_type):
        """Returns the shape of an array in this layout: `layout.on((20, 300), "bf16")`."""
        texts = ("?" if extent is None else str(extent) for extent in extents)
        return Shape(f"{element_type}[{','.join(texts)}]{self.text}")

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Layout({self.text!r})"

    def __eq__(self, other):
        return isinstance(other, Layout) and self.text == other.text

    def __hash__(self):
        return hash(self.text)


class Shape:
    """Element type, extents and layout: `Shape("bf16[20,300]{1,0:T(8,128)(2,1)}")`.

    Raises LayoutError with the column and the reason if the text is refused.
    """

    def __init__(self, text, _choose=False):
        errors = Collector()
        self._handle = None
        handle = call("ShapeChoose" if _choose else "ShapeParse", make_text(str(text)),
                      errors.callback, None)
        if not handle.ptr:
            raise LayoutError(f"{text}: {errors}")
        self._handle = handle

    def __del__(self, call=call):
        # A shape that was never initialized has none.
        if getattr(self, "_handle", None):
            call("ShapeDestroy", self._handle)

    # A shape does not change, and the library owns what it holds: a copy is the
    # shape itself, and another process reads the text again.
    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Shape, (str(self),)

    def _get(self, name, *arguments):
        value = call(name, self._handle, *arguments)
        return None if value == UNKNOWN else value

    @property
    def element_type(self):
        """XLA's name of the element type, such as `bf16`."""
        return str(call("ShapeGetElementType", self._handle))

    @property
    def extents(self):
        """The logical extents; None where one is not known."""
        return tuple(self._get("ShapeGetExtent", dim)
                     for dim in range(call("ShapeGetRank", self._handle)))

    @property
    def physical_shape(self):
        """The extents after all levels of tiles, most major first."""
        return tuple(self._get("ShapeGetPhysicalExtent", dim)
                     for dim in range(call("ShapeGetPhysicalRank", self._handle)))

    @property
    def elements(self):
        """The elements of the buffer, padding included."""
        return self._get("ShapeGetElements")

    @property
    def bytes(self):
        """The bytes of the buffer, padding included."""
        return self._get("ShapeGetBytes")

    @property
    def logical_bytes(self):
        """The bytes of the elements alone."""
        return self._get("ShapeGetLogicalBytes")

    @property
    def bits_per_element(self):
        """The bits that an element takes in memory."""
        return self._get("ShapeGetBitsPerElement")

    @property
    def simplified(self):
        """The layout without the tiles that do nothing on this shape.

        The layout as it is if an extent is not known.
        """
        return Layout(read_text("ShapePrintSimplifiedLayout", self._handle) or "{}")

    def position(self, index):
        """Returns the position of an element, in elements.

        Raises IndexError if the index is out of bounds.
        """
        index = tuple(operator.index(entry) for entry in index)
        # ctypes would keep the lower 64 bits of a larger number.
        fits = all(-2**63 <= entry < 2**63 for entry in index)
        entries = (ctypes.c_int64 * len(index))(*index)
        position = ctypes.c_int64()
        if not fits or len(index) != len(self.extents) or not call(
                "ShapeGetPosition", self._handle, entries, ctypes.byref(position)):
            reason = f"index {index} is not in {self}"
            if None in self.extents:
                reason += ", or its position depends on an extent that is not known"
            raise IndexError(reason)
        return position.value

    def index(self, position):
        """Returns the index of the element at a position; None for padding.

        Raises IndexError if the buffer has no such position.
        """
        position = operator.index(position)
        if self.elements is None or not 0 <= position < self.elements:
            raise IndexError(f"position {position} is not in {self}, which has "
                             f"{self.elements} elements")
        index = (ctypes.c_int64 * len(self.extents))()
        return tuple(index) if call("ShapeGetIndex", self._handle, position, index) else None

    def to(self, notation):
        """Prints the shape in another notation: one of `NOTATIONS`.

        Raises LayoutError if the notation cannot say it.
        """
        if not isinstance(notation, str) or notation not in NOTATIONS:
            raise LayoutError(f"'{notation}' is none of the notations {', '.join(NOTATIONS)}")
        text, errors = Collector(), Collector()
        if not call("ShapePrintAs", self._handle, NOTATIONS.index(notation), text.callback,
                    errors.callback, None):
            raise LayoutError(f"{self}: {errors}")
        return str(text)

    def __str__(self):
        return read_text("ShapePrint", self._handle)

    def __repr__(self):
        return f"Shape({str(self)!r})"

    def __eq__(self, other):
        return isinstance(other, Shape) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


def choose(text):
    """Returns the shape with the layout that XLA's rules choose: `choose("bf16[20,300]")`."""
    return Shape(text, _choose=True)


def explain(shape):
    """Returns what a shape means, as `tiled-layout-explain --json` prints it.

    >>> explain("f32[3,5]{1,0:T(2,2)}")["physical_shape"]
    [2, 3, 2, 2]
    """
    # Held until the call returns: the handle goes with it.
    shape = as_shape(shape)
    return json.loads(read_text("ShapePrintJson", shape._handle))


class Comparison(NamedTuple):
    """What the layouts of two shapes have in common."""
    #: One buffer may stand for the other.
    interchangeable: bool
    #: Every index has the same position.
    same_positions: bool
    #: An index whose position differs, if there is one.
    index: Optional[Tuple[int, ...]]
    #: The first difference, in words; empty if there is none.
    difference: str

    def __bool__(self):
        return self.interchangeable


def compare(a, b):
    """Compares the layouts of two shapes; the result is true if they are interchangeable.

    `b` may be a layout alone, which is then on the array of `a`. Raises LayoutError unless both
    are one array of known extents.
    """
    a = as_shape(a)
    b = on_array(b, a.extents, lambda: a.element_type)
    index = (ctypes.c_int64 * len(a.extents))()
    text = Collector()
    result = call("ShapeCompare", a._handle, b._handle, index, text.callback, None)
    if result == 3:
        raise LayoutError(str(text))
    return Comparison(result == 0, result <= 1, tuple(index) if result == 2 else None, str(text))


def as_shape(value):
    """Returns a Shape, from one or from its text."""
    if isinstance(value, Layout) or str(value).lstrip().startswith("{"):
        raise LayoutError(f"{value} is a layout alone; give the whole shape, such as "
                          f"f32[20,300]{value}")
    return value if isinstance(value, Shape) else Shape(value)


def on_array(value, extents, get_element_type):
    """Returns the Shape of an array: a whole one as it is, a layout on the array.

    The element type is asked for if the layout does not say it."""
    if not isinstance(value, (str, Layout, Shape)):
        raise TypeError(f"a layout is a text, a Layout or a Shape, but {value!r} is none")
    if isinstance(value, Shape):
        return value
    if isinstance(value, Layout) or _is_layout(str(value)):
        return Layout(value).on(extents, get_element_type())
    return Shape(value)
