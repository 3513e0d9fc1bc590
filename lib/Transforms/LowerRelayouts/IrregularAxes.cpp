//===- IrregularAxes.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicAxes.h"

#include "tiled_layout/IR/AffineMaps.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns where a side cuts a dimension, or `std::nullopt` if it is combined
/// with others.
std::optional<SmallVector<int64_t>> SymbolicAxes::getCuts(const Side &side,
                                                          int64_t dim) const {
  SmallVector<int64_t> cuts;
  if (!side.position)
    return cuts;
  bool isKnown = true;
  side.position.getResult(0).walk([&](AffineExpr expr) {
    bool isCut = expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::Mod;
    if (isCut && expr.isFunctionOfDim(dim))
      isKnown &= collectCuts(expr, dim, cuts) != 0;
  });
  if (!isKnown)
    return std::nullopt;
  // Beyond a static extent there is nothing to cut.
  if (shape[dim] != kDynamic)
    llvm::erase_if(cuts, [&](int64_t cut) { return cut >= shape[dim]; });
  return cuts;
}

/// Returns how far apart the indices 0 and `divisor` of a dimension lie, which
/// is 1 or a multiple of all cuts.
Stride SymbolicAxes::getStride(const Side &side, int64_t dim,
                               int64_t divisor) const {
  if (side.digits) {
    Stride stride;
    for (const ArrayDigit &digit : getDigitsOf(*side.digits, dim))
      if (digit.weight <= divisor)
        stride = digit.stride * (divisor / digit.weight);
    return stride;
  }
  // Where tiles combine dimensions, all is static.
  return evaluateExpr(side.position.getResult(0), [&](unsigned other) {
    return other == dim ? divisor : 0;
  });
}

/// Puts axes in the place of a dimension whose edges do not chain.
bool SymbolicAxes::addIrregular(int64_t dim) {
  int64_t period = 1, piece = 0;
  for (const Side *side : {&source, &dest}) {
    std::optional<SmallVector<int64_t>> cuts = getCuts(*side, dim);
    if (!cuts)
      return false;
    for (int64_t cut : *cuts) {
      period = std::lcm(period, cut);
      piece = std::gcd(piece, cut);
      if (period > maxPeriod)
        return false;
    }
  }
  if (piece == 0)
    return false;
  std::optional<RuntimeExtent> runtime;
  int64_t extent = shape[dim];
  if (extent == kDynamic) {
    runtime = RuntimeExtent{dim};
    extent = getAssumedExtent(period);
  }
  int64_t periods = llvm::divideCeil(extent, period);
  int64_t pieces = llvm::divideCeil(std::min(extent, period), piece);
  AxisBound bound{{}, extent, /*isFilled=*/false, runtime};
  auto addAxis = [&](int64_t divisor, int64_t count) -> RelayoutAxis * {
    if (count < 2)
      return nullptr;
    bound.terms.push_back({axes.axes.size(), divisor});
    RelayoutAxis &axis = axes.axes.emplace_back();
    axis.digits = {{{dim}, divisor}};
    axis.extent = count;
    axis.sourceStride = getStride(source, dim, divisor);
    axis.destStride = getStride(dest, dim, divisor);
    return &axis;
  };
  if (RelayoutAxis *axis = addAxis(period, periods); axis && runtime)
    axis->runtimeExtent = runtime->divideBy(period);
  if (RelayoutAxis *axis = addAxis(piece, pieces)) {
    axis->isIrregular = true;
    // A number of its own, since loops are ordered by them.
    axis->sourceStride = axis->destStride = -int64_t(axes.axes.size());
  }
  addAxis(1, piece);
  if (runtime || extent % (periods > 1 ? period : piece) != 0)
    axes.bounds.push_back(std::move(bound));
  return true;
}

/// Returns the position of an irregular axis as an expression of its value.
AffineExpr SymbolicAxes::getTable(const Side &side,
                                  const RelayoutAxis &axis) const {
  if (!axis.isIrregular)
    return {};
  SmallVector<AffineExpr> index(shape.size(),
                                getAffineConstantExpr(0, context));
  const IndexDigit &digit = axis.digits.front();
  index[digit.dims.front()] = getAffineDimExpr(0, context) * digit.divisor;
  if (!side.position)
    return getExpr(side, getStride(side, digit.dims.front(), 1)) *
           index[digit.dims.front()];
  return simplifyAffineExpr(side.position.getResult(0).replaceDims(index), 1,
                            numSymbols);
}

int64_t AxisExprs::getDivisor(const RelayoutAxis &axis, size_t number,
                              bool ofSource) const {
  if (!axis.isIrregular)
    return (ofSource ? sourceStrides : destStrides)[number]
        .getLargestKnownDivisor();
  AffineExpr table = (ofSource ? sourceTables : destTables)[number];
  int64_t divisor = 0;
  for (int64_t value = 0; value < axis.extent; ++value) {
    AffineExpr at =
        table.replaceDims(getAffineConstantExpr(value, table.getContext()));
    divisor = std::gcd(divisor, at.getLargestKnownDivisor());
  }
  return divisor;
}
