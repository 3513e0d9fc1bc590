"""numpy arrays from one layout to another."""

import operator
import os

import numpy as np

from ._library import Collector, call, make_text
from ._shape import LayoutError, Shape, as_shape, get_element_type, on_array

_engine = call("EngineCreate", 256)

# Bits of the values of element types that are stored in more.
_NARROW = {"pred": (0, 1), "s1": (-1, 0), "u1": (0, 1), "s2": (-2, 1), "u2": (0, 3),
           "s4": (-8, 7), "u4": (0, 15), "f4e2m1fn": (0, 15)}


def _get_dtype(shape):
    """Returns numpy's type for the elements, or bytes where numpy has none."""
    name, bits = shape.element_type, shape.bits_per_element
    kinds = {"s": "i", "u": "u", "f": "f", "c": "c"}
    if name == "pred" and bits == 8:
        return np.dtype(bool)
    if name[0] in kinds and name[1:].isdigit():
        width = max(8, int(name[1:]))
        if width == bits and (name[0] != "f" or width >= 16):
            return np.dtype(f"{kinds[name[0]]}{width // 8}")
    try:
        import ml_dtypes
        names = {"bf16": "bfloat16", "f4e2m1fn": "float4_e2m1fn"}
        own = names.get(name, name.replace("f8", "float8_", 1))
        dtype = np.dtype(getattr(ml_dtypes, own))
        if dtype.itemsize * 8 == bits:
            return dtype
    except (ImportError, AttributeError):
        pass
    # The bits of a number, where they are whole bytes.
    return np.dtype(f"u{bits // 8}") if bits in (8, 16, 32, 64) else np.dtype(np.uint8)


def _check_static(shape):
    if None in shape.extents:
        raise LayoutError(f"{shape} has an extent that is not known")


def _get_order(array):
    """Returns the order of the dimensions, most minor first, of a dense array."""
    order = sorted(range(array.ndim), key=lambda dim: (array.strides[dim], -dim))
    step = array.itemsize
    for dim in order:
        if array.shape[dim] != 1 and array.strides[dim] != step:
            return None
        step *= array.shape[dim]
    return order


def _as_native(array):
    """Returns the array in this machine's byte order."""
    if array.dtype.isnative:
        return array
    return array.astype(array.dtype.newbyteorder("="))


def _check_plain(dtype):
    """Refuses references to objects: moving them would not count them."""
    if dtype.hasobject:
        raise LayoutError(f"elements of type {dtype} are references to objects, not data")


def _check_dtype(dtype, shape, what):
    """Refuses elements that are neither a shape's, nor bits or bytes."""
    _check_plain(dtype)
    own = _get_dtype(shape)
    is_bits = dtype.kind in "iuV" and dtype.itemsize in (1, own.itemsize)
    # Where numpy has no such type, bits stand for it, and other types may.
    is_bits |= own.kind == "u" and shape.element_type[0] != "u" and dtype.itemsize == own.itemsize
    if dtype.newbyteorder("=") != own and not is_bits:
        raise LayoutError(f"{what} has elements of type {dtype}, but those of {shape} are {own}")


def _check_values(array, shape):
    """Refuses numbers that the element type does not have."""
    if shape.element_type not in _NARROW or array.dtype.kind not in "iub" or not array.size:
        return
    least, most = _NARROW[shape.element_type]
    wrong = (array < least) | (array > most)
    if wrong.any():
        index = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise LayoutError(f"the value {array[index]} at index {list(index)} does not fit "
                          f"{shape.element_type}, which holds {least} to {most}")


def _get_padding(padding):
    """Returns the text of a value: `1` for True."""
    return str(int(padding)) if isinstance(padding, (bool, np.bool_)) else str(padding)


def _run(source, dest, from_shape, to_shape, padding, threads):
    if not 1 <= threads <= 1024:
        raise LayoutError(f"threads is {threads}, but must be from 1 to 1024")
    errors = Collector()
    kernel = call("EngineGetKernel", _engine, from_shape._handle, to_shape._handle,
                  make_text(_get_padding(padding)), threads, errors.callback, None)
    if not kernel.ptr:
        raise LayoutError(f"{from_shape} to {to_shape}: {errors}")
    try:
        call("KernelRun", kernel, source.ctypes.data, dest.ctypes.data, threads)
    finally:
        call("KernelDestroy", kernel)


def _get_output(out, extents, dtype, shape, source, order="C"):
    """Returns the array to write to, in row-major order: a new one, or `out` if it fits.

    `extents` is what `out` must have, or None where only its bytes count.
    """
    if out is None:
        if extents is None:
            extents = shape.bytes // dtype.itemsize
        new = np.empty(extents, dtype, order)
        return new.T if order == "F" else new
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is no array, but {type(out).__name__}")
    _check_dtype(out.dtype, shape, "out")
    if not out.dtype.isnative:
        raise LayoutError(f"out has elements of type {out.dtype}, which are of another byte order")
    if out.nbytes != shape.bytes:
        raise LayoutError(f"out has {out.nbytes} bytes, but the result takes {shape.bytes}")
    if extents is not None and out.shape != tuple(extents):
        raise LayoutError(f"out is {out.shape}, but the result is {tuple(extents)}")
    flags = out.flags
    if not (flags.f_contiguous if order == "F" else flags.c_contiguous):
        raise LayoutError(f"out must be contiguous in order {order!r}")
    if not flags.writeable or not flags.aligned:
        raise LayoutError("out must be writable and aligned")
    if np.may_share_memory(out, source):
        raise LayoutError("out overlaps the source")
    return out.T if order == "F" else out


def _check_buffer(buffer, shape, what):
    _check_plain(buffer.dtype)
    if buffer.nbytes != shape.bytes:
        raise LayoutError(f"{what} has {buffer.nbytes} bytes, but {shape} takes {shape.bytes}")
    _check_dtype(buffer.dtype, shape, what)


def _count_threads(threads):
    return os.cpu_count() or 1 if threads is None else operator.index(threads)


def pack(array, layout, *, padding="zero", out=None, threads=1):
    """Returns the buffer of an array in a layout, one-dimensional.

    `layout` is a text such as `{1,0:T(8,128)}`, a Layout, or a whole shape where numpy's
    type does not say the elements: `pack(bits, "bf16[20,300]{1,0:T(8,128)(2,1)}")` on
    uint16. The elements of the array are then of that type, or bits as wide. The array may
    lie in any order; it is copied first only if it has gaps, is unaligned, or is of the
    other byte order. `padding` is `zero`, `undefined` or a value.
    Elements that are no whole bytes give a buffer of bytes. `threads=None` takes all
    processors.

    >>> pack(np.arange(6, dtype=np.int8).reshape(2, 3), "{1,0:T(2,2)}").tolist()
    [0, 1, 3, 4, 2, 0, 5, 0]
    """
    array = _as_native(np.asarray(array))
    to_shape = on_array(layout, array.shape, lambda: get_element_type(array.dtype))
    _check_static(to_shape)
    if to_shape.extents != array.shape:
        raise LayoutError(f"the array is {array.shape}, but {to_shape} is {to_shape.extents}")
    order = _get_order(array) if array.flags.aligned else None
    if order is None:
        array = np.ascontiguousarray(array)
        order = list(reversed(range(array.ndim)))
    text = f"{to_shape.element_type}[{','.join(map(str, array.shape))}]"
    from_shape = Shape(text + (f"{{{','.join(map(str, order))}}}" if order else ""))
    _check_buffer(array, from_shape, "the array")
    _check_values(array, to_shape)
    same_width = to_shape.bits_per_element == 8 * array.itemsize
    dtype = array.dtype if same_width else _get_dtype(to_shape)
    dest = _get_output(out, None, dtype, to_shape, array)
    _run(array, dest, from_shape, to_shape, padding, _count_threads(threads))
    return dest


def unpack(buffer, shape, *, dtype=None, order="C", out=None, threads=1):
    """Returns the array whose buffer is in a shape: the way back from `pack`.

    `shape` is whole, such as `f32[20,300]{1,0:T(8,128)}`. The result has numpy's type of
    the elements, that of `ml_dtypes` if it is installed, else unsigned bits; `dtype` names
    another one of the same width. `order` is `C` or `F`.
    """
    if order not in ("C", "F"):
        raise LayoutError(f"order is {order!r}, but must be 'C' or 'F'")
    from_shape = as_shape(shape)
    _check_static(from_shape)
    buffer = np.ascontiguousarray(_as_native(np.asarray(buffer)))
    _check_buffer(buffer, from_shape, "the buffer")
    extents = from_shape.extents
    dims = range(len(extents)) if order == "F" else reversed(range(len(extents)))
    text = f"{from_shape.element_type}[{','.join(map(str, extents))}]"
    to_shape = Shape(text + (f"{{{','.join(map(str, dims))}}}" if extents else ""))
    own = _get_dtype(to_shape)
    dtype = own if dtype is None else np.dtype(dtype)
    _check_plain(dtype)
    if dtype.itemsize != own.itemsize:
        raise LayoutError(f"elements of {to_shape.element_type} have {own.itemsize} bytes, but "
                          f"{dtype} has {dtype.itemsize}")
    if not dtype.isnative:
        raise LayoutError(f"dtype is {dtype}, which is of another byte order")
    dest = _get_output(out, extents, dtype, to_shape, buffer, order)
    _run(buffer, dest, from_shape, to_shape, "undefined", _count_threads(threads))
    if out is not None:
        return out
    return dest.T if order == "F" else dest


def relayout(buffer, source, dest, *, padding="zero", out=None, threads=1):
    """Returns a buffer in another layout, one-dimensional.

    `source` is the whole shape of the buffer; `dest` is a whole shape or a layout.
    `out` receives the result if it is given; it must not overlap the source.
    """
    from_shape = as_shape(source)
    _check_static(from_shape)
    to_shape = on_array(dest, from_shape.extents, lambda: from_shape.element_type)
    buffer = np.ascontiguousarray(_as_native(np.asarray(buffer)))
    _check_buffer(buffer, from_shape, "the buffer")
    same_width = to_shape.bits_per_element == 8 * buffer.itemsize
    dtype = buffer.dtype if same_width else _get_dtype(to_shape)
    result = _get_output(out, None, dtype, to_shape, buffer)
    _run(buffer, result, from_shape, to_shape, padding, _count_threads(threads))
    return result
