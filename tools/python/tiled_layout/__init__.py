"""Tiled data layouts: what they mean, and numpy arrays in them.

>>> import numpy as np, tiled_layout
>>> tiled_layout.Shape("f32[3,5]{1,0:T(2,2)}").position((2, 3))
17
>>> x = np.ones((20, 300), np.float32)
>>> tiles = tiled_layout.pack(x, "{1,0:T(8,128)}")
>>> tiles.shape
(9216,)
>>> back = tiled_layout.unpack(tiles, "f32[20,300]{1,0:T(8,128)}")
>>> bool((back == x).all())
True
"""

from ._arrays import pack, relayout, unpack
from ._library import get_version
from ._profile import profile
from ._shape import (NOTATIONS, Comparison, Layout, LayoutError, Shape, choose, compare,
                     explain)

__version__ = get_version()
__all__ = ["NOTATIONS", "Comparison", "Layout", "LayoutError", "Shape", "choose", "compare",
           "explain", "pack", "profile", "relayout", "unpack"]
