//===- EmptyLoops.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/EmptyLoops.h"

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

void mlir::tiled_layout::eraseEmptyLoops(Operation *root) {
  ValueRanges ranges;
  root->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    IndexRange range = ranges.get(loop.getInductionVar());
    if (!range.min || !range.max || *range.min <= *range.max)
      return WalkResult::advance();
    loop->replaceAllUsesWith(loop.getInits());
    loop->erase();
    return WalkResult::skip();
  });
}
