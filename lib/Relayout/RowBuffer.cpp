//===- RowBuffer.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/RowBuffer.h"

#include "PlanBlock.h"
#include "PlanBuffer.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Lines of a chunk of a row. A chunk of a line would be carried on as often as
/// it is written.
static constexpr int64_t minChunkLines = 2;
static constexpr int64_t maxChunkLines = 8;
/// Rows of fewer lines are not worth the way through the buffer.
static constexpr int64_t minRowLines = 8;
/// A small buffer has longer chunks: what rows carry on is moved twice. And
/// there are so many rows at most, whose pages are found in a slower table.
static constexpr int64_t smallChunkLines = 4;
static constexpr int64_t maxKeptRows = 2048;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Returns the loops that lie between two steps of a loop in the source, the
/// one with the shortest steps first.
static SmallVector<size_t> getLoopsBetween(const RelayoutPlan &plan,
                                           size_t loop,
                                           ArrayRef<size_t> rowLoops) {
  auto getStride = [&](size_t l) { return plan.axes.axes[l].sourceStride; };
  SmallVector<size_t> between;
  for (size_t other = 0; other < plan.loops; ++other)
    if (getStride(other) < getStride(loop) &&
        !llvm::is_contained(rowLoops, other))
      between.push_back(other);
  llvm::sort(between,
             [&](size_t a, size_t b) { return getStride(a) < getStride(b); });
  return between;
}

/// Returns the rows that a block writes.
static int64_t getBlockRows(const RelayoutPlan &plan) {
  return ceilDivide(getBlockElements(plan), plan.destRun);
}

static int64_t getPitch(int64_t width, int64_t line) {
  // An odd number of lines: rows do not share places in the first-level cache.
  return ((width / line + 1) | 1) * line;
}

/// Chooses the loop that carries, `std::nullopt` if there is none, and takes
/// those along a chunk. Sets its length, a multiple of a line, and `between`.
static std::optional<size_t> takeChunk(RelayoutPlan &plan, int64_t minLines,
                                       int64_t turnBytes,
                                       llvm::SmallVectorImpl<size_t> &buffered,
                                       int64_t &width,
                                       SmallVector<size_t> &between) {
  int64_t line = plan.getLineBits() / plan.destBits;
  SmallVector<size_t> rowLoops = getLoopsAlong(plan);
  width = plan.destRun;
  for (size_t loop : rowLoops) {
    between = getLoopsBetween(plan, loop, rowLoops);
    int64_t rows = getBlockRows(plan);
    for (size_t other : between)
      rows *= plan.axes.axes[other].extent;
    int64_t wanted =
        std::clamp(8 * turnBytes / rows, minLines * plan.getLineBits(),
                   maxChunkLines * plan.getLineBits()) /
        plan.destBits;
    int64_t extent = plan.axes.axes[loop].extent;
    if (loop != rowLoops.back() && width * extent <= wanted) {
      buffered.push_back(loop);
      width *= extent;
      continue;
    }
    int64_t lines = line / std::gcd(line, width);
    int64_t factor = std::max<int64_t>(wanted / width / lines, 1) * lines;
    if (factor >= extent)
      return std::nullopt;
    if (factor > 1)
      buffered.push_back(plan.axes.split(loop, factor));
    width *= factor;
    return loop;
  }
  return std::nullopt;
}

/// Takes as many of these loops as have at most `room` rows.
static SmallVector<size_t> takeRows(RelayoutPlan &plan,
                                    ArrayRef<size_t> between, int64_t room) {
  SmallVector<size_t> rows;
  for (size_t loop : between) {
    if (room < 2)
      break;
    // Pieces of about the same size.
    int64_t extent = plan.axes.axes[loop].extent;
    int64_t part = ceilDivide(extent, ceilDivide(extent, room));
    if (part > 1)
      rows.push_back(part == extent ? loop : plan.axes.split(loop, part));
    room /= part;
  }
  return rows;
}

SmallVector<size_t>
mlir::tiled_layout::takeCarryingLoops(RelayoutPlan &whole, bool isSmall,
                                      const Target &target) {
  RelayoutPlan plan = whole;
  SmallVector<size_t> along, between;
  int64_t width, blockRows = getBlockRows(plan);
  std::optional<size_t> carries =
      takeChunk(plan, isSmall ? smallChunkLines : minChunkLines,
                target.turnBytes, along, width, between);
  if (!carries || width * plan.axes.axes[*carries].extent * plan.destBits <
                      minRowLines * plan.getLineBits())
    return {};
  int64_t pitch = getPitch(width, plan.getLineBits() / plan.destBits);
  int64_t room =
      isSmall ? maxKeptRows : 8 * (target.l2Bytes / 4) / plan.destBits / pitch;
  SmallVector<size_t> innermost = takeRows(plan, between, room / blockRows);
  plan.rowLoops = isSmall ? innermost.size() : 0;
  llvm::append_range(innermost, along);
  // The source in its order.
  auto sort = [&](auto begin, auto end) {
    std::sort(begin, end, [&](size_t a, size_t b) {
      return plan.axes.axes[a].sourceStride > plan.axes.axes[b].sourceStride;
    });
  };
  sort(innermost.begin(), innermost.begin() + plan.rowLoops);
  sort(innermost.begin() + plan.rowLoops, innermost.end());
  innermost.insert(innermost.begin(), *carries);
  whole = std::move(plan);
  return innermost;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Returns `std::nullopt` if the bound is none along a row, and a weight of 0
/// if it does not depend on the row.
static std::optional<RowBound> findRowBound(const RelayoutPlan &plan,
                                            const RowBuffer &buffer, size_t k) {
  const AxisBound &bound = plan.axes.bounds[k];
  RowBound result{1, 0};
  SmallVector<size_t> axes = buffer.along;
  axes.push_back(*plan.carryLoop);
  for (size_t axis : axes) {
    int64_t weight = bound.getWeight(axis);
    int64_t stride = plan.axes.axes[axis].destStride.get();
    if (result.weight == 0)
      result = {stride, weight};
    else if (weight != result.weight * (stride / result.step))
      return std::nullopt;
  }
  auto counts = [&](size_t axis) { return bound.getWeight(axis) != 0; };
  bool differs = llvm::any_of(buffer.rows, counts) ||
                 llvm::any_of(buffer.rowLoops, counts);
  if (result.weight != 0 && differs)
    return std::nullopt;
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
mlir::tiled_layout::getRowBuffer(const RelayoutPlan &plan) {
  RowBuffer buffer;
  SmallVector<size_t> left;
  for (size_t axis = plan.getBufferLoop(); axis < plan.axes.axes.size(); ++axis)
    left.push_back(axis);
  for (size_t loop : llvm::seq(*plan.carryLoop + 1, plan.getBufferLoop())) {
    buffer.rowLoops.push_back(loop);
    buffer.numBuffers *= plan.axes.axes[loop].extent;
  }
  buffer.along =
      takeAxesAlong(plan, &RelayoutAxis::destStride, left, buffer.width);
  buffer.rows = left;
  for (size_t axis : left)
    buffer.numRows *= plan.axes.axes[axis].extent;
  buffer.line = plan.getLineBits() / plan.destBits;
  buffer.pitch = getPitch(buffer.width, buffer.line);
  for (size_t k = 0; k < plan.axes.bounds.size(); ++k)
    if (!findRowBound(plan, buffer, k))
      return std::nullopt;
  return buffer;
}

bool mlir::tiled_layout::readsWholeBlocks(const RelayoutPlan &plan,
                                          int64_t sourceElements) {
  int64_t elements = plan.destRun * getBlockRows(plan);
  return plan.sourceRun == elements && sourceElements % elements == 0 &&
         llvm::all_of(llvm::seq(plan.loops), [&](size_t loop) {
           return plan.axes.axes[loop].sourceStride.isMultipleOf(elements);
         });
}

RelayoutPlan mlir::tiled_layout::getPlanToBuffer(const RelayoutPlan &plan,
                                                 const RowBuffer &buffer) {
  RelayoutPlan result = plan;
  for (size_t loop = 0; loop < plan.getBufferLoop(); ++loop)
    result.axes.axes[loop].destStride = 0;
  int64_t stride = buffer.pitch;
  for (size_t axis : llvm::reverse(buffer.rows)) {
    result.axes.axes[axis].destStride = stride;
    stride *= plan.axes.axes[axis].extent;
  }
  return result;
}

std::optional<BlockProgram>
mlir::tiled_layout::getProgramOfPlan(const RelayoutPlan &plan,
                                     int64_t vectorBits) {
  if (!plan.carryLoop)
    return getBlockProgram(plan, vectorBits);
  return getBlockProgram(getPlanToBuffer(plan, *getRowBuffer(plan)),
                         vectorBits);
}
