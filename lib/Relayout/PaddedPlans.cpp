//===- PaddedPlans.cpp - Plans over padding as well -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanBlock.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/PackedColumns.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;

std::optional<RelayoutPlan> mlir::tiled_layout::getFillingPlan(
    const RelayoutAxes &axes, const Layout &dest, ArrayRef<int64_t> extents,
    int64_t sourceBits, int64_t destBits, const PlanOptions &options) {
  bool byVectors = sourceBits == destBits && destBits % 8 == 0;
  if (!byVectors && destBits >= 8)
    return std::nullopt;
  std::optional<FilledAxes> filled = getFilledAxes(axes, dest, extents);
  if (!filled)
    return std::nullopt;
  RelayoutPlan plan = makePlan(std::move(filled->axes), sourceBits, destBits,
                               getBytes(getElements(dest, extents), destBits),
                               options, byVectors);
  plan.tailBegin = filled->tailBegin;
  plan.tailEnd = filled->tailEnd;
  plan.fillsPadding =
      byVectors ? !plan.carryLoop : getPackedColumns(plan, options).has_value();
  if (!plan.fillsPadding)
    return std::nullopt;
  return plan;
}

std::optional<RelayoutPlan>
mlir::tiled_layout::getColumnPlan(RelayoutAxes axes, const Layout &source,
                                  const Layout &dest, ArrayRef<int64_t> extents,
                                  int64_t sourceBits, int64_t destBits,
                                  const PlanOptions &options) {
  if (std::min(sourceBits, destBits) >= 8)
    return std::nullopt;
  bool packsDest = destBits < sourceBits;
  auto swapSides = [](RelayoutAxes &swapped) {
    for (RelayoutAxis &axis : swapped.axes)
      std::swap(axis.sourceStride, axis.destStride);
  };
  size_t numAxes = axes.axes.size();
  if (!packsDest)
    swapSides(axes);
  std::optional<FilledAxes> padded =
      getFilledAxes(axes, packsDest ? dest : source, extents);
  if (!padded)
    return std::nullopt;
  if (!packsDest)
    swapSides(padded->axes);
  // Axes of padding alone have nothing to move.
  padded->axes.axes.truncate(numAxes);
  llvm::erase_if(padded->axes.bounds, [&](const AxisBound &bound) {
    return bound.terms.front().axis >= numAxes;
  });
  RelayoutPlan plan =
      makePlan(std::move(padded->axes), sourceBits, destBits,
               getBytes(getElements(dest, extents), destBits), options,
               /*byVectors=*/false);
  std::optional<PackedColumns> columns = getPackedColumns(plan, options);
  if (!columns || columns->numRuns * std::min(sourceBits, destBits) % 8 != 0)
    return std::nullopt;
  plan.masksColumns = true;
  return plan;
}
