//===- KnownExtents.cpp - Extents that all branches know ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the type from which all branches cast what they yield as a result,
/// or null. The casts forget extents and nothing else.
static RankedTensorType getYieldedType(Operation *branches, unsigned number) {
  auto type = dyn_cast<RankedTensorType>(branches->getResult(number).getType());
  RankedTensorType yielded;
  for (Region &region : branches->getRegions()) {
    auto yield = region.hasOneBlock()
                     ? dyn_cast<scf::YieldOp>(region.front().getTerminator())
                     : scf::YieldOp();
    auto cast = yield ? yield.getOperand(number).getDefiningOp<tensor::CastOp>()
                      : tensor::CastOp();
    auto source = cast ? dyn_cast<RankedTensorType>(cast.getSource().getType())
                       : RankedTensorType();
    if (!type || !source || source.getEncoding() != type.getEncoding() ||
        !tensor::preservesStaticInformation(type, source) ||
        (yielded && yielded != source))
      return {};
    yielded = source;
  }
  return yielded;
}

void mlir::tiled_layout::keepKnownExtents(Operation *root) {
  // Inner branches first, whose results are then casts.
  root->walk([](Operation *op) {
    if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
      return;
    for (OpResult result : op->getResults()) {
      RankedTensorType known = getYieldedType(op, result.getResultNumber());
      if (!known)
        continue;
      for (Region &region : op->getRegions()) {
        OpOperand &yielded = region.front().getTerminator()->getOpOperand(
            result.getResultNumber());
        yielded.set(yielded.get().getDefiningOp<tensor::CastOp>().getSource());
      }
      Type type = result.getType();
      result.setType(known);
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      auto cast = tensor::CastOp::create(builder, op->getLoc(), type, result);
      result.replaceAllUsesExcept(cast, cast);
    }
  });
}
