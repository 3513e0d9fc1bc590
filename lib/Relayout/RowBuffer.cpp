//===- RowBuffer.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/RowBuffer.h"

#include "PlanBuffer.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// What streaming stores write at a time, in bits.
static constexpr int64_t lineBits = 512;
/// Bits of a row in the buffer. The lines at its ends are written in parts, and
/// so read before.
static constexpr int64_t rowBits = 8 * 4096;
/// Where blocks transpose, rows are shorter, so that more of them fit, and more
/// of each row of the source is read at once.
static constexpr int64_t transposedRowBits = 8 * 1024;
/// Fewer are not worth the way through the buffer.
static constexpr int64_t minRowBits = 8 * 512;
/// Bits of the buffer: it stays in the second-level cache.
static constexpr int64_t bufferBits = 8 * 256 * 1024;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Moves a loop, or `factor` iterations of it, to the buffered ones. Returns
/// how many those are.
static int64_t takeLoop(RelayoutPlan &plan, size_t loop, int64_t factor,
                        llvm::SmallVectorImpl<size_t> &buffered) {
  int64_t extent = plan.axes.axes[loop].extent;
  if (extent <= factor) {
    buffered.push_back(loop);
    return extent;
  }
  buffered.push_back(plan.axes.split(loop, factor));
  return factor;
}

/// Takes the loops that go on along a row of the destination. Returns the
/// elements of a row.
static int64_t takeRow(RelayoutPlan &plan,
                       llvm::SmallVectorImpl<size_t> &buffered) {
  bool transposes = plan.permutation.kind == BlockPermutation::Kind::Transpose;
  int64_t wanted = (transposes ? transposedRowBits : rowBits) / plan.destBits;
  int64_t width = plan.destRun;
  while (2 * width <= wanted) {
    std::optional<size_t> next;
    for (size_t loop = 0; loop < plan.loops; ++loop)
      if (plan.axes.axes[loop].destStride == width &&
          !llvm::is_contained(buffered, loop))
        next = loop;
    if (!next)
      break;
    width *= takeLoop(plan, *next, wanted / width, buffered);
  }
  return width;
}

SmallVector<size_t> mlir::tiled_layout::takeBufferedLoops(RelayoutPlan &plan) {
  int64_t blockRows = 1;
  for (const RelayoutAxis &axis : llvm::drop_begin(plan.axes.axes, plan.loops))
    blockRows *= axis.extent;
  blockRows = ceilDivide(blockRows, plan.destRun);
  SmallVector<size_t> buffered;
  int64_t width = takeRow(plan, buffered);
  if (width * plan.destBits < minRowBits)
    return {};
  int64_t farthest = 0;
  for (size_t loop : buffered)
    farthest = std::max(farthest, plan.axes.axes[loop].sourceStride);
  // What lies between the parts of a row in the source is other rows.
  SmallVector<size_t> between;
  for (size_t loop = 0; loop < plan.loops; ++loop)
    if (plan.axes.axes[loop].sourceStride < farthest &&
        !llvm::is_contained(buffered, loop))
      between.push_back(loop);
  llvm::sort(between, [&](size_t a, size_t b) {
    return plan.axes.axes[a].sourceStride < plan.axes.axes[b].sourceStride;
  });
  int64_t room = bufferBits / plan.destBits / width / blockRows;
  for (size_t loop : between) {
    if (room < 2)
      break;
    room /= takeLoop(plan, loop, room, buffered);
  }
  return buffered;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Returns `std::nullopt` if the bound is none along a row, and a weight of 0
/// if it does not depend on the row.
static std::optional<RowBound> findRowBound(const RelayoutPlan &plan,
                                            const RowBuffer &buffer, size_t k) {
  RowBound result{1, 0};
  for (size_t axis : buffer.along) {
    int64_t weight = plan.axes.bounds[k].getWeight(axis);
    int64_t stride = plan.axes.axes[axis].destStride;
    if (result.weight == 0)
      result = {stride, weight};
    else if (weight != result.weight * (stride / result.step))
      return std::nullopt;
  }
  return result;
}

std::optional<RowBound>
mlir::tiled_layout::getRowBound(const RelayoutPlan &plan,
                                const RowBuffer &buffer, size_t k) {
  std::optional<RowBound> bound = findRowBound(plan, buffer, k);
  if (!bound || bound->weight == 0)
    return std::nullopt;
  return bound;
}

std::optional<RowBuffer>
mlir::tiled_layout::getRowBuffer(const RelayoutPlan &plan, size_t numLoops) {
  RowBuffer buffer;
  SmallVector<size_t> left;
  for (size_t axis = plan.loops - numLoops; axis < plan.axes.axes.size();
       ++axis)
    left.push_back(axis);
  while (true) {
    auto *next = llvm::find_if(left, [&](size_t axis) {
      return plan.axes.axes[axis].destStride == buffer.width;
    });
    if (next == left.end())
      break;
    buffer.along.push_back(*next);
    buffer.width *= plan.axes.axes[*next].extent;
    left.erase(next);
  }
  buffer.rows = left;
  for (size_t axis : left)
    buffer.numRows *= plan.axes.axes[axis].extent;
  // Rows a line apart share no places in the first-level cache.
  int64_t line = lineBits / plan.destBits;
  buffer.pitch = (ceilDivide(buffer.width, line) + 1) * line;
  for (size_t k = 0; k < plan.axes.bounds.size(); ++k)
    if (!findRowBound(plan, buffer, k))
      return std::nullopt;
  return buffer;
}

RelayoutPlan mlir::tiled_layout::getPlanToBuffer(const RelayoutPlan &plan,
                                                 const RowBuffer &buffer) {
  RelayoutPlan result = plan;
  result.streaming = false;
  for (size_t loop = 0; loop < plan.loops - plan.bufferedLoops; ++loop)
    result.axes.axes[loop].destStride = 0;
  int64_t stride = buffer.pitch;
  for (size_t axis : llvm::reverse(buffer.rows)) {
    result.axes.axes[axis].destStride = stride;
    stride *= plan.axes.axes[axis].extent;
  }
  return result;
}
