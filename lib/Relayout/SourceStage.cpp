//===- SourceStage.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/SourceStage.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Fewer rows are read as they are.
static constexpr int64_t minRows = 64;

/// Returns how many blocks read from the stage.
static int64_t getNumBlocks(const RelayoutPlan &plan, size_t first) {
  int64_t blocks = 1;
  for (size_t loop = first; loop < plan.loops; ++loop)
    blocks *= plan.axes.axes[loop].extent;
  return blocks;
}

std::optional<SourceStage>
mlir::tiled_layout::getSourceStage(const RelayoutPlan &plan, size_t first) {
  SourceStage stage;
  for (size_t axis = first; axis < plan.axes.axes.size(); ++axis)
    stage.rows.push_back(axis);
  auto getAxis = [&](size_t axis) { return plan.axes.axes[axis]; };
  llvm::sort(stage.rows, [&](size_t a, size_t b) {
    return getAxis(a).sourceStride < getAxis(b).sourceStride;
  });
  size_t along = 0;
  for (; along < stage.rows.size(); ++along) {
    RelayoutAxis axis = getAxis(stage.rows[along]);
    if (axis.sourceStride != stage.width)
      break;
    stage.width *= axis.extent;
  }
  stage.rows.erase(stage.rows.begin(), stage.rows.begin() + along);
  for (size_t axis : stage.rows)
    stage.numRows *= getAxis(axis).extent;
  stage.line = plan.getLineBits() / plan.sourceBits;
  // A line between rows: they do not share places in the first-level cache.
  stage.pitch = stage.width + stage.line;
  stage.rowsPerBlock = ceilDivide(stage.numRows, getNumBlocks(plan, first));
  if (stage.width % stage.line != 0 || stage.numRows < minRows ||
      getAxis(stage.rows.front()).extent % stage.rowsPerBlock != 0)
    return std::nullopt;
  return stage;
}

RelayoutPlan mlir::tiled_layout::getPlanFromStage(const RelayoutPlan &plan,
                                                  const SourceStage &stage) {
  RelayoutPlan result = plan;
  result.axes.bounds.clear();
  result.threadLoop.reset();
  for (size_t loop = 0; loop < *plan.stageLoop; ++loop)
    result.axes.axes[loop].sourceStride = 0;
  int64_t stride = stage.pitch;
  for (size_t axis : stage.rows) {
    result.axes.axes[axis].sourceStride = stride;
    stride *= plan.axes.axes[axis].extent;
  }
  return result;
}
