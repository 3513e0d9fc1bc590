//===- RunLengths.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunLengths.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Placement.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

void mlir::tiled_layout::joinPeriods(const Layout &layout,
                                     ArrayRef<int64_t> shape,
                                     MLIRContext *context,
                                     MutableArrayRef<int64_t> periods) {
  AffineMap map = getPhysicalMap(layout, shape, context);
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || (binary.getKind() != AffineExprKind::FloorDiv &&
                      binary.getKind() != AffineExprKind::Mod))
        return;
      auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      if (!dim || !divisor)
        return;
      int64_t &period = periods[dim.getPosition()];
      int64_t joined = std::lcm(period, divisor.getValue());
      if (joined <= maxPeriod)
        period = joined;
    });
}

int64_t mlir::tiled_layout::getUnitDimension(const Layout &layout,
                                             ArrayRef<int64_t> shape) {
  Placement placement(layout, shape);
  SmallVector<int64_t> index(shape.size(), 0);
  int64_t origin = placement.getPosition(index);
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (extent < 2)
      continue;
    index[dim] = 1;
    if (placement.getPosition(index) == origin + 1)
      return dim;
    index[dim] = 0;
  }
  return -1;
}

/// Calls `visit` with each term of a sum and what it is multiplied by.
static void forEachTerm(AffineExpr sum, int64_t factor,
                        function_ref<void(AffineExpr, int64_t)> visit) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(sum);
  if (binary && sum.getKind() == AffineExprKind::Add) {
    forEachTerm(binary.getLHS(), factor, visit);
    return forEachTerm(binary.getRHS(), factor, visit);
  }
  if (binary && sum.getKind() == AffineExprKind::Mul)
    if (auto by = dyn_cast<AffineConstantExpr>(binary.getRHS()))
      return forEachTerm(binary.getLHS(), factor * by.getValue(), visit);
  visit(sum, factor);
}

int64_t mlir::tiled_layout::getRunLength(const Layout &layout,
                                         ArrayRef<int64_t> shape,
                                         MLIRContext *context, int64_t dim) {
  int64_t length = 0;
  AffineMap map = getPhysicalMap(layout, shape, context);
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      bool isCut = expr.getKind() == AffineExprKind::FloorDiv ||
                   expr.getKind() == AffineExprKind::Mod;
      if (!isCut || !expr.isFunctionOfDim(dim))
        return;
      auto binary = cast<AffineBinaryOpExpr>(expr);
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      length = std::gcd(length, divisor ? divisor.getValue() : 1);
      // A quotient is cut between runs of what is divided.
      if (binary.getLHS().getKind() == AffineExprKind::FloorDiv)
        return;
      // Where `*` joins dimensions, the others begin at multiples.
      bool hasOwn = false;
      forEachTerm(binary.getLHS(), 1, [&](AffineExpr term, int64_t factor) {
        bool isOwn = factor == 1 && term.isFunctionOfDim(dim) &&
                     term.getKind() != AffineExprKind::FloorDiv;
        if (!isOwn || hasOwn)
          length = std::gcd(length, factor);
        hasOwn |= isOwn;
      });
    });
  return length;
}

int64_t mlir::tiled_layout::getDistance(const Layout &layout, MemRefType type,
                                        ArrayRef<int64_t> shape, int64_t dim) {
  if (!isTiled(type))
    return type.getStridesAndOffset().first[dim];
  Placement placement(layout, shape);
  SmallVector<int64_t> index(shape.size(), 0);
  int64_t origin = placement.getPosition(index);
  index[dim] = 1;
  return placement.getPosition(index) - origin;
}
