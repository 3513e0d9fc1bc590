//===- MorelloMap.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MorelloMap.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the coordinate in one piece of `size` values. `quotient` counts what
/// the pieces further inside leave; `isOutermost` says that it stays below
/// `size`.
static AffineExpr getCoordinate(const MorelloDim &piece, AffineExpr quotient,
                                int64_t size, bool isOutermost) {
  AffineExpr digit = isOutermost ? quotient : quotient % size;
  if (piece.kind != MorelloDim::Kind::OddEven)
    return digit;
  // Even values fill the first half of the strip, odd ones the second.
  return digit.floorDiv(2) + (digit % 2) * (size / 2);
}

AffineMap mlir::tiled_layout::getMorelloPhysicalMap(
    const MorelloLayout &layout, llvm::ArrayRef<int64_t> extents,
    llvm::ArrayRef<int64_t> physicalShape, MLIRContext *context) {
  SmallVector<AffineExpr> results(layout.dims.size());
  // The values of each logical dimension that the pieces seen so far cover.
  SmallVector<int64_t> covered(extents.size(), 1);
  for (size_t i = layout.dims.size(); i > 0; --i) {
    const MorelloDim &piece = layout.dims[i - 1];
    int64_t size = physicalShape[i - 1];
    int64_t weight = covered[piece.dim];
    bool isOutermost = llvm::none_of(
        llvm::ArrayRef(layout.dims).take_front(i - 1),
        [&](const MorelloDim &other) { return other.dim == piece.dim; });
    if (weight == kDynamic || (size == kDynamic && !isOutermost))
      return AffineMap();
    if (size == 1) {
      results[i - 1] = getAffineConstantExpr(0, context);
      continue;
    }
    AffineExpr quotient = getAffineDimExpr(piece.dim, context).floorDiv(weight);
    results[i - 1] = getCoordinate(piece, quotient, size, isOutermost);
    covered[piece.dim] = size == kDynamic ? kDynamic : weight * size;
  }
  // Not simplified further: that turns `mod` into differences of `floordiv`.
  return AffineMap::get(extents.size(), /*symbolCount=*/0, results, context);
}
