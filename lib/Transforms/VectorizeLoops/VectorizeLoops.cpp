//===- VectorizeLoops.cpp - The pass --------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeSteps.h"

#include "../../IR/OddOperations.h"
#include "../Steps.h"

#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_VECTORIZELOOPSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class VectorizeLoopsPass
    : public tiled_layout::impl::VectorizeLoopsPassBase<VectorizeLoopsPass> {
public:
  using VectorizeLoopsPassBase::VectorizeLoopsPassBase;

private:
  void runOnOperation() final {
    Operation *root = getOperation();
    FailureOr<Target> target = getTargetOf(root);
    if (failed(target) || failed(replaceOddOperations(root)))
      return signalPassFailure();
    const Step all[] = {
        {"vectorize-runs",
         [&] {
           vectorizeRuns(root, *target);
           IRRewriter rewriter(root->getContext());
           DominanceInfo dominance(root);
           eliminateCommonSubExpressions(rewriter, dominance, root);
         }},
        {"carry-elements", [&] { carryElements(root); }},
    };
    if (failed(runSteps(root, steps, all)))
      signalPassFailure();
  }
};

} // namespace
