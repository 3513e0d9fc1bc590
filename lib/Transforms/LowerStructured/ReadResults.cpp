//===- ReadResults.cpp - Reductions whose inputs are their results --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers emit sums that read what they have added so far by an input, which
// is the memref of the output. A plan keeps results in registers and would not
// see that.
//
//===----------------------------------------------------------------------===//

#include "StructuredRewrites.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Replaces inputs by the output of the same memref and map. True if there are
/// some.
static bool replaceInputs(linalg::GenericOp op) {
  bool changed = false;
  for (OpOperand *input : op.getDpsInputOperands())
    for (OpOperand &output : op.getDpsInitsMutable()) {
      BlockArgument element = op.getMatchingBlockArgument(input);
      if (input->get() != output.get() || element.use_empty() ||
          !isWrittenInSteps(op, output) ||
          op.getMatchingIndexingMap(input) !=
              op.getMatchingIndexingMap(&output))
        continue;
      element.replaceAllUsesWith(op.getMatchingBlockArgument(&output));
      changed = true;
    }
  return changed;
}

void mlir::tiled_layout::readResultsAsOutputs(Operation *root) {
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : getUnplanned(root)) {
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (!generic || !op.hasPureBufferSemantics() || !replaceInputs(generic))
      continue;
    rewriter.setInsertionPoint(op);
    (void)linalg::deduplicateOperandsAndRemoveDeadResults(
        rewriter, generic, /*removeOutputs=*/false);
  }
}
