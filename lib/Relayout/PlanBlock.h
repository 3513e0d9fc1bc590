//===- PlanBlock.h - What is moved in registers -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_RELAYOUT_PLANBLOCK_H
#define TILED_LAYOUT_LIB_RELAYOUT_PLANBLOCK_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// Chooses the block among merged axes: splits axes where a part is enough,
/// and moves those of the block behind the others. Sets `axes`, `loops`,
/// `sourceRun`, `destRun` and `permutation` of the plan.
void chooseBlock(RelayoutPlan &plan, int64_t vectorBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_RELAYOUT_PLANBLOCK_H
