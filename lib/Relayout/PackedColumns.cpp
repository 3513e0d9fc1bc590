//===- PackedColumns.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PackedColumns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;

/// Elements of the other side are bytes.
static constexpr int64_t byteBits = 8;
/// The fewest elements of a vector: so many fill whole bytes, however few bits
/// an element has.
static constexpr int64_t minLanes = 8;
/// The most bits of a column.
static constexpr int64_t maxColumnBits = 64;

/// Returns the columns with regard to strides alone.
static std::optional<PackedColumns> findColumns(const RelayoutPlan &plan) {
  PackedColumns columns;
  columns.packsDest = plan.destBits < byteBits;
  auto [packedStride, otherStride] = columns.getStrides();
  std::optional<size_t> run;
  for (size_t axis = plan.loops; axis < plan.axes.axes.size(); ++axis) {
    const RelayoutAxis &found = plan.axes.axes[axis];
    if (found.*otherStride == 1 && !run) {
      run = axis;
    } else if (found.*packedStride == 1 && !columns.runAxis) {
      columns.runAxis = axis;
      columns.numRuns = found.extent;
    } else {
      return std::nullopt;
    }
  }
  if (!run || plan.axes.axes[*run].*packedStride != columns.numRuns)
    return std::nullopt;
  columns.run = *run;
  return columns;
}

std::optional<PackedColumns>
mlir::tiled_layout::getPackedColumns(const RelayoutPlan &plan,
                                     const PlanOptions &options) {
  int64_t packedBits = std::min(plan.sourceBits, plan.destBits);
  int64_t otherBits = std::max(plan.sourceBits, plan.destBits);
  // What is loaded can be selected, but nothing selects what is stored.
  bool leavesOut = options.hasMasks(byteBits) || plan.destBits < byteBits;
  if (packedBits >= byteBits || otherBits != byteBits || plan.carryLoop ||
      !plan.axes.irregular.empty() || plan.tailBegin != plan.tailEnd ||
      !leavesOut)
    return std::nullopt;
  std::optional<PackedColumns> columns = findColumns(plan);
  if (!columns)
    return std::nullopt;
  int64_t extent = plan.axes.axes[columns->run].extent;
  columns->lanes = llvm::bit_floor<uint64_t>(
      std::min(extent, options.vectorBits / byteBits));
  int64_t columnBits = columns->numRuns * packedBits;
  bool areWhole = columns->lanes >= minLanes && extent % columns->lanes == 0 &&
                  llvm::isPowerOf2_64(columnBits) &&
                  columnBits <= maxColumnBits;
  bool areCutAlone =
      llvm::all_of(plan.axes.bounds, [&](const AxisBound &bound) {
        bool cutsInterleave =
            columns->runAxis && bound.getWeight(*columns->runAxis) != 0;
        return bound.isFilled &&
               !(cutsInterleave && bound.getWeight(columns->run) != 0);
      });
  // Loops go on by whole bytes.
  auto packedStride = columns->getStrides().first;
  bool beginAtBytes = llvm::all_of(llvm::seq(plan.loops), [&](size_t loop) {
    return (plan.axes.axes[loop].*packedStride * packedBits)
        .isMultipleOf(byteBits);
  });
  if (!areWhole || !areCutAlone || !beginAtBytes)
    return std::nullopt;
  return columns;
}
