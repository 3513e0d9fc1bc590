//===- WordRows.h - Rows that share words ---------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_WORDROWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_WORDROWS_H

#include "IndexForms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::tiled_layout {

/// The iterations of a loop that access the rows of one word: `count` of them,
/// the first where the induction variable is `phase` modulo `count`.
struct WordRows {
  int64_t count;
  int64_t phase;
};

/// Returns how a loop moves through the words of the arrays that it accesses,
/// as a loop over the rows of `T(8,128)(2,1)` does, if it is one over rows
/// whose words some loop within it goes along; else `std::nullopt`.
std::optional<WordRows> findWordRows(affine::AffineForOp loop,
                                     ArrayRef<ArrayAccess> accesses);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_WORDROWS_H
