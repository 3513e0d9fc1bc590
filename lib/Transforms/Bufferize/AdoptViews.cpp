//===- AdoptViews.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdoptViews.h"

#include "BufferizeSteps.h"

#include "tiled_layout/Analysis/SliceRules.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Views mlir::tiled_layout::findViews(Operation *root) {
  Views views;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto subview = dyn_cast<memref::SubViewOp>(op);
    if (subview && getMark(subview.getType()))
      views.push_back({op, subview.getDroppedDims()});
    else if ((isa<memref::CastOp>(op) && getMark(op->getResult(0).getType())) ||
             isa<scf::ForOp>(op))
      views.push_back({op, {}});
  });
  return views;
}

/// memref.subview of a marked memref -> tiled_layout.subview.
static LogicalResult adoptSubView(RewriterBase &rewriter, memref::SubViewOp op,
                                  const llvm::SmallBitVector &dropped) {
  auto source = cast<MemRefType>(op.getSource().getType());
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                            sizes = op.getMixedSizes(),
                            strides = op.getMixedStrides();
  // What is constant is known to the type, so the operation states it.
  for (SmallVector<OpFoldResult> *values : {&offsets, &sizes, &strides})
    (void)foldDynamicIndexList(*values);
  llvm::Expected<MemRefType> type = inferSliceType(
      source, getSlice(source, offsets, sizes, strides, dropped));
  if (!type)
    return op.emitOpError()
           << "is no view of " << source << ": " << toString(type.takeError());
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<SubViewOp>(op, op.getSource(), offsets, sizes,
                                         strides, *type);
  return success();
}

/// A loop carries what it starts with.
static void adoptLoop(scf::ForOp loop) {
  for (auto [init, argument, result] : llvm::zip_equal(
           loop.getInitArgs(), loop.getRegionIterArgs(), loop.getResults())) {
    if (!getMark(argument.getType()))
      continue;
    argument.setType(init.getType());
    result.setType(init.getType());
  }
}

/// Checks that what a loop carries on is in the same memory as what it starts
/// with, as far as types say.
static LogicalResult verifyLoop(scf::ForOp loop) {
  for (auto [yielded, argument] :
       llvm::zip_equal(loop.getYieldedValues(), loop.getRegionIterArgs()))
    if (yielded.getType() != argument.getType())
      return loop.emitOpError()
             << "carries " << argument.getType() << ", but yields "
             << yielded.getType()
             << ", which lies otherwise in memory; copy one of the slices";
  return success();
}

LogicalResult mlir::tiled_layout::adoptViews(RewriterBase &rewriter,
                                             ArrayRef<ViewOperation> views) {
  SmallVector<scf::ForOp> loops;
  for (const ViewOperation &view : views) {
    if (auto subview = dyn_cast<memref::SubViewOp>(view.op)) {
      if (failed(adoptSubView(rewriter, subview, view.dropped)))
        return failure();
    } else if (auto loop = dyn_cast<scf::ForOp>(view.op)) {
      adoptLoop(loop);
      loops.push_back(loop);
    } else if (getMark(view.op->getResult(0).getType())) {
      // A cast that forgets strides, which do not say where tiles are.
      auto cast = mlir::cast<memref::CastOp>(view.op);
      rewriter.replaceOp(cast, cast.getSource());
    }
  }
  bool ok = true;
  for (scf::ForOp loop : loops)
    ok &= succeeded(verifyLoop(loop));
  return success(ok);
}
