"""Makes a wheel of the package with the library for C in it.

pip calls this (PEP 517); it needs nothing but Python's own library, so that
`pip install --no-index tools/python` works without a network. The project must
be built first. `TILED_LAYOUT_LIBRARY` names the library if it is not in one of
the tree's build folders.
"""

import base64
import hashlib
import os
import re
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "tiled_layout"))

from _find import find_library  # noqa: E402


def get_version():
    """The version that the project's CMake file states."""
    with open(os.path.join(HERE, "..", "..", "CMakeLists.txt")) as file:
        return re.search(r"project\(\w+ VERSION ([\d.]+)", file.read()).group(1)


def get_metadata():
    return (f"Metadata-Version: 2.1\nName: tiled_layout\nVersion: {get_version()}\n"
            "Summary: Tiled data layouts: what they mean, and numpy arrays in them\n"
            "License: Apache-2.0 WITH LLVM-exception\n"
            "Requires-Python: >=3.9\nRequires-Dist: numpy>=1.20\n")


def write_wheel(folder, files):
    """Writes a wheel of files, given as name and contents; returns its name."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    name = f"tiled_layout-{get_version()}"
    tag = f"py3-none-{platform}"
    info = f"{name}.dist-info"
    files = {**files, f"{info}/METADATA": get_metadata().encode(),
             f"{info}/WHEEL": ("Wheel-Version: 1.0\nGenerator: tiled_layout\n"
                               f"Root-Is-Purelib: false\nTag: {tag}\n").encode()}
    record = ""
    for path, contents in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest())
        record += f"{path},sha256={digest.rstrip(b'=').decode()},{len(contents)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{name}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(folder, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, contents in files.items():
            archive.writestr(path, contents)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = os.path.join(HERE, "tiled_layout")
    files = {}
    for name in sorted(os.listdir(package)):
        if name.endswith(".py"):
            with open(os.path.join(package, name), "rb") as file:
                files[f"tiled_layout/{name}"] = file.read()
    library = find_library()
    if not os.path.isabs(library):
        # One that the linker finds belongs to another installation, maybe of another version.
        sys.exit("the tree has no build with the library that the wheel holds; "
                 "run tools/run-example.sh, or set TILED_LAYOUT_LIBRARY")
    with open(library, "rb") as file:
        files["tiled_layout/libTiledLayoutC.so"] = file.read()
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {"tiled_layout.pth": f"{HERE}\n".encode()})
