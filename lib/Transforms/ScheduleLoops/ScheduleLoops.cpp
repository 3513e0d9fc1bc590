//===- ScheduleLoops.cpp - The pass ---------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleSteps.h"

#include "../../IR/OddOperations.h"
#include "../Steps.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_SCHEDULELOOPSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class ScheduleLoopsPass
    : public tiled_layout::impl::ScheduleLoopsPassBase<ScheduleLoopsPass> {
public:
  using ScheduleLoopsPassBase::ScheduleLoopsPassBase;

private:
  void runOnOperation() final {
    Operation *root = getOperation();
    if (maxOperations < 0) {
      emitError(root->getLoc())
          << "max-operations is " << maxOperations.getValue()
          << ", but must be at least 0";
      return signalPassFailure();
    }
    FailureOr<Target> target = getTargetOf(root);
    if (failed(target) || failed(verifyMemRefsBelow(root)) ||
        failed(replaceOddOperations(root)))
      return signalPassFailure();
    const Step all[] = {
        {"separate-arrays", [&] { separateArrays(root, maxOperations); }},
        {"jam-rows", [&] { jamRows(root, maxOperations); }},
        {"tile-loops", [&] { tileLoops(root, maxOperations); }},
        {"split-gathers",
         [&] {
           if (target->batchGathers)
             splitGathers(root);
         }},
        {"prefetch-tiles",
         [&] {
           if (target->prefetchTiles)
             prefetchTiles(root, *target);
         }},
    };
    if (failed(runSteps(root, steps, all)))
      signalPassFailure();
  }
};

} // namespace
