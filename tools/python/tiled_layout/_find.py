"""Finds the library for C."""

import ctypes.util
import glob
import os

NAME = "libTiledLayoutC.so"


def find_library():
    """Returns the library's path, or its name for the dynamic linker.

    `TILED_LAYOUT_LIBRARY` if it is set. Else, in this order: beside this file, where a
    wheel has it; the newest of the build folders, in the project's tree; in the folder of
    libraries above that of Python's packages, in an installation; wherever the linker
    finds it. Raises OSError with all places if there is none.
    """
    named = os.environ.get("TILED_LAYOUT_LIBRARY")
    if named:
        if not os.path.exists(named):
            raise OSError(f"TILED_LAYOUT_LIBRARY names {named}, which does not exist")
        return os.path.realpath(named)
    here = os.path.dirname(os.path.abspath(__file__))
    tree = os.path.join(here, "..", "..", "..")
    places = [os.path.join(here, NAME)]
    built = glob.glob(os.path.join(tree, "build", "*", "lib", NAME))
    places += sorted(built, key=os.path.getmtime, reverse=True)
    places += sorted(glob.glob(os.path.join(tree, NAME + "*")))
    for place in places:
        if os.path.exists(place):
            return os.path.realpath(place)
    linked = ctypes.util.find_library("TiledLayoutC")
    if linked:
        return linked
    raise OSError(f"{NAME} is neither in {', '.join(places)} nor in a build "
                  "folder or where the linker looks; set TILED_LAYOUT_LIBRARY")
