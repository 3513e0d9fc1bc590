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
  llvm::erase_if(cuts, [&](int64_t cut) { return cut >= standIns[dim]; });
  return cuts;
}

/// True if wherever a side cuts a dimension there is an axis, or the stand-ins
/// did not make it appear superfluous.
bool SymbolicAxes::hasAllCuts(const Side &side) const {
  for (int64_t dim = 0; dim < int64_t(shape.size()); ++dim) {
    std::optional<SmallVector<int64_t>> cuts = getCuts(side, dim);
    if (!cuts)
      return false;
    SmallVector<const RelayoutAxis *> axesOfDim;
    for (const RelayoutAxis &axis : axes.axes)
      if (axis.digits.front().dims.front() == dim)
        axesOfDim.push_back(&axis);
    if (llvm::any_of(axesOfDim, [](auto *axis) { return axis->isIrregular; }))
      continue;
    for (int64_t cut : *cuts) {
      RelayoutAxis at, under;
      at.digits = {{{dim}, cut}};
      under.digits = {{{dim}, 1}};
      for (const RelayoutAxis *axis : axesOfDim)
        if (axis->digits.front().divisor <= cut)
          under.digits.front().divisor = std::max(under.digits.front().divisor,
                                                  axis->digits.front().divisor);
      int64_t below = under.digits.front().divisor;
      AffineExpr difference =
          getStride(side, at) - getStride(side, under) * (cut / below);
      if (cut % below != 0 ||
          simplifyAffineExpr(difference, 0, numSymbols) != 0)
        return false;
    }
  }
  return true;
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
  int64_t extent = standIns[dim];
  // Any number of periods must look alike.
  if (shape[dim] == kDynamic && extent <= 2 * period)
    return false;
  int64_t periods = llvm::divideCeil(extent, period);
  int64_t pieces = llvm::divideCeil(std::min(extent, period), piece);
  AxisBound bound{{}, extent};
  auto addAxis = [&](int64_t divisor, int64_t count, bool isIrregular) {
    if (count < 2)
      return;
    RelayoutAxis axis{{{{dim}, divisor}}, count, 0, 0};
    axis.isIrregular = isIrregular;
    // Numbers of their own, since loops are ordered by them; those of other
    // axes follow.
    axis.sourceStride = isIrregular ? -1 - int64_t(axes.axes.size()) : divisor;
    axis.destStride = axis.sourceStride;
    bound.terms.push_back({axes.axes.size(), divisor});
    axes.axes.push_back(std::move(axis));
  };
  addAxis(period, periods, /*isIrregular=*/false);
  addAxis(piece, pieces, /*isIrregular=*/true);
  addAxis(1, piece, /*isIrregular=*/false);
  if (extent % (periods > 1 ? period : piece) != 0)
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
    return side.strides[digit.dims.front()] * index[digit.dims.front()];
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
