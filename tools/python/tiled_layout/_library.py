"""The C interface by ctypes. Calls release Python's lock."""

import ctypes

from ._find import find_library

UNKNOWN = -2**63


class Text(ctypes.Structure):
    """MLIR's reference to a text."""
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


class Handle(ctypes.Structure):
    """A pointer that the library gives out: a shape, an engine, a kernel."""
    _fields_ = [("ptr", ctypes.c_void_p)]


Callback = ctypes.CFUNCTYPE(None, Text, ctypes.c_void_p)
Index = ctypes.POINTER(ctypes.c_int64)

# Name, result, arguments.
FUNCTIONS = [
    ("GetVersion", Text, []),
    ("ShapeParse", Handle, [Text, Callback, ctypes.c_void_p]),
    ("ShapeChoose", Handle, [Text, Callback, ctypes.c_void_p]),
    ("ShapeDestroy", None, [Handle]),
    ("ShapePrint", None, [Handle, Callback, ctypes.c_void_p]),
    ("ShapePrintSimplifiedLayout", None, [Handle, Callback, ctypes.c_void_p]),
    ("ShapePrintAs", ctypes.c_bool,
     [Handle, ctypes.c_int, Callback, Callback, ctypes.c_void_p]),
    ("ShapePrintJson", None, [Handle, Callback, ctypes.c_void_p]),
    ("ShapeCompare", ctypes.c_int, [Handle, Handle, Index, Callback, ctypes.c_void_p]),
    ("ShapeGetElementType", Text, [Handle]),
    ("ShapeGetBitsPerElement", ctypes.c_int64, [Handle]),
    ("ShapeGetRank", ctypes.c_ssize_t, [Handle]),
    ("ShapeGetExtent", ctypes.c_int64, [Handle, ctypes.c_ssize_t]),
    ("ShapeGetPhysicalRank", ctypes.c_ssize_t, [Handle]),
    ("ShapeGetPhysicalExtent", ctypes.c_int64, [Handle, ctypes.c_ssize_t]),
    ("ShapeGetElements", ctypes.c_int64, [Handle]),
    ("ShapeGetBytes", ctypes.c_int64, [Handle]),
    ("ShapeGetLogicalBytes", ctypes.c_int64, [Handle]),
    ("ShapeGetPosition", ctypes.c_bool, [Handle, Index, Index]),
    ("ShapeGetIndex", ctypes.c_bool, [Handle, ctypes.c_int64, Index]),
    ("Profile", ctypes.c_bool, [Text, Text, Callback, Callback, ctypes.c_void_p]),
    ("EngineCreate", Handle, [ctypes.c_size_t]),
    ("EngineGetKernel", Handle,
     [Handle, Handle, Handle, Text, ctypes.c_uint, Callback, ctypes.c_void_p]),
    ("KernelDestroy", None, [Handle]),
    ("KernelRun", None, [Handle, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint]),
]

def _load(path):
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise OSError(f"{path} cannot be loaded: {error}; it needs MLIR and LLVM 22, "
                      "on Debian the package libmlir-22") from None


_library = _load(find_library())


def _bind(name, result, arguments):
    try:
        function = getattr(_library, "tiledLayout" + name)
    except AttributeError:
        raise OSError(f"{_library._name} has no tiledLayout{name}: it is another library, or "
                      "one of another version") from None
    function.restype = result
    function.argtypes = arguments
    return function


_functions = {name: _bind(name, *types) for name, *types in FUNCTIONS}


def call(name, *arguments):
    """Calls a function of the library by its name without `tiledLayout`."""
    return _functions[name](*arguments)


def make_text(text):
    """Returns the argument for a text or bytes, and what must live as long as it."""
    # bytes() takes a number for a count of zeros, and a list for its elements.
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"expected a text or bytes, not {type(text).__name__}")
    data = text.encode() if isinstance(text, str) else bytes(text)
    buffer = ctypes.create_string_buffer(data, len(data))
    result = Text(ctypes.cast(buffer, ctypes.c_void_p), len(data))
    result.buffer = buffer
    return result


class Collector:
    """Collects what the library prints."""

    def __init__(self):
        self.parts = []
        self.callback = Callback(lambda text, _: self.parts.append(str(text)))

    def __str__(self):
        return "".join(self.parts)


def read_text(name, *arguments):
    """Returns what a function prints to its callback."""
    collector = Collector()
    call(name, *arguments, collector.callback, None)
    return str(collector)


def get_version():
    return str(call("GetVersion"))
