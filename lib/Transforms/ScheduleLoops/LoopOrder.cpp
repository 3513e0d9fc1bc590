//===- LoopOrder.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Placement.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// What an extent that is known at run time is taken to be where loops are put
/// in order: it only has to be longer than tiles.
static constexpr int64_t assumedExtent = 1 << 13;

bool mlir::tiled_layout::isTileLoop(const LoopCut &cut, const LoopPart &part,
                                    size_t digit) {
  return digit == 0 && !part.isPieces(digit) &&
         (cut.lengths.empty() || part.loops[0].weight == cut.lengths.front());
}

std::optional<int64_t> mlir::tiled_layout::getStride(const ArrayAccess &access,
                                                     const LoopRange &range,
                                                     int64_t distance) {
  MemRefType type = access.getType();
  std::optional<Layout> layout = getTileLayout(ShapedType(type));
  SmallVector<int64_t> extents(type.getShape());
  SmallVector<int64_t> index(type.getRank(), 0);
  bool moves = false;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    if (ShapedType::isDynamic(extent))
      extent = assumedExtent;
    std::optional<LinearIndex> form = access.getIndex(dim, range.variable);
    if (!form)
      return std::nullopt;
    index[dim] = std::abs(form->getCoefficient(range.variable)) * distance;
    moves |= index[dim] != 0;
    if (index[dim] >= extent)
      return std::nullopt;
  }
  if (!moves)
    return 0;
  if (!layout)
    return std::nullopt;
  return Placement(*layout, extents).getPosition(index);
}

/// Returns the tiled access whose index depends on most dimensions of the band,
/// a store if there is one; null if none is tiled.
static const ArrayAccess *getLeadingAccess(const LoopBand &band,
                                           ArrayRef<ArrayAccess> accesses) {
  const ArrayAccess *leading = nullptr;
  size_t mostDims = 0;
  for (const ArrayAccess &access : accesses) {
    if (!isTiled(access.getType()))
      continue;
    size_t dims = llvm::count_if(band.ranges, [&](const LoopRange &range) {
      return llvm::any_of(
          llvm::seq<int64_t>(0, access.getType().getRank()), [&](int64_t dim) {
            std::optional<LinearIndex> form =
                access.getIndex(dim, range.variable);
            return form && form->getCoefficient(range.variable) != 0;
          });
    });
    if (!leading || dims > mostDims ||
        (dims == mostDims && access.isStore && !leading->isStore)) {
      leading = &access;
      mostDims = dims;
    }
  }
  return leading;
}

SmallVector<BandLoop>
mlir::tiled_layout::getLoopOrder(const LoopBand &band, ArrayRef<LoopCut> cuts,
                                 ArrayRef<const LoopPart *> parts,
                                 ArrayRef<ArrayAccess> accesses) {
  SmallVector<BandLoop> order, inner;
  for (size_t dim = 0; dim < parts.size(); ++dim)
    for (size_t digit = 0; digit < parts[dim]->getNumDigits(); ++digit)
      (isTileLoop(cuts[dim], *parts[dim], digit) ? order : inner)
          .push_back({dim, digit});
  if (const ArrayAccess *leading = getLeadingAccess(band, accesses)) {
    // Equal strides leave the order; what does not move the array goes around
    // what does.
    SmallVector<std::pair<int64_t, size_t>> keys;
    for (auto [position, loop] : llvm::enumerate(inner)) {
      const LoopRange &range = band.ranges[loop.dim];
      std::optional<int64_t> stride = getStride(
          *leading, range, parts[loop.dim]->getWeight(loop.digit) * range.step);
      keys.push_back({stride && *stride != 0
                          ? -*stride
                          : std::numeric_limits<int64_t>::min(),
                      position});
    }
    llvm::sort(keys);
    inner =
        llvm::map_to_vector(keys, [&](auto key) { return inner[key.second]; });
  }
  llvm::append_range(order, inner);

  // The digits of one dimension stay nested, and so do dimensions that must
  // not change places with each other.
  auto restore = [&](function_ref<bool(size_t dim)> isMember) {
    SmallVector<BandLoop> members;
    for (size_t dim = 0; dim < parts.size(); ++dim)
      for (size_t digit = 0; digit < parts[dim]->getNumDigits(); ++digit)
        if (isMember(dim))
          members.push_back({dim, digit});
    auto next = members.begin();
    for (BandLoop &loop : order)
      if (isMember(loop.dim))
        loop = *next++;
  };
  for (size_t member = 0; member < parts.size(); ++member)
    restore([&](size_t dim) { return dim == member; });
  restore([&](size_t dim) { return !band.isFree[dim]; });
  return order;
}

bool mlir::tiled_layout::isContiguousPair(const LoopBand &band,
                                          ArrayRef<const LoopPart *> parts,
                                          ArrayRef<ArrayAccess> accesses,
                                          BandLoop outer, BandLoop inner) {
  if (parts[outer.dim]->isPieces(outer.digit) ||
      parts[inner.dim]->isPieces(inner.digit))
    return false;
  auto getLoop = [&](BandLoop loop) -> const DigitLoop & {
    return parts[loop.dim]->loops[loop.digit];
  };
  auto beginsAtZero = [&](BandLoop loop) {
    return getLoop(loop).getTripCount() &&
           getLoop(loop).lower.front() ==
               getAffineConstantExpr(0, band.root->getContext());
  };
  // Long inner loops are run enough.
  constexpr int64_t maxInner = 8;
  if (outer.dim == inner.dim || !beginsAtZero(outer) || !beginsAtZero(inner) ||
      *getLoop(inner).getTripCount() > maxInner)
    return false;
  bool moves = false;
  for (const ArrayAccess &access : accesses) {
    auto getLoopStride = [&](BandLoop loop) {
      const LoopRange &range = band.ranges[loop.dim];
      return getStride(access, range, getLoop(loop).weight * range.step);
    };
    std::optional<int64_t> outerStride = getLoopStride(outer);
    std::optional<int64_t> innerStride = getLoopStride(inner);
    if (!outerStride || !innerStride ||
        *outerStride != *innerStride * *getLoop(inner).getTripCount())
      return false;
    moves |= *innerStride != 0;
  }
  return moves;
}
