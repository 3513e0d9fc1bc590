//===- ReplaceLoops.h - Other loops of a structured operation ---*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REPLACELOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REPLACELOOPS_H

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// Loops of an operation, and how they index its operands.
struct IterationSpace {
  SmallVector<int64_t> extents;
  SmallVector<utils::IteratorType> kinds;
  SmallVector<AffineMap> maps;
  /// A loop over an unknown number of groups, of which the next loop goes over
  /// one: arrays that the two index have whole groups. -1 if there is none.
  int64_t wholeGroups = -1;
};

IterationSpace getIterationSpace(linalg::GenericOp op);

/// Replaces the operation by one with other loops, and views of operands that
/// numbers index whose digits have `least` values and more; null if that is no
/// operation of `linalg` or the same one. For a target, operands without such
/// a view are copied.
linalg::GenericOp replaceLoops(RewriterBase &rewriter, linalg::GenericOp op,
                               const IterationSpace &loops, int64_t least,
                               const Target *copiesFor = nullptr);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REPLACELOOPS_H
