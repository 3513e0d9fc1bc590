//===- LaneBlocks.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoopBuilder.h"

#include "tiled_layout/Relayout/PlanChoice.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// The most runs that are interleaved; there is a vector for each.
static constexpr int64_t maxRuns = 64;
/// The fewest, where each column is stored or loaded on its own.
static constexpr int64_t minSpreadRuns = 4;

std::optional<int64_t>
LaneLoopBuilder::getKnownStride(size_t axis, StrideMember stride) const {
  return AxisExprs::getConstant(stride == &RelayoutAxis::sourceStride
                                    ? exprs.sourceStrides[axis]
                                    : exprs.destStrides[axis]);
}

std::optional<int64_t> LaneLoopBuilder::getKnownExtent(size_t axis) const {
  return AxisExprs::getConstant(exprs.extents[axis]);
}

/// Returns a number that divides all steps of an axis.
int64_t LaneLoopBuilder::getStrideDivisor(size_t axis,
                                          StrideMember stride) const {
  return exprs.getDivisor(axes.axes[axis], axis,
                          stride == &RelayoutAxis::sourceStride);
}

/// True if the runs follow one another on the packed side, and columns follow
/// them, or would if a column had its other runs, or may be spread.
bool LaneLoopBuilder::isColumn(bool packsDest, bool maySpread) {
  inDest = packsDest;
  runAxes.clear();
  numRuns = 1;
  extra.clear();
  std::optional<size_t> found;
  SmallVector<size_t> others;
  for (size_t axis = plan.loops; axis < axes.axes.size(); ++axis) {
    if (getKnownStride(axis, spreadStride()) == 1)
      found = axis;
    else
      others.push_back(axis);
  }
  if (!found)
    return false;
  run = *found;
  llvm::sort(others, [&](size_t a, size_t b) {
    return axes.axes[a].*packedStride() < axes.axes[b].*packedStride();
  });
  for (size_t axis : others) {
    bool isRunAxis = getKnownStride(run, packedStride()) != numRuns &&
                     getKnownStride(axis, packedStride()) == numRuns &&
                     getKnownExtent(axis) == axes.axes[axis].extent;
    (isRunAxis ? runAxes : extra).push_back(axis);
    if (isRunAxis)
      numRuns *= axes.axes[axis].extent;
  }
  std::optional<int64_t> stride = getKnownStride(run, packedStride());
  slots = stride.value_or(numRuns);
  isSpread = !stride;
  if (stride == numRuns)
    return numRuns <= maxRuns && llvm::isPowerOf2_64(numRuns);
  // Of a strided array, what is between columns is not known to be there.
  if (stride && packed().ownsGaps && numRuns < slots && hasColumnWords() &&
      hasColumnsOfItsOwn())
    return true;
  isSpread = true;
  slots = numRuns;
  return maySpread && numRuns >= minSpreadRuns && numRuns <= maxRuns &&
         llvm::isPowerOf2_64(numRuns) && packed().isWholeBytes(numRuns) &&
         getStrideDivisor(run, packedStride()) %
                 packed().getElementsPerByte() ==
             0;
}

/// True if each run, or column, begins at a byte of this side.
bool LaneLoopBuilder::beginsAtBytes(const ElementStorage &side,
                                    StrideMember stride) const {
  int64_t perByte = side.getElementsPerByte();
  for (size_t axis = 0; axis < axes.axes.size(); ++axis) {
    bool isInside = axis == run || (stride == packedStride() &&
                                    llvm::is_contained(runAxes, axis));
    if (!isInside && getStrideDivisor(axis, stride) % perByte != 0)
      return false;
  }
  return true;
}

/// True if so many lanes of a run fill whole bytes on both sides.
bool LaneLoopBuilder::isAligned(int64_t length) const {
  const ElementStorage &spread = inDest ? source : dest;
  return spread.isWholeBytes(length) && packed().isWholeBytes(length * slots);
}

/// True if what a vector of each run becomes is whole lines of a destination
/// that begins at one.
bool LaneLoopBuilder::writesLines() const {
  int64_t line = plan.getLineBits() / dest.bits;
  bool areWhole = inDest ? !isSpread && slots == numRuns : true;
  int64_t together = inDest ? lanes * slots : lanes;
  return areWhole && together % line == 0 &&
         llvm::all_of(llvm::seq(axes.axes.size()), [&](size_t axis) {
           bool isInside =
               axis == run || (inDest && llvm::is_contained(runAxes, axis));
           return isInside ||
                  getStrideDivisor(axis, &RelayoutAxis::destStride) % line == 0;
         });
}

/// True if a column is an integer that processors know.
bool LaneLoopBuilder::hasColumnWords() const {
  int64_t bits = getColumnBits();
  return !isSpread && runAxes.size() <= 1 && bits >= 8 && bits <= 64 &&
         llvm::isPowerOf2_64(bits);
}

/// True if no other axis has elements in a column.
bool LaneLoopBuilder::hasColumnsOfItsOwn() const {
  return llvm::all_of(llvm::seq(axes.axes.size()), [&](size_t axis) {
    return axis == run || llvm::is_contained(runAxes, axis) ||
           getStrideDivisor(axis, packedStride()) % slots == 0;
  });
}

bool LaneLoopBuilder::classify() {
  if (!isColumn(/*packsDest=*/true, /*maySpread=*/false) &&
      !isColumn(/*packsDest=*/false, /*maySpread=*/false) &&
      !isColumn(/*packsDest=*/true, /*maySpread=*/true) &&
      !isColumn(/*packsDest=*/false, /*maySpread=*/true))
    return false;
  int64_t bits = std::max<int64_t>({source.bits, dest.bits, 8});
  lanes = llvm::bit_floor<uint64_t>(
      std::min(axes.axes[run].extent, std::max<int64_t>(vectorBits / bits, 1)));
  int64_t least = source.bits < 8 || dest.bits < 8 ? shortRun : 64 / bits;
  return lanes > 1 && lanes >= least &&
         beginsAtBytes(source, &RelayoutAxis::sourceStride) &&
         beginsAtBytes(dest, &RelayoutAxis::destStride);
}

bool LaneLoopBuilder::isTooLarge() const {
  return isSpread && (numRuns > maxSpreadRuns || lanes > maxSpreadRuns);
}

/// Returns how many elements a block has that lie in one order, side by side,
/// on both sides, as those of rows that share words there and here; 0 if they
/// do not, or are no integers of the arrays.
int64_t LaneLoopBuilder::countTogether() const {
  auto isWhole = [](const ElementStorage &side) {
    return side.bits == side.valueBits && side.bits % 8 == 0;
  };
  if (vectorBits == 0 || !isWhole(source) || !isWhole(dest))
    return 0;
  auto block = llvm::to_vector(llvm::seq<size_t>(plan.loops, axes.axes.size()));
  llvm::sort(block, [&](size_t a, size_t b) {
    return axes.axes[a].sourceStride < axes.axes[b].sourceStride;
  });
  int64_t count = 1;
  for (size_t axis : block) {
    if (getKnownStride(axis, &RelayoutAxis::sourceStride) != count ||
        getKnownStride(axis, &RelayoutAxis::destStride) != count ||
        getKnownExtent(axis) != axes.axes[axis].extent)
      return 0;
    count *= axes.axes[axis].extent;
  }
  return count;
}
