//===- LanePlan.cpp - How the lanes of a vector lie in memory -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneAccess.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Views.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Elements that are left out between two that are wanted cost less than a
/// second access, up to this distance.
static constexpr int64_t maxDistanceInRun = 4;
/// So many accesses are better than a gather, however few the lanes are.
static constexpr int64_t fewAccesses = 4;
/// No access falls into more blocks than this.
static constexpr int64_t maxBlocks = 64;

/// Appends the runs of lanes whose offsets ascend.
static void appendRuns(ArrayRef<std::pair<int64_t, int64_t>> sorted,
                       SmallVectorImpl<LaneRun> &runs) {
  std::optional<int64_t> last;
  for (auto [lane, offset] : sorted) {
    if (!last || offset - *last > maxDistanceInRun)
      runs.push_back({offset, {}});
    else
      runs.back().slots.append(offset - *last - 1, -1);
    runs.back().slots.push_back(lane);
    last = offset;
  }
}

SmallVector<LaneRun> mlir::tiled_layout::getRuns(const LaneBlock &block) {
  SmallVector<std::pair<int64_t, int64_t>> sorted(block.lanes);
  llvm::sort(sorted, llvm::less_second());
  SmallVector<LaneRun> runs;
  // Where edges are found at run time, two lanes that are never both in the
  // block may have one place: each takes an access of its own.
  while (!sorted.empty()) {
    SmallVector<std::pair<int64_t, int64_t>> layer, rest;
    for (std::pair<int64_t, int64_t> lane : sorted) {
      bool isTaken = !layer.empty() && layer.back().second == lane.second;
      (isTaken ? rest : layer).push_back(lane);
    }
    appendRuns(layer, runs);
    sorted = std::move(rest);
  }
  // What is left out anyway may make the access one that registers hold.
  for (LaneRun &run : runs)
    if (run.hasGaps())
      run.slots.resize(llvm::PowerOf2Ceil(run.slots.size()), -1);
  return runs;
}

/// Calls `visit(lane, index)` for every lane, by its index in the box.
static void forEachLane(ArrayRef<int64_t> extents,
                        function_ref<void(int64_t, ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> steps(extents.size(), 1);
  for (auto [lane, index] :
       llvm::enumerate(StaticTileOffsetRange(extents, steps)))
    visit(lane, index);
}

/// Returns the lanes of a combination of pieces.
static LaneBlock getBlock(ArrayRef<int64_t> extents,
                          ArrayRef<DimensionPieces> dimensions,
                          ArrayRef<size_t> pieces) {
  LaneBlock block;
  block.pieces.assign(pieces.begin(), pieces.end());
  forEachLane(extents, [&](int64_t lane, ArrayRef<int64_t> index) {
    int64_t offset = 0;
    for (auto [k, along] : llvm::enumerate(index)) {
      const LanePiece &piece = dimensions[k].pieces[pieces[k]];
      if (along < piece.first || along >= piece.first + piece.count)
        return;
      offset += dimensions[k].offsets[along];
    }
    block.lanes.push_back({lane, offset});
  });
  return block;
}

/// Returns the elements between neighbours along each physical dimension.
static SmallVector<int64_t> getStrides(MemRefType type, const Layout &layout) {
  if (isView(type))
    return getPhysicalStrides(ShapedType(type));
  // An array without elements is not accessed, but its lanes stay apart.
  SmallVector<int64_t> extents(type.getShape());
  llvm::replace(extents, 0, 1);
  return getPhysicalStrides(layout, extents);
}

/// Returns how `lanes` neighbours along extent k of an access fall into pieces.
static std::optional<DimensionPieces>
cutExtent(const LaneAccess &access, size_t k, int64_t lanes, AffineMap map,
          ArrayRef<int64_t> strides, ValueRanges &ranges) {
  unsigned dim = access.dims[k];
  auto getCongruence = [&](unsigned of) {
    return ranges.getCongruence(access.first[of]);
  };
  if (lanes == 1)
    return cutDimension(DimensionOffsets(), 1, getCongruence(dim));
  if (auto offsets = getDimensionOffsets(map, strides, dim))
    return cutDimension(*offsets, lanes, getCongruence(dim));
  std::optional<JoinedIndex> joined = getJoinedIndex(map, dim);
  if (!joined || joined->factors[dim] != 1)
    return std::nullopt;
  // Lanes along another dimension of the sum would begin elsewhere.
  for (auto [extent, other] : llvm::zip_equal(access.extents, access.dims))
    if (other != dim && extent > 1 && joined->factors[other] != 0)
      return std::nullopt;
  auto offsets = getDimensionOffsets(joined->map, strides, map.getNumDims());
  if (!offsets)
    return std::nullopt;
  Congruence first = Congruence::getConstant(0);
  for (auto [other, factor] : llvm::enumerate(joined->factors))
    if (factor != 0)
      first = first + getCongruence(other) * Congruence::getConstant(factor);
  DimensionPieces pieces = cutDimension(*offsets, lanes, first);
  // Edges that are found at run time are those of one dimension.
  if (pieces.edgeDistance != 0)
    return std::nullopt;
  return pieces;
}

std::optional<LanePlan>
mlir::tiled_layout::planLanes(const LaneAccess &access) {
  // An index of its own for each lane says nothing about distances.
  if (access.lastIndex)
    return std::nullopt;
  MemRefType type = access.getType();
  Layout layout = *getTileLayout(ShapedType(type));
  AffineMap map = getPhysicalMap(layout, type.getShape(), type.getContext());
  SmallVector<int64_t> strides = getStrides(type, layout);

  LanePlan plan;
  ValueRanges ranges;
  SmallVector<int64_t> counts;
  for (auto [k, dim] : llvm::enumerate(access.dims)) {
    // More lanes than indices are off, and would meet others in memory.
    int64_t lanes = access.extents[k];
    if (!type.isDynamicDim(dim))
      lanes = std::min(lanes, std::max<int64_t>(type.getDimSize(dim), 1));
    std::optional<DimensionPieces> pieces =
        cutExtent(access, k, lanes, map, strides, ranges);
    if (!pieces)
      return std::nullopt;
    counts.push_back(pieces->pieces.size());
    plan.dimensions.push_back(std::move(*pieces));
  }
  if (ShapedType::getNumElements(counts) > maxBlocks)
    return std::nullopt;

  int64_t accesses = 0;
  forEachLane(counts, [&](int64_t, ArrayRef<int64_t> index) {
    SmallVector<size_t> pieces(index.begin(), index.end());
    plan.blocks.push_back(getBlock(access.extents, plan.dimensions, pieces));
    accesses += getRuns(plan.blocks.back()).size();
  });
  if (accesses > fewAccesses && accesses * 2 > access.getNumLanes())
    return std::nullopt;
  return plan;
}
