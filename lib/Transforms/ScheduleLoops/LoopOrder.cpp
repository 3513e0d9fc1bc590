//===- LoopOrder.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include "../../IR/TypeDigits.h"

#include "tiled_layout/IR/LayoutTypes.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::isTileLoop(const LoopCut &cut, const LoopPart &part,
                                    size_t digit) {
  return digit == 0 && !part.isPieces(digit) &&
         (cut.lengths.empty() || part.loops[0].weight == cut.lengths.front());
}

/// Returns how far apart in memory the elements are that an access takes at two
/// values of an induction variable, or `std::nullopt` if that is not known.
static std::optional<Stride> getAccessStride(const ArrayAccess &access,
                                             const LoopRange &range,
                                             int64_t distance) {
  MemRefType type = access.getType();
  SmallVector<int64_t> index(type.getRank(), 0);
  bool moves = false;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    std::optional<LinearIndex> form = access.getIndex(dim, range.variable);
    if (!form)
      return std::nullopt;
    index[dim] = std::abs(form->getCoefficient(range.variable)) * distance;
    moves |= index[dim] != 0;
    if (ShapedType::isStatic(extent) && index[dim] >= extent)
      return std::nullopt;
  }
  if (!moves)
    return Stride();
  auto digits = expectedToOptional(getArrayDigits(ShapedType(type)));
  return digits ? getDistance(*digits, index) : std::nullopt;
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
    SmallVector<std::pair<Stride, BandLoop>> strides;
    for (BandLoop loop : inner) {
      const LoopRange &range = band.ranges[loop.dim];
      int64_t weight = parts[loop.dim]->getWeight(loop.digit);
      strides.push_back({getAccessStride(*leading, range, weight * range.step)
                             .value_or(Stride()),
                         loop});
    }
    llvm::stable_sort(strides, [](const auto &a, const auto &b) {
      bool moves = b.first.factor != 0;
      return a.first.factor == 0 ? moves : moves && b.first < a.first;
    });
    inner =
        llvm::map_to_vector(strides, [](auto &entry) { return entry.second; });
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
      return getAccessStride(access, range, getLoop(loop).weight * range.step);
    };
    std::optional<Stride> outerStride = getLoopStride(outer);
    std::optional<Stride> innerStride = getLoopStride(inner);
    if (!outerStride || !innerStride ||
        *outerStride != *innerStride * *getLoop(inner).getTripCount())
      return false;
    moves |= innerStride->factor != 0;
  }
  return moves;
}
