//===- Destinations.cpp - Computing where the result stays ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTools.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

/// Returns the layout that a tensor or a marked memref is in, or null.
static Attribute getMark(Type type) {
  if (auto memref = dyn_cast<BaseMemRefType>(type))
    return dyn_cast_or_null<LayoutAttrInterface>(memref.getMemorySpace());
  return getLayoutAttr(type);
}

/// Returns the part of a destination that an empty tensor may be, or null if it
/// is in another layout there, or no view.
static Value getDestination(RewriterBase &rewriter,
                            SubsetInsertionOpInterface op,
                            tensor::EmptyOp empty, Operation *user) {
  if (getMark(op.getDestinationOperand().get().getType()) !=
      getMark(empty.getType()))
    return {};
  std::string reason;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op.getOperation()))
    if (isTiled(insert.getDestType()) &&
        !isViewOf(insert.getDestType(), insert, insert.getDroppedDims(),
                  reason))
      return {};
  return buildSubsetExtraction(rewriter, op, empty, user);
}

/// Gives tensors that upstream takes of buffers in the program the layout of
/// the buffer.
static void restoreLayouts(RewriterBase &rewriter, Operation *root) {
  SmallVector<ToTensorOp> ops;
  root->walk([&](ToTensorOp op) { ops.push_back(op); });
  for (ToTensorOp op : ops) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    Attribute layout = getMark(op.getBuffer().getType());
    if (!type || !layout || type.getEncoding() == layout)
      continue;
    rewriter.modifyOpInPlace(op, [&] {
      op.getResult().setType(
          cast<TensorLikeType>(Type(getWithEncoding(type, layout))));
    });
    for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
      auto cast = dyn_cast<tensor::CastOp>(user);
      if (cast && cast.getType() == op.getType())
        rewriter.replaceOp(cast, op.getResult());
    }
  }
}

/// True if an empty tensor and a destination are there at all, without which
/// the analysis, which takes long on long programs, is for nothing.
static bool hasEmptyTensors(Operation *root) {
  bool hasEmpty = false, hasDestination = false;
  root->walk([&](Operation *op) {
    hasEmpty |= isa<tensor::EmptyOp>(op);
    hasDestination |= isa<SubsetInsertionOpInterface>(op);
  });
  return hasEmpty && hasDestination;
}

LogicalResult mlir::tiled_layout::writeToDestinations(Operation *root) {
  if (!hasEmptyTensors(root))
    return success();
  OneShotBufferizationOptions options;
  options.allowReturnAllocsFromLoops = true;
  auto module = dyn_cast<ModuleOp>(root);
  options.bufferizeFunctionBoundaries = static_cast<bool>(module);
  OneShotAnalysisState state(root, options);
  if (failed(module ? analyzeModuleOp(module, state) : analyzeOp(root, state)))
    return failure();
  IRRewriter rewriter(root->getContext());
  if (failed(eliminateEmptyTensors(rewriter, root, state, getDestination)))
    return failure();
  restoreLayouts(rewriter, root);
  return success();
}
