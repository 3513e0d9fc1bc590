//===- InvalidIndices.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvalidIndices.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static bool takesInvalidIndex(Operation *op) {
  // These take any index.
  if (isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp,
          affine::AffineLinearizeIndexOp, affine::AffineDelinearizeIndexOp,
          affine::AffineYieldOp>(op))
    return false;
  Region *scope = affine::getAffineScope(op);
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand.getType().isIndex() && !affine::isValidDim(operand, scope) &&
           !affine::isValidSymbol(operand, scope);
  });
}

LogicalResult mlir::tiled_layout::lowerInvalidIndices(Operation *first,
                                                      Operation *end) {
  SmallVector<Operation *> ops;
  bool isInvalid = false;
  for (Operation *root = first; root != end; root = root->getNextNode())
    root->walk([&](Operation *op) {
      if (!isa_and_nonnull<affine::AffineDialect>(op->getDialect()))
        return;
      ops.push_back(op);
      isInvalid |= takesInvalidIndex(op);
    });
  if (!isInvalid)
    return success();
  RewritePatternSet patterns(end->getContext());
  populateAffineToStdConversionPatterns(patterns);
  populateAffineToVectorConversionPatterns(patterns);
  affine::populateAffineExpandIndexOpsPatterns(patterns);
  GreedyRewriteConfig config;
  // Bounds that affine does not know are not folded as if it did.
  config.enableFolding(false);
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  return applyOpPatternsGreedily(ops, std::move(patterns), config);
}
