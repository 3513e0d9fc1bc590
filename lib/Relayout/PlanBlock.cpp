//===- PlanBlock.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanBlock.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/BlockProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// A longer run is several blocks. A block is straight code.
static constexpr int64_t maxRunVectors = 16;
/// What a block of a ragged run has, which is no multiple of a vector.
static constexpr int64_t raggedRunVectors = 8;
/// A vector that is loaded in pieces has pieces of such a size.
static constexpr int64_t maxPieceBits = 128;
static constexpr int64_t minPieceBits = 64;
/// How many vectors of a block can be in registers, and about as many on the
/// way. Processors with vectors of less than 512 bits have fewer registers, but
/// blocks of less than a line cost more than to keep some in memory.
static constexpr int64_t maxBlockRegisters = 16;
static constexpr int64_t unlimited = std::numeric_limits<int32_t>::max();

//===----------------------------------------------------------------------===//
// Axes of the block
//===----------------------------------------------------------------------===//

/// Returns the axis that goes on where `stride` elements are contiguous.
static std::optional<size_t> findAxis(const RelayoutAxes &axes,
                                      StrideMember member, int64_t stride) {
  for (auto [number, axis] : llvm::enumerate(axes.axes))
    if (axis.*member == stride)
      return number;
  return std::nullopt;
}

/// Raises `taken`, how much of each axis is in the block, to `lanes` elements
/// that are contiguous on one side, or to as many as are. With `powersOfTwo`,
/// a short axis is taken as far as a power of two divides it.
static void takeVector(const RelayoutAxes &axes, StrideMember member,
                       int64_t lanes, bool powersOfTwo,
                       llvm::MutableArrayRef<int64_t> taken) {
  int64_t stride = 1;
  while (lanes > 1) {
    std::optional<size_t> number = findAxis(axes, member, stride);
    if (!number)
      return;
    int64_t extent = axes.axes[*number].extent;
    int64_t part = std::min(extent, lanes);
    bool isCut = powersOfTwo && part == extent && !llvm::isPowerOf2_64(part);
    if (isCut)
      part = part & -part;
    taken[*number] = std::max(taken[*number], part);
    if (isCut)
      return;
    // After an axis that is no power of two, a whole vector is still wanted.
    lanes = llvm::bit_ceil(static_cast<uint64_t>(
        llvm::divideCeil(lanes, static_cast<uint64_t>(part))));
    stride *= extent;
  }
}

/// Returns how much of a run of at least a vector is a block: whole vectors, so
/// that as little as possible is left. With `overlaps`, what is left is moved
/// by a vector that overlaps the one before, so that blocks are as few and as
/// even as can be.
static int64_t takeRun(int64_t extent, int64_t lanes, bool overlaps) {
  if (overlaps) {
    int64_t vectors = ceilDivide(extent, lanes);
    int64_t perBlock = ceilDivide(vectors, ceilDivide(vectors, maxRunVectors));
    return std::min(extent, perBlock * lanes);
  }
  for (int64_t vectors = std::min(extent / lanes, maxRunVectors); vectors > 0;
       --vectors)
    if (extent % (vectors * lanes) == 0)
      return vectors * lanes;
  return std::min(extent / lanes, raggedRunVectors) * lanes;
}

/// Returns how much of each axis is in the block; 1 if nothing is.
static SmallVector<int64_t> takeBlock(const RelayoutAxes &axes, int64_t lanes,
                                      int64_t bits, int64_t lineBits,
                                      int64_t maxRegisters, bool overlaps,
                                      bool powersOfTwo) {
  SmallVector<int64_t> taken(axes.axes.size(), 1);
  // A run that is a vector on both sides is copied.
  for (auto [number, axis] : llvm::enumerate(axes.axes))
    if (axis.sourceStride == 1 && axis.destStride == 1 &&
        axis.extent >= lanes) {
      taken[number] = takeRun(axis.extent, lanes, overlaps);
      return taken;
    }
  // Streaming stores of less than a line are slow, so that blocks have whole
  // lines of the destination even where a vector is less.
  bool keeps = maxRegisters != unlimited;
  int64_t destLanes = keeps ? std::max(lanes, lineBits / bits) : lanes;
  // Rows of more than half a vector are two halves that overlap: lanes of no
  // power of two would be gathered. Where two rows of an even length
  // are interleaved, that is fast.
  std::optional<size_t> row = findAxis(axes, &RelayoutAxis::destStride, 1);
  std::optional<size_t> sourceRow =
      findAxis(axes, &RelayoutAxis::sourceStride, 1);
  if (keeps && overlaps && row && sourceRow && row != sourceRow) {
    int64_t extent = axes.axes[*row].extent;
    bool gathersFast = axes.axes[*sourceRow].extent == 2 && extent % 2 == 0;
    if (!gathersFast && extent < lanes && 2 * extent > lanes)
      destLanes = lanes / 2;
  }
  auto take = [&](int64_t sourceLanes) {
    llvm::fill(taken, 1);
    takeVector(axes, &RelayoutAxis::sourceStride, sourceLanes, powersOfTwo,
               taken);
    takeVector(axes, &RelayoutAxis::destStride, destLanes, powersOfTwo, taken);
    return llvm::product_of(taken) <= maxRegisters * lanes;
  };
  // More than the processor has registers for: the source is read in pieces,
  // several of which make a vector.
  if (take(lanes))
    return taken;
  for (int64_t piece = maxPieceBits; piece >= minPieceBits; piece /= 2)
    if (piece / bits < lanes && take(piece / bits))
      return taken;
  take(lanes);
  return taken;
}

/// Returns the numbers of the axes of the block after splitting.
static SmallVector<size_t> splitBlock(RelayoutAxes &axes,
                                      ArrayRef<int64_t> taken) {
  SmallVector<size_t> block;
  for (auto [number, part] : llvm::enumerate(taken)) {
    if (part == 1)
      continue;
    if (part == axes.axes[number].extent)
      block.push_back(number);
    else
      block.push_back(axes.split(number, part));
  }
  return block;
}

SmallVector<size_t>
mlir::tiled_layout::takeAxesAlong(const RelayoutPlan &plan, StrideMember member,
                                  llvm::SmallVectorImpl<size_t> &axes,
                                  int64_t &run) {
  SmallVector<size_t> along;
  while (true) {
    auto *next = llvm::find_if(
        axes, [&](size_t axis) { return plan.axes.axes[axis].*member == run; });
    if (next == axes.end())
      return along;
    along.push_back(*next);
    run *= plan.axes.axes[*next].extent;
    axes.erase(next);
  }
}

SmallVector<size_t>
mlir::tiled_layout::getLoopsAlong(const RelayoutPlan &plan) {
  SmallVector<size_t> loops = llvm::to_vector(llvm::seq(plan.loops));
  int64_t run = plan.destRun;
  return takeAxesAlong(plan, &RelayoutAxis::destStride, loops, run);
}

bool mlir::tiled_layout::isCrowded(const RelayoutPlan &plan,
                                   StrideMember member, int64_t bits,
                                   const Target &target) {
  return llvm::any_of(
      llvm::drop_begin(plan.axes.axes, plan.loops),
      [&](const RelayoutAxis &axis) {
        return (axis.*member * bits).isMultipleOf(8 * target.l1WayBytes);
      });
}

//===----------------------------------------------------------------------===//
// Permutation
//===----------------------------------------------------------------------===//

SmallVector<size_t> mlir::tiled_layout::sortBlock(const RelayoutPlan &plan,
                                                  StrideMember member) {
  SmallVector<size_t> order(plan.axes.axes.size() - plan.loops);
  std::iota(order.begin(), order.end(), plan.loops);
  llvm::sort(order, [&](size_t a, size_t b) {
    return plan.axes.axes[a].*member < plan.axes.axes[b].*member;
  });
  return order;
}

int64_t mlir::tiled_layout::getBlockRun(const RelayoutPlan &plan,
                                        StrideMember member) {
  int64_t run = 1;
  for (size_t number : sortBlock(plan, member)) {
    const RelayoutAxis &axis = plan.axes.axes[number];
    if (axis.*member != run)
      break;
    run *= axis.extent;
  }
  return run;
}

/// Removes the digits that lead on both sides, and joins those that follow one
/// another on both.
static BlockPermutation getDigits(const RelayoutPlan &plan) {
  auto source = sortBlock(plan, &RelayoutAxis::sourceStride);
  auto dest = sortBlock(plan, &RelayoutAxis::destStride);
  BlockPermutation result;
  auto getExtent = [&](size_t axis) { return plan.axes.axes[axis].extent; };
  size_t first = 0;
  while (first < source.size() && source[first] == dest[first]) {
    const RelayoutAxis &axis = plan.axes.axes[source[first]];
    if (axis.sourceStride != result.unit || axis.destStride != result.unit)
      break;
    result.unit *= axis.extent;
    ++first;
  }

  SmallVector<size_t> digitOf(plan.axes.axes.size());
  for (size_t i = first; i < source.size(); ++i) {
    auto *at = llvm::find(dest, source[i]);
    bool joins = i > first && at != dest.begin() && *(at - 1) == source[i - 1];
    if (joins)
      result.sizes.back() *= getExtent(source[i]);
    else
      result.sizes.push_back(getExtent(source[i]));
    digitOf[source[i]] = result.sizes.size() - 1;
  }
  for (size_t axis : llvm::drop_begin(dest, first))
    if (result.order.empty() || result.order.back() != digitOf[axis])
      result.order.push_back(digitOf[axis]);
  return result;
}

static BlockPermutation getPermutation(const RelayoutPlan &plan,
                                       int64_t lanes) {
  using Kind = BlockPermutation::Kind;
  BlockPermutation result = getDigits(plan);
  if (llvm::is_sorted(result.order)) {
    result.kind = Kind::None;
  } else if (result.sizes.size() == 2) {
    int64_t vector = std::max<int64_t>(lanes / result.unit, 1);
    auto [run, runs] = std::make_pair(result.sizes[0], result.sizes[1]);
    // Where the source is read in pieces, rows are short by choice.
    if (run == runs || std::min(run, runs) >= vector ||
        plan.sourceRun < std::min(plan.destRun, lanes))
      result.kind = Kind::Transpose;
    else
      result.kind = run > runs ? Kind::Interleave : Kind::Deinterleave;
  } else if (llvm::isPowerOf2_64(result.unit) &&
             llvm::all_of(result.sizes,
                          [](int64_t s) { return llvm::isPowerOf2_64(s); })) {
    result.kind = Kind::Bits;
  } else {
    result.kind = Kind::Elements;
  }
  return result;
}

/// Returns how many vectors a block may have. Elements that change are not kept
/// in registers.
static int64_t getMaxRegisters(const RelayoutPlan &plan) {
  bool keeps = plan.sourceBits == plan.destBits && plan.destBits % 8 == 0;
  return keeps ? maxBlockRegisters : unlimited;
}

/// Returns how many elements a vector holds, of the wider side.
static int64_t getLanes(const RelayoutPlan &plan, int64_t vectorBits) {
  int64_t bits = std::max(plan.sourceBits, plan.destBits);
  return llvm::bit_floor(
      static_cast<uint64_t>(std::max<int64_t>(vectorBits / bits, 1)));
}

void mlir::tiled_layout::describeBlock(RelayoutPlan &plan, int64_t vectorBits) {
  plan.sourceRun = getBlockRun(plan, &RelayoutAxis::sourceStride);
  plan.destRun = getBlockRun(plan, &RelayoutAxis::destStride);
  plan.permutation = getPermutation(plan, getLanes(plan, vectorBits));
}

/// Chooses the block of a plan whose axes are not split yet.
static void takeBlockOf(RelayoutPlan &plan, int64_t vectorBits, bool overlaps,
                        bool isCached, bool powersOfTwo) {
  int64_t bits = std::max(plan.sourceBits, plan.destBits);
  int64_t lanes = getLanes(plan, vectorBits);
  // Of rows that are written in turn, two vectors each. Where edges cut blocks,
  // twice as much code takes too long to compile.
  if (isCached && plan.axes.bounds.empty() && plan.sourceBits < 8 &&
      plan.destBits == 8)
    lanes *= 2;
  SmallVector<int64_t> taken =
      takeBlock(plan.axes, lanes, bits, plan.getLineBits(),
                getMaxRegisters(plan), overlaps, powersOfTwo);
  SmallVector<size_t> block = splitBlock(plan.axes, taken);
  llvm::sort(block, [&](size_t a, size_t b) {
    return plan.axes.axes[a].destStride > plan.axes.axes[b].destStride;
  });
  SmallVector<size_t> order;
  for (size_t number = 0; number < plan.axes.axes.size(); ++number)
    if (!llvm::is_contained(block, number))
      order.push_back(number);
  plan.loops = order.size();
  order.append(block);
  plan.axes.reorder(order);
  describeBlock(plan, vectorBits);
}

/// Where registers of narrow elements take more shuffles each than these, runs
/// of so many bits are rather loaded and stored as they are.
static constexpr size_t fewShuffles = 3;
static constexpr int64_t narrowBits = 16;
static constexpr int64_t minRunBits = 64;

void mlir::tiled_layout::chooseBlock(RelayoutPlan &plan, int64_t vectorBits,
                                     bool overlaps, bool isCached) {
  RelayoutPlan ofPowers = plan;
  takeBlockOf(plan, vectorBits, overlaps, isCached, /*powersOfTwo=*/false);
  auto program = getBlockProgram(plan, vectorBits);
  if (program &&
      (plan.destBits > narrowBits ||
       program->shuffles.size() <= fewShuffles * program->results.size()))
    return;
  takeBlockOf(ofPowers, vectorBits, overlaps, isCached, /*powersOfTwo=*/true);
  int64_t run = std::min(ofPowers.sourceRun, ofPowers.destRun);
  if (getBlockProgram(ofPowers, vectorBits) &&
      (!program || run * ofPowers.destBits >= minRunBits))
    plan = std::move(ofPowers);
}
