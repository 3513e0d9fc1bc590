//===- ElementwiseToLinalg.cpp --------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "TensorTools.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_ELEMENTWISETOLINALGPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class ElementwiseToLinalgPass
    : public tiled_layout::impl::ElementwiseToLinalgPassBase<
          ElementwiseToLinalgPass> {
private:
  LogicalResult initialize(MLIRContext *context) final {
    RewritePatternSet set(context);
    populateElementwisePatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() final {
    if (failed(verifyMemRefsBelow(getOperation())))
      return signalPassFailure();
    walkAndApplyPatterns(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
