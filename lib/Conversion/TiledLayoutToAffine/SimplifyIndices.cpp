//===- SimplifyIndices.cpp - Index maps within what loops say -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static bool divides(AffineMap map) {
  return llvm::any_of(map.getResults(), [](AffineExpr result) {
    bool found = false;
    result.walk([&](AffineExpr expr) {
      found |= expr.getKind() == AffineExprKind::FloorDiv ||
               expr.getKind() == AffineExprKind::CeilDiv ||
               expr.getKind() == AffineExprKind::Mod;
    });
    return found;
  });
}

/// Composes a map with those that produced its operands and simplifies it with
/// the operands' ranges.
static void simplify(AffineMap &map, SmallVectorImpl<Value> &operands,
                     ValueRanges &ranges) {
  if (llvm::any_of(operands, [](Value operand) {
        return operand.getDefiningOp<affine::AffineApplyOp>();
      }))
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
  map = simplifyInRanges(map, ranges.get(operands));
  affine::canonicalizeMapAndOperands(&map, &operands);
}

template <typename OpTy>
static void simplifyAccess(OpTy op, unsigned firstOperand,
                           ValueRanges &ranges) {
  AffineMap map = op.getAffineMap();
  if (!divides(map))
    return;
  SmallVector<Value> operands(op.getMapOperands());
  simplify(map, operands, ranges);
  op->setOperands(firstOperand, op->getNumOperands() - firstOperand, operands);
  op->setAttr(OpTy::getMapAttrStrName(), AffineMapAttr::get(map));
}

void mlir::tiled_layout::simplifyIndexMaps(Operation *root) {
  ValueRanges ranges;
  root->walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      return simplifyAccess(load, /*firstOperand=*/1, ranges);
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      return simplifyAccess(store, /*firstOperand=*/2, ranges);
    auto apply = dyn_cast<affine::AffineApplyOp>(op);
    if (!apply || !divides(apply.getAffineMap()))
      return;
    AffineMap map = apply.getAffineMap();
    SmallVector<Value> operands(apply.getMapOperands());
    simplify(map, operands, ranges);
    apply.setMap(map);
    apply->setOperands(operands);
  });
}
