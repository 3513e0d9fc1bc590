//===- JamRows.h - Which loops are jammed -----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_JAMROWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_JAMROWS_H

#include "WordRows.h"

namespace mlir::tiled_layout {

/// Returns the rows of which iterations of a loop can be run side by side, if
/// all copies of its body have at most `maxOperations` operations. Takes arrays
/// for separate ones that may overlap in an unknown way, and adds them to
/// `unknown`, if that is given.
std::optional<WordRows> findRowsToJam(affine::AffineForOp loop,
                                      int64_t maxOperations,
                                      SetVector<Value> *unknown = nullptr);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_JAMROWS_H
