//===- FetchedRows.cpp - How far ahead blocks of rows are fetched ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors fetch ahead of what is read from end to end within a page. Rows
// that are shorter than a page and take turns are read at several places of
// each page, which no processor follows. Rows that are longer take turns a few
// lines at a time, at which some processors fall behind.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/FetchedRows.h"

#include "PlanBlock.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;

int64_t mlir::tiled_layout::getBytesAheadOfRows(const RelayoutPlan &plan,
                                                const PlanOptions &options) {
  if (!plan.streaming ||
      plan.permutation.kind != BlockPermutation::Kind::Interleave)
    return 0;
  ArrayRef<RelayoutAxis> axes = plan.axes.axes;
  ArrayRef<RelayoutAxis> loops = axes.take_front(plan.loops);
  ArrayRef<RelayoutAxis> block = axes.drop_front(plan.loops);
  const RelayoutAxis *run = llvm::find_if(
      block, [](const RelayoutAxis &axis) { return axis.sourceStride == 1; });
  if (run == block.end())
    return 0;
  // The rows of a block are the nearest ones.
  std::optional<Stride> pitch;
  for (const RelayoutAxis &axis : block)
    if (&axis != run && axis.sourceStride >= plan.sourceRun)
      pitch = std::min(pitch.value_or(axis.sourceStride), axis.sourceStride);
  // Loops along rows are inside of the one that goes on to the next rows.
  const RelayoutAxis *along = llvm::find_if(loops, [&](auto &loop) {
    return loop.digits.back().dims == run->digits.front().dims;
  });
  auto getBytes = [&](int64_t elements) {
    return elements * plan.sourceBits / 8;
  };
  // Blocks of rows that share lines would fetch them again and again.
  if (!pitch || getBytes(pitch->get()) < plan.lineBytes)
    return 0;
  if (along == loops.begin() || getBytes(pitch->get()) >= options.pageBytes)
    return options.prefetchBytes;
  // What is fetched must arrive before it is read, and stay in the second-level
  // cache until then: short rows are more than one step ahead. Steps within
  // padding alone go nowhere.
  int64_t step = getBytes(std::prev(along)->sourceStride.get());
  if (step <= 0)
    return 0;
  int64_t bytes = ceilDivide(options.pageBytes, step) * step;
  return bytes <= options.l2Bytes / 8 ? bytes : options.prefetchBytes;
}

int64_t
mlir::tiled_layout::getBytesAheadOfShortRows(const RelayoutPlan &plan,
                                             const PlanOptions &options) {
  constexpr int64_t pages = 8, leastLines = 4;
  if (options.prefetchBytes == 0 ||
      plan.permutation.kind != BlockPermutation::Kind::None)
    return 0;
  auto getBytes = [&](int64_t elements) {
    return elements * plan.sourceBits / 8;
  };
  // Loops are in the order of memory if the innermost one that leaves a row
  // goes on to the nearest row.
  int64_t row = 1, array = 1, nearest = 0, innermost = 0;
  for (const RelayoutAxis &axis : plan.axes.axes) {
    if (!axis.hasKnownExtent() || !axis.sourceStride.isStatic())
      return 0;
    int64_t stride = axis.sourceStride.get();
    int64_t span = (axis.extent - 1) * stride;
    array += span;
    if (getBytes(stride) < plan.lineBytes) {
      row += span;
    } else if (span != 0) {
      nearest = nearest == 0 ? stride : std::min(nearest, stride);
      innermost = stride;
    }
  }
  bool isShort = getBytes(row) <= plan.lineBytes && innermost == nearest &&
                 getBytes(nearest) >= leastLines * plan.lineBytes;
  return isShort && getBytes(array) > options.l2Bytes
             ? pages * options.pageBytes
             : 0;
}

unsigned mlir::tiled_layout::getRowLocality(int64_t bytesAhead,
                                            const Target &target) {
  if (bytesAhead < target.pageBytes)
    return 0;
  // The next rows: what comes from the second-level cache comes too late where
  // the processor itself fetches too little.
  bool fitsFirst = bytesAhead <= target.l1Bytes / 2;
  return target.prefetchBytes != 0 && fitsFirst ? 3 : 2;
}

bool mlir::tiled_layout::canBeFull(const RelayoutPlan &plan, size_t first) {
  return llvm::none_of(plan.axes.bounds, [&](const AxisBound &bound) {
    int64_t last = 0;
    for (const AxisBound::Term &term : bound.terms)
      if (term.axis >= first)
        last += term.weight * (plan.axes.axes[term.axis].extent - 1);
    return last >= bound.limit;
  });
}
