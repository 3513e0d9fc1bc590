//===- OddOperations.cpp - What upstream's utilities trip over ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OddOperations.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True for an index that may be any one.
static bool isAnyIndex(Operation *op) {
  if (isa<ub::PoisonOp>(op))
    return op->getResult(0).getType().isIndex();
  auto isOutside = [](Value array, std::optional<int64_t> dim) {
    auto type = cast<ShapedType>(array.getType());
    return dim && type.hasRank() && (*dim < 0 || *dim >= type.getRank());
  };
  auto dim = dyn_cast<tensor::DimOp>(op);
  return dim && isOutside(dim.getSource(), dim.getConstantIndex());
}

static LogicalResult checkLoop(Operation *op) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op);
      loop && loop.getStepAsInt() == 0)
    return op->emitOpError("steps by 0, and never ends");
  auto loop = dyn_cast<affine::AffineParallelOp>(op);
  if (!loop)
    return success();
  if (llvm::is_contained(loop.getSteps(), 0))
    return op->emitOpError("steps by 0, and never ends");
  for (Attribute kind : loop.getReductions())
    if (cast<arith::AtomicRMWKindAttr>(kind).getValue() ==
        arith::AtomicRMWKind::assign)
      return op->emitOpError("has no lowering: 'assign' does not reduce");
  return success();
}

/// True for an operation on memrefs that returns its destinations.
static bool returnsDestinations(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && op->getNumResults() != 0 &&
         structured.hasPureBufferSemantics() &&
         llvm::equal(op->getResultTypes(), structured.getDpsInits().getTypes());
}

LogicalResult mlir::tiled_layout::replaceOddOperations(Operation *root) {
  IRRewriter rewriter(root->getContext());
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    rewriter.setInsertionPoint(op);
    if (isAnyIndex(op)) {
      rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, 0);
    } else if (returnsDestinations(op)) {
      SmallVector<Value> inits(cast<linalg::LinalgOp>(op).getDpsInits());
      clone(rewriter, op, TypeRange(), op->getOperands());
      rewriter.replaceOp(op, inits);
    } else {
      return checkLoop(op);
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
