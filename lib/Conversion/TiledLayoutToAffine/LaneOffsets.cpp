//===- LaneOffsets.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneOffsets.h"

#include "../../IR/AnyWithin.h"

#include "tiled_layout/IR/AffineMaps.h"

#include "mlir/IR/AffineExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// No table of offsets is longer: what is tiled by more is gathered.
static constexpr int64_t maxPeriod = 1 << 16;

int64_t DimensionOffsets::evaluate(int64_t x) const {
  int64_t period = getPeriod();
  return offsets[x % period] + x / period * *periodStride;
}

bool DimensionOffsets::isSegment(int64_t size) const {
  for (int64_t x = 0; x < getPeriod(); ++x) {
    int64_t begin = x / size * size;
    if (offsets[x] - offsets[begin] != offsets[x - begin] ||
        epochs[x] != epochs[begin])
      return false;
  }
  return true;
}

bool DimensionOffsets::isLinear(int64_t size) const {
  for (int64_t x = 0; x < size; ++x)
    if (offsets[x] != x * offsets[size > 1 ? 1 : 0])
      return false;
  return true;
}

namespace {

/// e(x + period) = e(x) + increment for all x.
struct Progression {
  int64_t period, increment;
};

} // namespace

/// Returns after how many indices of its only dimension an expression repeats
/// itself but for a constant.
static Progression getProgression(AffineExpr expr) {
  if (isa<AffineDimExpr>(expr))
    return {1, 1};
  if (isa<AffineConstantExpr>(expr))
    return {1, 0};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Progression left = getProgression(binary.getLHS());
  if (expr.getKind() == AffineExprKind::Add) {
    Progression right = getProgression(binary.getRHS());
    int64_t period = std::lcm(left.period, right.period);
    return {period, period / left.period * left.increment +
                        period / right.period * right.increment};
  }
  int64_t by = cast<AffineConstantExpr>(binary.getRHS()).getValue();
  if (expr.getKind() == AffineExprKind::Mul)
    return {left.period, left.increment * by};
  // Quotients and remainders repeat once the operand has grown by a multiple.
  int64_t times = by / std::gcd(left.increment, by);
  int64_t growth = left.increment * times;
  return {left.period * times,
          expr.getKind() == AffineExprKind::Mod ? 0 : growth / by};
}

/// Returns the value of an expression whose only variable is `x`.
static int64_t evaluateAt(AffineExpr expr, int64_t x) {
  return evaluateExpr(expr, [&](unsigned) { return x; });
}

/// True if a dimension is the only variable of an expression, which has no
/// operation but those of a physical map without `*`.
static bool dependsOnlyOn(AffineExpr expr, unsigned dim) {
  return !anyWithin(expr, [&](AffineExpr inner) {
    auto other = dyn_cast<AffineDimExpr>(inner);
    bool isOther = other && other.getPosition() != dim;
    return isOther || isa<AffineSymbolExpr>(inner) ||
           inner.getKind() == AffineExprKind::CeilDiv;
  });
}

/// Returns the summands of an expression that depend on a dimension: the others
/// are the same for all its indices.
static AffineExpr getSummandsOf(AffineExpr expr, unsigned dim) {
  if (!expr.isFunctionOfDim(dim))
    return getAffineConstantExpr(0, expr.getContext());
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return getSummandsOf(binary.getLHS(), dim) +
           getSummandsOf(binary.getRHS(), dim);
  if (expr.getKind() == AffineExprKind::Mul &&
      isa<AffineConstantExpr>(binary.getRHS()))
    return getSummandsOf(binary.getLHS(), dim) * binary.getRHS();
  return expr;
}

std::optional<DimensionOffsets> mlir::tiled_layout::getDimensionOffsets(
    AffineMap map, ArrayRef<int64_t> strides, unsigned dim) {
  struct Part {
    AffineExpr expr;
    int64_t stride; // kDynamic if not known.
    Progression progression;
  };
  SmallVector<Part> parts;
  int64_t period = 1;
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
    if (!expr.isFunctionOfDim(dim))
      continue;
    AffineExpr own = getSummandsOf(expr, dim);
    if (!dependsOnlyOn(own, dim))
      return std::nullopt;
    parts.push_back({own, stride, getProgression(own)});
    period = std::lcm(period, parts.back().progression.period);
    if (period > maxPeriod)
      return std::nullopt;
  }

  DimensionOffsets result;
  result.offsets.assign(period, 0);
  result.epochs.assign(period, 0);
  result.periodStride = 0;
  for (const Part &part : parts) {
    int64_t growth =
        period / part.progression.period * part.progression.increment;
    if (part.stride != kDynamic) {
      for (int64_t x = 0; x < period; ++x)
        result.offsets[x] += evaluateAt(part.expr, x) * part.stride;
      if (result.periodStride)
        *result.periodStride += growth * part.stride;
      continue;
    }
    if (growth != 0)
      result.periodStride = std::nullopt;
    for (int64_t x = 1, changes = 0; x < period; ++x) {
      if (evaluateAt(part.expr, x) != evaluateAt(part.expr, x - 1))
        ++changes;
      result.epochs[x] += changes;
    }
  }
  // An epoch that ends within the period is one whose stride is not known.
  if (result.epochs.back() != 0)
    result.periodStride = std::nullopt;
  return result;
}

std::optional<JoinedIndex> mlir::tiled_layout::getJoinedIndex(AffineMap map,
                                                              unsigned dim) {
  JoinedIndex joined;
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || (expr.getKind() != AffineExprKind::FloorDiv &&
                      expr.getKind() != AffineExprKind::Mod))
        return;
      SmallVector<int64_t> factors(map.getNumDims(), 0);
      if (addFactors(binary.getLHS(), 1, factors) && factors[dim] != 0) {
        joined.sum = binary.getLHS();
        joined.factors = std::move(factors);
      }
    });
  if (!joined.sum)
    return std::nullopt;
  unsigned index = map.getNumDims();
  joined.map =
      map.replace(joined.sum, getAffineDimExpr(index, map.getContext()),
                  index + 1, map.getNumSymbols());
  if (joined.map.isFunctionOfDim(dim))
    return std::nullopt;
  return joined;
}

/// Returns the largest divisor of `bound` that the period is a multiple of and
/// that satisfies `isRight`. 1 always does.
static int64_t findSegment(const DimensionOffsets &offsets, int64_t bound,
                           function_ref<bool(int64_t)> isRight) {
  int64_t common = std::gcd(offsets.getPeriod(), bound);
  for (int64_t size = common; size > 1; --size)
    if (common % size == 0 && isRight(size))
      return size;
  return 1;
}

/// The pieces whose edges are known: multiples of `segment`, which the
/// congruence determines.
static DimensionPieces cutAtKnownEdges(const DimensionOffsets &offsets,
                                       int64_t lanes, Congruence first,
                                       int64_t segment) {
  DimensionPieces result;
  int64_t begin = llvm::mod(first.getRemainder(), segment);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t x = (begin + lane) % segment;
    if (lane == 0 || x == 0)
      result.pieces.push_back({lane, 0});
    ++result.pieces.back().count;
    int64_t from = (begin + result.pieces.back().first) % segment;
    result.offsets.push_back(offsets.offsets[x] - offsets.offsets[from]);
  }
  return result;
}

/// A single piece: `getOffset` knows the distance of every lane.
static DimensionPieces getOnePiece(int64_t lanes,
                                   function_ref<int64_t(int64_t)> getOffset) {
  DimensionPieces result;
  result.pieces.push_back({0, lanes});
  for (int64_t lane = 0; lane < lanes; ++lane)
    result.offsets.push_back(getOffset(lane));
  return result;
}

DimensionPieces
mlir::tiled_layout::cutDimension(const DimensionOffsets &offsets, int64_t lanes,
                                 Congruence first) {
  int64_t period = offsets.getPeriod();
  if (lanes == 1)
    return getOnePiece(1, [](int64_t) { return 0; });
  if (offsets.periodStride) {
    int64_t stride = *offsets.periodStride / period;
    bool isLinear = offsets.isLinear(period) &&
                    offsets.evaluate(1) * period == *offsets.periodStride;
    if (isLinear)
      return getOnePiece(lanes, [&](int64_t lane) { return lane * stride; });
    if (first.getModulus() % period == 0) {
      int64_t begin = llvm::mod(first.getRemainder(), period);
      return getOnePiece(lanes, [&](int64_t lane) {
        return offsets.evaluate(begin + lane) - offsets.evaluate(begin);
      });
    }
  }

  int64_t known = findSegment(offsets, first.getModulus(), [&](int64_t size) {
    return offsets.isSegment(size);
  });
  DimensionPieces result = cutAtKnownEdges(offsets, lanes, first, known);
  int64_t linear = findSegment(offsets, period, [&](int64_t size) {
    return offsets.isSegment(size) && offsets.isLinear(size);
  });
  int64_t pieces = llvm::divideCeil(lanes - 1, linear) + 1;
  if (linear == 1 || pieces >= int64_t(result.pieces.size()))
    return result;

  int64_t stride = offsets.offsets[1];
  result = getOnePiece(lanes, [&](int64_t lane) { return lane * stride; });
  result.edgeDistance = linear;
  result.stride = stride;
  result.pieces.clear();
  for (int64_t edges = 0; edges < pieces; ++edges) {
    // The edge in front of a piece is at most `linear` lanes before where it
    // would be if the first lane were after an edge.
    int64_t begin = std::max<int64_t>(edges - 1, 0) * linear;
    int64_t end = std::min(lanes, (edges + 1) * linear);
    result.pieces.push_back({begin, end - begin, edges});
  }
  return result;
}
