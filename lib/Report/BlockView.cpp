//===- BlockView.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/BlockView.h"

#include "Axes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::Error;
using llvm::Twine;

static auto getOrder(const BlockGroup &group) {
  return std::tie(group.extents, group.runs, group.longestRun,
                  group.shortestRun, group.span);
}

/// Describes a block by its positions, which it sorts.
static BlockGroup describe(llvm::ArrayRef<int64_t> extents,
                           std::vector<int64_t> &positions, int64_t count) {
  llvm::sort(positions);
  BlockGroup group;
  group.extents.assign(extents.begin(), extents.end());
  group.count = count;
  group.elements = positions.size();
  group.shortestRun = positions.size();
  group.span = positions.back() - positions.front() + 1;
  for (size_t begin = 0; begin < positions.size(); ++group.runs) {
    size_t end = begin + 1;
    while (end < positions.size() && positions[end] == positions[end - 1] + 1)
      ++end;
    int64_t length = end - begin;
    group.shortestRun = std::min(group.shortestRun, length);
    group.longestRun = std::max(group.longestRun, length);
    begin = end;
  }
  return group;
}

namespace {

/// Intervals of one dimension whose elements lie in the same way.
struct IntervalClass {
  /// Offsets of the elements from the position of index 0.
  std::vector<int64_t> offsets;
  int64_t count = 0;
};

class BlockViewBuilder {
public:
  BlockViewBuilder(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                   llvm::ArrayRef<int64_t> block)
      : placement(layout, extents), periods(getPeriods(layout, extents)) {
    view.block.assign(block.begin(), block.end());
    for (size_t i = block.size(); i > 0; --i)
      view.dimensions.push_back(layout.minorToMajor[i - 1]);
  }

  llvm::Expected<BlockView> build();

private:
  Error addAllBlocks();
  Error addBlockClasses();
  llvm::Expected<std::vector<IntervalClass>> getIntervals(size_t i) const;
  IntervalClass getInterval(size_t i, int64_t begin, int64_t count) const;
  Error chargeElements(int64_t blocks, int64_t elementsPerBlock);
  void addGroup(BlockGroup group);

  /// Returns the extent of the i-th blocked dimension.
  int64_t getExtent(size_t i) const {
    return placement.getExtents()[view.dimensions[i]];
  }

  Placement placement;
  DimensionPeriods periods;
  BlockView view;
  int64_t charged = 0;
};

} // namespace

static Error tooLarge() {
  return createStringError("block view has to look at more than " +
                           Twine(maxBlockViewElements) + " elements");
}

Error BlockViewBuilder::chargeElements(int64_t blocks,
                                       int64_t elementsPerBlock) {
  int64_t elements;
  if (llvm::MulOverflow(blocks, elementsPerBlock, elements) ||
      elements > maxBlockViewElements - charged)
    return tooLarge();
  charged += elements;
  return Error::success();
}

void BlockViewBuilder::addGroup(BlockGroup group) {
  auto it = llvm::find_if(view.groups, [&](const BlockGroup &other) {
    return getOrder(other) == getOrder(group);
  });
  if (it != view.groups.end())
    it->count += group.count;
  else
    view.groups.push_back(std::move(group));
}

//===----------------------------------------------------------------------===//
// One block for all that lie alike
//===----------------------------------------------------------------------===//

IntervalClass BlockViewBuilder::getInterval(size_t i, int64_t begin,
                                            int64_t count) const {
  IntervalClass interval;
  interval.count = count;
  llvm::SmallVector<int64_t> index(placement.getExtents().size(), 0);
  int64_t end = begin + std::min(view.block[i], getExtent(i) - begin);
  for (int64_t &entry = index[view.dimensions[i]] = begin; entry < end; ++entry)
    interval.offsets.push_back(placement.getPosition(index));
  return interval;
}

/// Returns the intervals that the i-th blocked dimension is cut into, those
/// that only lie elsewhere once.
llvm::Expected<std::vector<IntervalClass>>
BlockViewBuilder::getIntervals(size_t i) const {
  int64_t extent = getExtent(i), size = std::min(view.block[i], extent);
  int64_t period = periods.periods[view.dimensions[i]];
  int64_t full = extent / size;
  // Interval k + repeat lies like interval k.
  int64_t repeat = period / std::gcd(period, size);
  int64_t distinct = std::min(full, repeat);
  int64_t lookedAt;
  if (llvm::MulOverflow(distinct, size, lookedAt) ||
      lookedAt > maxBlockViewElements)
    return tooLarge();

  std::map<std::vector<int64_t>, IntervalClass> classes;
  auto add = [&](int64_t begin, int64_t count) {
    IntervalClass interval = getInterval(i, begin, count);
    std::vector<int64_t> shifted = interval.offsets;
    for (int64_t &offset : shifted)
      offset -= interval.offsets.front();
    auto [it, isNew] = classes.try_emplace(shifted, interval);
    if (!isNew)
      it->second.count += count;
  };
  for (int64_t k = 0; k < distinct; ++k)
    add(k * size, ceilDivide(full - k, repeat));
  if (extent % size != 0)
    add(full * size, 1);

  std::vector<IntervalClass> result;
  for (auto &[shifted, interval] : classes)
    result.push_back(std::move(interval));
  return result;
}

Error BlockViewBuilder::addBlockClasses() {
  int64_t others = 1;
  for (auto [dim, extent] : llvm::enumerate(placement.getExtents()))
    if (!llvm::is_contained(view.dimensions, static_cast<int64_t>(dim)))
      others *= extent;

  // The cross product of the intervals, one dimension after the other.
  struct Partial {
    llvm::SmallVector<int64_t> extents;
    std::vector<int64_t> positions;
    int64_t count;
  };
  std::vector<Partial> partials = {{{}, {0}, others}};
  for (size_t i = 0; i < view.block.size(); ++i) {
    auto intervals = getIntervals(i);
    if (!intervals)
      return intervals.takeError();
    std::vector<Partial> next;
    for (const Partial &partial : partials) {
      for (const IntervalClass &interval : *intervals) {
        if (Error error = chargeElements(partial.positions.size(),
                                         interval.offsets.size()))
          return error;
        Partial &product = next.emplace_back(
            Partial{partial.extents, {}, partial.count * interval.count});
        product.extents.push_back(interval.offsets.size());
        for (int64_t position : partial.positions)
          for (int64_t offset : interval.offsets)
            product.positions.push_back(position + offset);
      }
    }
    partials = std::move(next);
  }
  for (Partial &partial : partials)
    addGroup(describe(partial.extents, partial.positions, partial.count));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Every block
//===----------------------------------------------------------------------===//

Error BlockViewBuilder::addAllBlocks() {
  llvm::ArrayRef<int64_t> extents = placement.getExtents();
  int64_t elements = llvm::product_of(extents);
  if (Error error = chargeElements(elements, 1))
    return error;

  llvm::SmallVector<int64_t> sizes(extents.size(), 1);
  for (auto [dim, size] : llvm::zip_equal(view.dimensions, view.block))
    sizes[dim] = std::min(size, extents[dim]);

  std::map<std::vector<int64_t>, std::vector<int64_t>> positionsOfBlock;
  llvm::SmallVector<int64_t> index(extents.size());
  for (int64_t number = 0; number < elements; ++number) {
    int64_t rest = number;
    std::vector<int64_t> block(extents.size());
    for (size_t dim = extents.size(); dim > 0; --dim) {
      index[dim - 1] = rest % extents[dim - 1];
      rest /= extents[dim - 1];
      block[dim - 1] = index[dim - 1] / sizes[dim - 1];
    }
    positionsOfBlock[block].push_back(placement.getPosition(index));
  }

  for (auto &[block, positions] : positionsOfBlock) {
    llvm::SmallVector<int64_t> blockExtents;
    for (int64_t dim : view.dimensions)
      blockExtents.push_back(
          std::min(sizes[dim], extents[dim] - block[dim] * sizes[dim]));
    addGroup(describe(blockExtents, positions, 1));
  }
  return Error::success();
}

llvm::Expected<BlockView> BlockViewBuilder::build() {
  if (llvm::is_contained(placement.getExtents(), 0))
    return std::move(view);
  if (Error error = periods.isSeparable ? addBlockClasses() : addAllBlocks())
    return error;
  llvm::sort(view.groups, [](const BlockGroup &a, const BlockGroup &b) {
    return std::tie(b.extents, a.runs, b.longestRun, a.span) <
           std::tie(a.extents, b.runs, a.longestRun, b.span);
  });
  return std::move(view);
}

llvm::Expected<BlockView>
mlir::tiled_layout::getBlockView(const Layout &layout,
                                 llvm::ArrayRef<int64_t> extents,
                                 llvm::ArrayRef<int64_t> block) {
  if (block.size() > extents.size())
    return createStringError("block has " + Twine(block.size()) +
                             " extents, but the array has rank " +
                             Twine(extents.size()));
  if (llvm::is_contained(extents, kDynamic))
    return createStringError(
        "block view needs a shape without unknown extents");
  return BlockViewBuilder(layout, extents, block).build();
}

llvm::Expected<llvm::SmallVector<int64_t>>
mlir::tiled_layout::parseBlock(llvm::StringRef text) {
  llvm::SmallVector<int64_t> block;
  for (llvm::StringRef entry : llvm::split(text, 'x')) {
    int64_t size;
    if (entry.getAsInteger(10, size) || size < 1)
      return createStringError("block extents must be integers of at least 1, "
                               "such as 8x128, but found '" +
                               entry + "'");
    block.push_back(size);
  }
  return block;
}
