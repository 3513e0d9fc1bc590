//===- PlanBuffer.h - Which loops write to a buffer -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_RELAYOUT_PLANBUFFER_H
#define TILED_LAYOUT_LIB_RELAYOUT_PLANBUFFER_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// Chooses the loop that carries lines along rows of the destination, and those
/// inside of it: along a chunk of a row, and over the rows that lie between two
/// chunks in the source. Splits loops where a part is enough. Returns their
/// numbers, the loop that carries first; none if rows are short. The buffer
/// stays in the second-level cache of the target. If `isSmall`, the buffer has
/// only the rows of a block, and the loops over others, whose number becomes
/// that of the plan's row loops, are next.
llvm::SmallVector<size_t> takeCarryingLoops(RelayoutPlan &plan, bool isSmall,
                                            const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_RELAYOUT_PLANBUFFER_H
