"""What padding and relayouts of a program cost."""

import json
import os

from ._library import Callback, Collector, call, make_text
from ._shape import LayoutError


def profile(dump):
    """Returns what `tiled-layout-profile --json` says, a dictionary for each module.

    The dump is a text, or bytes of MLIR's bytecode, or the path of a file as a
    `pathlib.Path`: HLO text, an MLIR module, a message about memory that ran out, or a
    list of shapes, one a line. Lines that cannot be read are under `skipped_lines`.
    A text of white space is a module of no instructions.

    >>> module, = profile("bf16[32,16,1024,64]{3,2,1,0:T(8,128)(2,1)}")
    >>> module["buffers"]["padded_bytes"], module["padding"][0]["best"]
    (134217728, '{2,3,1,0:T(8,128)(2,1)}')

    Raises LayoutError with the reason if HLO text has no module, MLIR's parser refuses one, or
    no line can be read.
    """
    name = "-"
    if isinstance(dump, os.PathLike):
        name = os.fspath(dump)
        with open(dump, "rb") as file:
            dump = file.read()
    modules, errors = [], Collector()
    on_module = Callback(lambda text, _: modules.append(json.loads(str(text))))
    if not call("Profile", make_text(dump), make_text(name), on_module, errors.callback, None):
        raise LayoutError(f"cannot profile the dump: {errors}")
    if all(m["skipped_lines"] and not m["instructions"] for m in modules):
        raise LayoutError("no line of the dump can be read; the path of a file is a pathlib.Path")
    return modules
