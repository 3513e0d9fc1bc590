//===- LoopParts.cpp - A cut loop as nests of loops -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCut.h"

#include "tiled_layout/Analysis/ValueRanges.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

using Bounds = SmallVector<AffineExpr>;

/// The positions in [lower, upper) that a part goes over, counted from where
/// its tile begins: the largest and the smallest of the bounds.
struct Positions {
  Bounds lower, upper;
  /// If not 0, the length of the tile that the positions are known to lie in.
  int64_t tileLength = 0;
};

/// Collects the parts of one loop.
class PartBuilder {
public:
  PartBuilder(const LoopRange &range, const LoopCut &cut, bool isOnePart)
      : range(range), cut(cut), isOnePart(isOnePart),
        context(range.lower.front().getContext()) {}

  /// Adds the parts of positions below `prefix`, cut at the lengths from
  /// number `level` on.
  void add(size_t level, LoopPart prefix, const Positions &positions);

  std::vector<LoopPart> parts;

private:
  void addPieces(const LoopPart &prefix, const Positions &positions);
  void addTiles(size_t level, LoopPart prefix, Bounds first, Bounds last,
                int64_t outerLength,
                function_ref<Positions(AffineExpr tile)> getInner);

  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, context);
  }
  /// The induction variable of the next loop of a part.
  AffineExpr getNextVariable(const LoopPart &part) {
    return getAffineDimExpr(range.operands.size() + part.loops.size(), context);
  }
  bool isMultiple(AffineExpr expr, int64_t length);
  bool isMultiple(const Bounds &bounds, int64_t length) {
    return llvm::all_of(
        bounds, [&](AffineExpr bound) { return isMultiple(bound, length); });
  }
  AffineExpr simplify(AffineExpr expr) {
    return simplifyAffineExpr(expr, range.operands.size() + cut.lengths.size(),
                              0);
  }

  const LoopRange &range;
  const LoopCut &cut;
  bool isOnePart;
  MLIRContext *context;
};

} // namespace

/// Adds a bound of which the extremum is taken; constants join.
static void addBound(Bounds &bounds, AffineExpr bound, bool isLower) {
  if (llvm::is_contained(bounds, bound))
    return;
  std::optional<int64_t> value = getConstant(bound);
  if (value)
    for (AffineExpr &other : bounds)
      if (std::optional<int64_t> known = getConstant(other)) {
        bool isTighter = isLower ? *value > *known : *value < *known;
        other = isTighter ? bound : other;
        return;
      }
  bounds.push_back(bound);
}

static Bounds mapBounds(const Bounds &bounds, bool isLower,
                        function_ref<AffineExpr(AffineExpr)> map) {
  Bounds result;
  for (AffineExpr bound : bounds)
    addBound(result, map(bound), isLower);
  return result;
}

std::optional<int64_t> DigitLoop::getTripCount() const {
  std::optional<int64_t> first = getConstant(lower), last = getConstant(upper);
  if (!first || !last)
    return std::nullopt;
  return std::max<int64_t>(0, *last - *first);
}

bool PartBuilder::isMultiple(AffineExpr expr, int64_t length) {
  // The variables of the loops around come with the weights of their tiles.
  SmallVector<AffineExpr> atZero;
  for (size_t dim = 0; dim < range.operands.size() + cut.lengths.size(); ++dim)
    atZero.push_back(dim < range.operands.size()
                         ? getAffineDimExpr(dim, context)
                         : constant(0));
  AffineExpr first = simplify(expr.replaceDims(atZero));
  return simplify(expr - first).isMultipleOf(length) &&
         ValueRanges()
             .get(first, range.operands.size(), range.operands)
             .congruence.isMultipleOf(length);
}

/// Adds a loop over tiles [first, last), or none where there is exactly one
/// tile, and what lies in them.
void PartBuilder::addTiles(size_t level, LoopPart prefix, Bounds first,
                           Bounds last, int64_t outerLength,
                           function_ref<Positions(AffineExpr tile)> getInner) {
  int64_t length = cut.lengths[level];
  // What is known tells the divisions within that they are not needed.
  if (outerLength != 0) {
    addBound(first, constant(0), /*isLower=*/true);
    addBound(last, constant(outerLength / length), /*isLower=*/false);
  }
  DigitLoop loop = {length, first, last};
  std::optional<int64_t> count = loop.getTripCount();
  if (count == 0)
    return;
  AffineExpr tile = getNextVariable(prefix);
  if (count == 1) {
    tile = first.front();
    prefix.offset += *getConstant(first) * loop.weight;
  } else {
    prefix.loops.push_back(loop);
  }
  add(level + 1, prefix, getInner(tile));
}

void PartBuilder::add(size_t level, LoopPart prefix,
                      const Positions &positions) {
  const Bounds &lower = positions.lower, &upper = positions.upper;
  int64_t outerLength = positions.tileLength;
  std::optional<int64_t> first = getConstant(lower), last = getConstant(upper);
  if (first && last && *first >= *last)
    return;
  if (level == cut.lengths.size())
    return addPieces(prefix, positions);
  int64_t length = cut.lengths[level];
  auto floorOf = [&](AffineExpr e) { return simplify(e.floorDiv(length)); };
  auto ceilOf = [&](AffineExpr e) { return simplify(e.ceilDiv(length)); };
  // The positions within a tile that the bounds cut off.
  auto getCutOff = [&](AffineExpr tile, bool atBegin, bool atEnd) {
    auto toTile = [&](AffineExpr e) { return simplify(e - tile * length); };
    Positions inner = {{constant(0)}, {constant(length)}, length};
    if (atBegin)
      inner.lower = mapBounds(lower, true, toTile);
    if (atEnd)
      inner.upper = mapBounds(upper, false, toTile);
    return inner;
  };
  // A bound may lie in another tile than the one it does not cut off.
  auto keepWithin = [&](Positions inner) {
    addBound(inner.lower, constant(0), /*isLower=*/true);
    addBound(inner.upper, constant(length), /*isLower=*/false);
    return inner;
  };

  bool cutsBegin = !isMultiple(lower, length);
  bool cutsEnd = !isMultiple(upper, length);
  // Which tile is cut off is the largest lower or the smallest upper bound,
  // which is no affine expression if there are several.
  if ((isOnePart && (cutsBegin || cutsEnd)) ||
      (cutsBegin && lower.size() > 1) || (cutsEnd && upper.size() > 1))
    return addTiles(level, prefix, mapBounds(lower, true, floorOf),
                    mapBounds(upper, false, ceilOf), outerLength,
                    [&](AffineExpr tile) {
                      return keepWithin(getCutOff(tile, cutsBegin, cutsEnd));
                    });

  Bounds whole = mapBounds(lower, true, ceilOf);
  if (cutsBegin)
    addTiles(level, prefix, mapBounds(lower, true, floorOf), whole, outerLength,
             [&](AffineExpr tile) {
               Positions inner = getCutOff(tile, true, true);
               addBound(inner.upper, constant(length), /*isLower=*/false);
               return inner;
             });
  Bounds rest = mapBounds(upper, false, floorOf);
  addTiles(level, prefix, whole, rest, outerLength,
           [&](AffineExpr tile) { return getCutOff(tile, false, false); });
  if (!cutsEnd)
    return;
  // The first part has the last tile if that is also the first.
  for (AffineExpr bound : whole)
    addBound(rest, bound, /*isLower=*/true);
  addTiles(level, prefix, rest, mapBounds(upper, false, ceilOf), outerLength,
           [&](AffineExpr tile) { return getCutOff(tile, false, true); });
}

void PartBuilder::addPieces(const LoopPart &prefix,
                            const Positions &positions) {
  Bounds lower = positions.lower, upper = positions.upper;
  if (positions.tileLength != 0) {
    addBound(lower, constant(0), /*isLower=*/true);
    addBound(upper, constant(positions.tileLength), /*isLower=*/false);
  }
  SmallVector<DigitLoop, 2> pieces;
  for (size_t piece = 0; piece < cut.pieces.size(); ++piece) {
    DigitLoop loop = {1, lower, upper};
    if (piece > 0)
      addBound(loop.lower, constant(cut.pieces[piece]), /*isLower=*/true);
    if (piece + 1 < cut.pieces.size())
      addBound(loop.upper, constant(cut.pieces[piece + 1]), /*isLower=*/false);
    if (loop.getTripCount() != 0)
      pieces.push_back(loop);
  }
  if (pieces.empty())
    return;
  parts.push_back(prefix);
  if (pieces.size() > 1)
    parts.back().pieces = pieces;
  else if (pieces.front().getTripCount() == 1)
    parts.back().offset += *getConstant(pieces.front().lower);
  else
    parts.back().loops.push_back(pieces.front());
}

std::vector<LoopPart> mlir::tiled_layout::getParts(const LoopRange &range,
                                                   const LoopCut &cut,
                                                   bool isOnePart) {
  PartBuilder builder(range, cut, isOnePart);
  auto shift = [&](AffineExpr bound) { return bound - cut.phase; };
  LoopPart all;
  all.offset = cut.phase;
  builder.add(
      0, all,
      {mapBounds(cut.lower, true, shift), mapBounds(cut.upper, false, shift)});
  return std::move(builder.parts);
}

std::vector<std::vector<LoopPart>>
mlir::tiled_layout::getAllParts(ArrayRef<LoopRange> ranges,
                                ArrayRef<LoopCut> cuts, int64_t maxCopies) {
  std::vector<std::vector<LoopPart>> parts;
  for (auto [range, cut] : llvm::zip_equal(ranges, cuts))
    parts.push_back(getParts(range, cut, /*isOnePart=*/false));
  for (size_t dim = 0; dim < parts.size(); ++dim) {
    int64_t copies = 1;
    for (const auto &dimParts : parts) {
      int64_t dimCopies = 0;
      for (const LoopPart &part : dimParts)
        dimCopies += std::max<int64_t>(1, part.pieces.size());
      copies *= std::max<int64_t>(1, dimCopies);
    }
    if (copies == 1 || copies <= maxCopies)
      break;
    parts[dim] = getParts(ranges[dim], cuts[dim], /*isOnePart=*/true);
  }
  return parts;
}
