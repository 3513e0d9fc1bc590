//===- LowerSCF.cpp - Structured control flow becomes branches ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERSCFPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;

/// True for what upstream's patterns lower.
static bool isControlFlow(Operation *op) {
  return isa<scf::ForallOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ParallelOp, scf::WhileOp, scf::ExecuteRegionOp>(op);
}

/// Returns the operation in whose region the branches would be.
static Operation *getHost(Operation *op) {
  Operation *host = op->getParentOp();
  while (host && isControlFlow(host))
    host = host->getParentOp();
  return host;
}

/// True if a region of the operation may have more blocks than one.
static bool takesBranches(Operation *host) {
  return !host->hasTrait<OpTrait::SingleBlock>();
}

/// Puts the body of a scope of stack memory in its place, between LLVM's
/// operations that save and restore the stack.
static void lowerScope(IRRewriter &rewriter, memref::AllocaScopeOp scope) {
  auto pointer = LLVM::LLVMPointerType::get(scope.getContext());
  rewriter.setInsertionPoint(scope);
  Value stack = LLVM::StackSaveOp::create(rewriter, scope.getLoc(), pointer);
  Block &body = scope.getBodyRegion().front();
  Operation *end = body.getTerminator();
  SmallVector<Value> results(end->getOperands());
  rewriter.eraseOp(end);
  rewriter.inlineBlockBefore(&body, scope);
  LLVM::StackRestoreOp::create(rewriter, scope.getLoc(), stack);
  rewriter.replaceOp(scope, results);
}

/// Frees what each iteration of a loop allocates on the stack, as the loop says
/// and branches do not; unless the next one may be handed it, which programs
/// should not do.
static void freeStackOfIterations(Operation *loop) {
  if (!isa<scf::ForOp, scf::ForallOp, scf::ParallelOp>(loop))
    return;
  Block &body = loop->getRegion(0).front();
  if (llvm::any_of(body.getTerminator()->getOperandTypes(),
                   llvm::IsaPred<BaseMemRefType, LLVM::LLVMPointerType>))
    return;
  WalkResult found = body.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (op->hasTrait<OpTrait::AutomaticAllocationScope>())
      return WalkResult::skip();
    return isa<memref::AllocaOp>(op) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return;
  Location loc = loop->getLoc();
  auto pointer = LLVM::LLVMPointerType::get(loop->getContext());
  OpBuilder begin = OpBuilder::atBlockBegin(&body);
  Value stack = LLVM::StackSaveOp::create(begin, loc, pointer);
  OpBuilder end(body.getTerminator());
  LLVM::StackRestoreOp::create(end, loc, stack);
}

/// True if two operations select the greater or the less of two integers.
/// Upstream asks an index for its least number, and never ends.
static bool selectsExtremum(Operation *first, Operation *second) {
  auto compare = dyn_cast<arith::CmpIOp>(first);
  auto select = dyn_cast_or_null<arith::SelectOp>(second);
  if (!compare || !select || select.getCondition() != compare.getResult())
    return false;
  using Predicate = arith::CmpIPredicate;
  Value a = compare.getLhs(), b = compare.getRhs();
  if (!isa<IntegerType>(a.getType()))
    return false;
  Value chosen = select.getTrueValue(), other = select.getFalseValue();
  return llvm::is_contained(
             {Predicate::sgt, Predicate::slt, Predicate::ugt, Predicate::ult},
             compare.getPredicate()) &&
         ((chosen == a && other == b) || (chosen == b && other == a));
}

/// True if `convert-scf-to-openmp` has a clause for each reduction of a loop,
/// and begins at what changes no result. Those of the greatest and the least
/// float begin at a finite one.
static bool hasClauses(scf::ParallelOp loop) {
  auto reduce = cast<scf::ReduceOp>(loop.getBody()->getTerminator());
  return llvm::all_of(reduce.getReductions(), [](Region &region) {
    Block &body = region.front();
    Operation *first = &body.front(), *second = first->getNextNode();
    if (selectsExtremum(first, second))
      return second->getNextNode() == body.getTerminator();
    return second == body.getTerminator() &&
           isa<arith::AddFOp, arith::AddIOp, arith::AndIOp, arith::MulFOp,
               arith::MulIOp, arith::OrIOp, arith::XOrIOp>(first);
  });
}

/// Lowers loops that reduce in parallel to those that carry, `all` of them or
/// those that OpenMP has no clause for. Upstream's pattern reads an argument of
/// a block that it has erased, which only a conversion keeps for it.
static LogicalResult lowerReductions(Operation *root,
                                     const FrozenRewritePatternSet &patterns,
                                     bool all) {
  ConversionTarget target(*root->getContext());
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addDynamicallyLegalOp<scf::ParallelOp>([&](scf::ParallelOp op) {
    return op.getNumResults() == 0 || (!all && hasClauses(op));
  });
  return applyPartialConversion(root, target, patterns);
}

namespace {

class LowerSCFPass
    : public mlir::tiled_layout::impl::LowerSCFPassBase<LowerSCFPass> {
public:
  using LowerSCFPassBase::LowerSCFPassBase;

private:
  void runOnOperation() final {
    RewritePatternSet set(&getContext());
    populateSCFToControlFlowConversionPatterns(set);
    FrozenRewritePatternSet patterns(std::move(set));
    if (failed(lowerReductions(getOperation(), patterns, !onlyReductions)))
      return signalPassFailure();
    if (onlyReductions)
      return;
    SmallVector<memref::AllocaScopeOp> scopes;
    getOperation()->walk(
        [&](memref::AllocaScopeOp scope) { scopes.push_back(scope); });
    IRRewriter rewriter(&getContext());
    getOperation()->walk(freeStackOfIterations);
    for (memref::AllocaScopeOp scope : scopes)
      lowerScope(rewriter, scope);
    // The driver begins at the end of this list: with the last operation of a
    // block, and with an operation before those in it.
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      Operation *host = isControlFlow(op) ? getHost(op) : nullptr;
      if (host && takesBranches(host))
        found.push_back(op);
    });
    // Each pattern ends what it lowers, and makes no more of it than it had.
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
        .enableFolding(false)
        .enableConstantCSE(false)
        .setMaxIterations(GreedyRewriteConfig::kNoLimit);
    if (failed(applyOpPatternsGreedily(found, patterns, config)))
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) {
      if (!isControlFlow(op))
        return;
      InFlightDiagnostic error = op->emitError("has no form in branches");
      if (Operation *host = getHost(op); host && !takesBranches(host))
        error << ": the region of '" << host->getName()
              << "' around it has one block";
      signalPassFailure();
    });
  }
};

} // namespace
