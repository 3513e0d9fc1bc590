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
#include "mlir/Dialect/Func/IR/FuncOps.h"

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
/// is in another layout there, no view, or memory that others access.
static Value getDestination(RewriterBase &rewriter,
                            SubsetInsertionOpInterface op,
                            tensor::EmptyOp empty, Operation *user,
                            const OneShotAnalysisState &state) {
  if (getMark(op.getDestinationOperand().get().getType()) !=
      getMark(empty.getType()))
    return {};
  std::string reason;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op.getOperation()))
    if (isTiled(insert.getDestType()) &&
        !isViewOf(insert.getDestType(), insert, insert.getDroppedDims(),
                  reason))
      return {};
  auto end = dyn_cast<MaterializeInDestinationOp>(op.getOperation());
  if (end && isa<BaseMemRefType>(end.getDest().getType()) &&
      !canComputeInMemory(end, empty, state))
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

/// Returns the operands of `func.return` whose buffer another operand of the
/// same operation may share. To a caller, upstream's analysis takes all results
/// for different buffers.
static SmallVector<OpOperand *>
findSharedResults(Operation *table, const OneShotAnalysisState &state) {
  SmallVector<OpOperand *> shared;
  table->walk([&](func::ReturnOp op) {
    SmallVector<Value> own;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      if (llvm::any_of(own, [&](Value other) {
            return state.areAliasingBufferizedValues(other, operand.get());
          }))
        shared.push_back(&operand);
      else
        own.push_back(operand.get());
    }
  });
  return shared;
}

/// True if there is something to find: an empty tensor and a destination, or a
/// called function with several tensors as results.
static bool isWorthAnalysis(Operation *table) {
  bool hasEmpty = false, hasDestination = false, hasResults = false;
  table->walk([&](Operation *op) {
    hasEmpty |= isa<tensor::EmptyOp>(op);
    hasDestination |= isa<SubsetInsertionOpInterface>(op);
    hasResults |=
        isa<func::CallOp>(op) &&
        llvm::count_if(op->getResultTypes(), llvm::IsaPred<TensorType>) > 1;
  });
  return (hasEmpty && hasDestination) || hasResults;
}

static LogicalResult writeToDestinationsOf(Operation *table) {
  if (!isWorthAnalysis(table))
    return success();
  OneShotBufferizationOptions options;
  options.allowReturnAllocsFromLoops = true;
  bool isTable = table->hasTrait<OpTrait::SymbolTable>();
  options.bufferizeFunctionBoundaries = isTable;
  OneShotAnalysisState state(table, options);
  if (failed(isTable ? analyzeModuleOp(table, state) : analyzeOp(table, state)))
    return failure();
  SmallVector<OpOperand *> shared = findSharedResults(table, state);
  IRRewriter rewriter(table->getContext());
  auto choose = [&](RewriterBase &rewriter, SubsetInsertionOpInterface op,
                    tensor::EmptyOp empty, Operation *user) {
    return getDestination(rewriter, op, empty, user, state);
  };
  if (failed(eliminateEmptyTensors(rewriter, table, state, choose)))
    return failure();
  for (OpOperand *operand : shared)
    copyOperand(*operand);
  restoreLayouts(rewriter, table);
  return success();
}

LogicalResult mlir::tiled_layout::writeToDestinations(Operation *root) {
  return forEachSymbolTable(root, writeToDestinationsOf);
}
