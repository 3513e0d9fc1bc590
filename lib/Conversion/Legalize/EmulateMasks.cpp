//===- EmulateMasks.cpp - Masks that the target lacks ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Scatters one lane after the other, as upstream gathers.
static LogicalResult scatterLanes(vector::ScatterOp op,
                                  PatternRewriter &rewriter) {
  VectorType type = op.getVectorType();
  auto memref = dyn_cast<MemRefType>(op.getBase().getType());
  if (type.getRank() != 1 || type.isScalable() || !memref)
    return rewriter.notifyMatchFailure(op, "scatters no lanes to memory");
  Location loc = op.getLoc();
  SmallVector<Value> indices(op.getOffsets());
  Value last = indices.back();
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane) {
    Value isActive = vector::ExtractOp::create(rewriter, loc, op.getMask(),
                                               ArrayRef<int64_t>(lane));
    scf::IfOp::create(rewriter, loc, isActive, [&](OpBuilder &inner, Location) {
      Value index = vector::ExtractOp::create(inner, loc, op.getIndices(),
                                              ArrayRef<int64_t>(lane));
      if (!index.getType().isIndex())
        index =
            arith::IndexCastOp::create(inner, loc, inner.getIndexType(), index);
      indices.back() = arith::AddIOp::create(inner, loc, last, index);
      Value value = vector::ExtractOp::create(inner, loc, op.getValueToStore(),
                                              ArrayRef<int64_t>(lane));
      memref::StoreOp::create(inner, loc, value, op.getBase(), indices);
      scf::YieldOp::create(inner, loc);
    });
  }
  rewriter.eraseOp(op);
  return success();
}

namespace {

/// Collects the branches that patterns make.
struct BranchListener : RewriterBase::Listener {
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) final {
    if (isa<scf::IfOp>(op))
      branches.insert(op);
  }
  void notifyOperationErased(Operation *op) final { branches.erase(op); }

  DenseSet<Operation *> branches;
};

} // namespace

void mlir::tiled_layout::emulateMasks(Operation *root, const Target &target) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    VectorType type =
        llvm::TypeSwitch<Operation *, VectorType>(op)
            .Case<vector::MaskedLoadOp, vector::MaskedStoreOp, vector::GatherOp,
                  vector::ScatterOp>([](auto access) {
              return cast<VectorType>(access.getVectorType());
            })
            .Default(VectorType());
    if (!type)
      return;
    std::optional<int64_t> bits = getStorageBits(type.getElementType());
    if (!bits || !target.hasMasks(*bits))
      ops.push_back(op);
  });
  if (ops.empty())
    return;
  MLIRContext *context = root->getContext();
  BranchListener listener;
  RewritePatternSet patterns(context);
  vector::populateVectorMaskedLoadStoreEmulationPatterns(patterns);
  vector::populateVectorGatherToConditionalLoadPatterns(patterns);
  patterns.add(scatterLanes);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  config.enableFolding(false);
  config.setListener(&listener);
  (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
  // The program's own control flow is branches by now, or another's to lower.
  // From the last on, as the driver takes them: each splits a block, and moves
  // what follows it.
  SmallVector<Operation *> branches;
  root->walk([&](scf::IfOp branch) {
    if (listener.branches.contains(branch))
      branches.push_back(branch);
  });
  RewritePatternSet lowering(context);
  populateSCFToControlFlowConversionPatterns(lowering);
  config.setListener(nullptr);
  (void)applyOpPatternsGreedily(branches, std::move(lowering), config);
}
