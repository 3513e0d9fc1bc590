//===- LoopOrder.h - How the loops of a band are nested -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPORDER_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPORDER_H

#include "LoopBand.h"

namespace mlir::tiled_layout {

/// A loop of the part of one dimension, or the pieces within its loops, which
/// are its last digit.
struct BandLoop {
  size_t dim, digit;
};

/// True for the loop over the tiles of a dimension, or over all of one that is
/// not cut.
bool isTileLoop(const LoopCut &cut, const LoopPart &part, size_t digit);

/// Returns the loops of the parts, one of each dimension, outermost first.
///
/// Loops over tiles stay in the program's order. Those within tiles go in the
/// order of memory of the tiled array whose index depends on most dimensions,
/// of one that is stored to if there is one, so that the innermost loop is a
/// contiguous run, rows that share a word included.
SmallVector<BandLoop> getLoopOrder(const LoopBand &band, ArrayRef<LoopCut> cuts,
                                   ArrayRef<const LoopPart *> parts,
                                   ArrayRef<ArrayAccess> accesses);

/// True if the two innermost loops go through neighbouring elements of each
/// array that they move in, as rows that share a word do: they are one loop.
bool isContiguousPair(const LoopBand &band, ArrayRef<const LoopPart *> parts,
                      ArrayRef<ArrayAccess> accesses, BandLoop outer,
                      BandLoop inner);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPORDER_H
