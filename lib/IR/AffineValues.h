//===- AffineValues.h - Values of affine expressions ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_IR_AFFINEVALUES_H
#define TILED_LAYOUT_LIB_IR_AFFINEVALUES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

namespace mlir::tiled_layout {

/// Returns the only result of a map as a value: folded, and composed with the
/// maps that produced the operands.
inline Value applyAffine(OpBuilder &builder, Location loc, AffineMap map,
                         ArrayRef<OpFoldResult> operands) {
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(builder, loc, map, operands));
}

/// The same of an expression of one dimension for each operand.
inline Value applyAffine(OpBuilder &builder, Location loc, AffineExpr expr,
                         ArrayRef<OpFoldResult> operands) {
  return applyAffine(builder, loc, AffineMap::get(operands.size(), 0, expr),
                     operands);
}

/// Returns the extent of what has dimensions of these extents as one.
inline OpFoldResult multiplyExtents(OpBuilder &builder, Location loc,
                                    ArrayRef<OpFoldResult> extents) {
  AffineExpr product = builder.getAffineConstantExpr(1);
  for (unsigned symbol = 0; symbol < extents.size(); ++symbol)
    product = product * builder.getAffineSymbolExpr(symbol);
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(0, extents.size(), product), extents);
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_IR_AFFINEVALUES_H
