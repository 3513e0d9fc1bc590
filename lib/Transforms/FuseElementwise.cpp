//===- FuseElementwise.cpp - Chains on elements become one loop -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/StructuredPasses.h"

#include "FencedReads.h"
#include "FuseConcats.h"
#include "FuseSlices.h"
#include "RepeatedElements.h"
#include "SteppedSlices.h"
#include "SumsInOrder.h"
#include "TensorTools.h"

#include "../Layout/KnownProduct.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/StructuredOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "tiled_layout/Transforms/StructuredPasses.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// More arrays than these in one loop are more streams than processors follow.
static constexpr int64_t kMostOperands = 10;

/// True if the body computes nothing: a copy, a broadcast or a transpose.
static bool isCopy(linalg::LinalgOp op) {
  return op.getBlock()->without_terminator().empty();
}

/// Returns the elementwise operation that makes an input, if the two may have
/// as many operands; null if there is none.
static linalg::LinalgOp getElementwiseProducer(linalg::LinalgOp op,
                                               OpOperand &input) {
  auto producer = input.get().getDefiningOp<linalg::LinalgOp>();
  bool mayFuse =
      producer && producer->getBlock() == op->getBlock() &&
      producer->getNumResults() == 1 && producer.hasPureTensorSemantics() &&
      linalg::isElementwise(producer) &&
      producer->getNumOperands() + op->getNumOperands() - 2 <= kMostOperands;
  return mayFuse ? producer : linalg::LinalgOp();
}

/// True if the body reads what the destination was. Upstream makes that a
/// result of the operation that computes it within, which a reduction would
/// write with each step.
static bool readsDestination(linalg::LinalgOp op) {
  return op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

/// Returns the producer of an input if it may be computed within the operation:
/// once for each element, and for nothing else.
static linalg::LinalgOp getFusable(linalg::LinalgOp op, OpOperand &input,
                                   bool reassoc) {
  linalg::LinalgOp producer = getElementwiseProducer(op, input);
  if (!producer || (hasMathFunctions(producer) && addsInOrder(op, reassoc)) ||
      (op.getNumReductionLoops() != 0 && readsDestination(producer)))
    return {};
  AffineMap map = op.getMatchingIndexingMap(&input);
  if (!map.isPermutation() &&
      !(isCopy(producer) && map.isProjectedPermutation()))
    return {};
  for (OpOperand &use : producer->getUses()) {
    if (use.getOwner() != op)
      return {};
    if (op.isDpsInit(&use) && op.payloadUsesValueFromOperand(&use))
      return {};
    if (!op.isDpsInit(&use) && op.getMatchingIndexingMap(&use) != map)
      return {};
  }
  return producer;
}

/// Returns the operation of a body that widens whole bytes of its only input,
/// and does nothing else; null if there is no such operation.
static Operation *getOnlyWidening(linalg::LinalgOp op) {
  auto body = op.getBlock()->without_terminator();
  if (!llvm::hasSingleElement(body) || op.getNumDpsInputs() != 1)
    return nullptr;
  Operation *only = &*body.begin();
  Value element = op.getBlock()->getArgument(0);
  bool widens = isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(only) &&
                only->getOperand(0) == element &&
                element.getType().isIntOrFloat() &&
                element.getType().getIntOrFloatBitWidth() >= 8;
  return widens ? only : nullptr;
}

/// Returns how many results of an operation share each element of an input;
/// `ShapedType::kDynamic` if that is known at run time only.
static int64_t countSharing(linalg::LinalgOp op, AffineMap map) {
  int64_t results = 1;
  for (auto [dim, extent, kind] :
       llvm::enumerate(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (kind != utils::IteratorType::reduction && !map.isFunctionOfDim(dim))
      results = multiplyKnown(results, extent);
  return results;
}

/// Returns the producer of an input of a product or a convolution if it may be
/// computed within. It only widens numbers that a dot instruction takes as they
/// are; or one block of registers has all results that share an element, and
/// nothing else reads it.
static linalg::LinalgOp getFusableOperand(linalg::LinalgOp op, OpOperand &input,
                                          bool dot) {
  constexpr int64_t mostSharing = 8;
  linalg::LinalgOp producer = getElementwiseProducer(op, input);
  if (!producer || isCopy(producer) || readsDestination(producer))
    return {};
  for (OpOperand &use : producer->getUses())
    if (use.getOwner() == op && op.isDpsInit(&use))
      return {};
  Operation *widening = getOnlyWidening(producer);
  if (widening && (!isa<arith::ExtFOp>(widening) ||
                   (dot && widening->getOperand(0).getType().isBF16())))
    return producer;
  AffineMap map = op.getMatchingIndexingMap(&input);
  int64_t sharing = countSharing(op, map);
  bool isFew = !ShapedType::isDynamic(sharing) && sharing <= mostSharing;
  return isFew && map.isProjectedPermutation() &&
                 (widening || producer->hasOneUse())
             ? producer
             : linalg::LinalgOp();
}

/// Returns the operation as a `linalg.generic`.
static linalg::GenericOp generalize(RewriterBase &rewriter, linalg::LinalgOp op,
                                    bool fuseNamed) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  if (fuseNamed)
    setContract(op);
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, op);
  return succeeded(generic) ? *generic : linalg::GenericOp();
}

/// Returns the operation with each input once, and without results that nothing
/// reads: upstream keeps those of a producer that say how far loops go.
static linalg::GenericOp simplify(RewriterBase &rewriter,
                                  linalg::GenericOp op) {
  rewriter.setInsertionPoint(op);
  return *linalg::deduplicateOperandsAndRemoveDeadResults(
      rewriter, op, /*removeOutputs=*/true);
}

/// Computes a producer of the operation within it; returns what the two have
/// become, or null if there is none.
static linalg::LinalgOp
fuseOne(RewriterBase &rewriter, linalg::LinalgOp op,
        function_ref<linalg::LinalgOp(OpOperand &)> getProducer,
        bool fuseNamed) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    linalg::LinalgOp producer = getProducer(*input);
    if (!producer)
      continue;
    // What others read as well, or the operation at another place, stays.
    AffineMap map = op.getMatchingIndexingMap(input);
    auto isAlike = [&](OpOperand &use) {
      return use.getOwner() == op && op.getMatchingIndexingMap(&use) == map;
    };
    if (!llvm::all_of(producer->getUses(), isAlike)) {
      rewriter.setInsertionPoint(op);
      producer = cast<linalg::LinalgOp>(rewriter.clone(*producer));
      rewriter.modifyOpInPlace(op, [&] { input->set(producer->getResult(0)); });
    }
    // What is computed in the producer's result is computed in its destination.
    rewriter.modifyOpInPlace(op, [&] {
      for (OpOperand &init : op.getDpsInitsMutable())
        if (init.get().getDefiningOp() == producer)
          init.set(producer.getDpsInits()[0]);
    });
    unsigned number = input->getOperandNumber();
    generalize(rewriter, producer, fuseNamed);
    linalg::GenericOp consumer = generalize(rewriter, op, fuseNamed);
    if (!consumer)
      return {};
    Value value = consumer->getOperand(number);
    consumer = simplify(rewriter, consumer);
    SmallVector<OpOperand *> inputs = consumer.getDpsInputOperands();
    auto found = llvm::find_if(
        inputs, [&](OpOperand *other) { return other->get() == value; });
    // What the body does not read is no input any more.
    if (found == inputs.end())
      return consumer;
    OpOperand *operand = *found;
    if (!linalg::areElementwiseOpsFusable(operand))
      return {};
    rewriter.setInsertionPoint(consumer);
    FailureOr<linalg::ElementwiseOpFusionResult> result =
        linalg::fuseElementwiseOps(rewriter, operand);
    if (failed(result))
      return {};
    for (auto [before, after] : result->replacements)
      rewriter.replaceAllUsesWith(before, after);
    Operation *dead = value.getDefiningOp();
    rewriter.eraseOp(consumer);
    rewriter.eraseOp(dead);
    return simplify(rewriter, cast<linalg::GenericOp>(result->fusedOp));
  }
  return {};
}

namespace {

class FuseElementwisePass
    : public tiled_layout::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) final {
    RewritePatternSet set(context);
    populateElementwisePatterns(set);
    populateSteppedSlicePatterns(set);
    populateRepeatPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() final {
    if (failed(verifyMemRefsBelow(getOperation())))
      return signalPassFailure();
    FencedReads fences(getOperation());
    walkAndApplyPatterns(getOperation(), patterns);
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : getStructured())
      if (auto sum = dyn_cast<linalg::GenericOp>(op.getOperation());
          sum && addsInOrder(sum, reassoc))
        splitSumInOrder(rewriter, sum);
    // Producers come first: what is fused has all of its own producers.
    for (linalg::LinalgOp op : getStructured()) {
      if (linalg::isaContractionOpInterface(op) ||
          linalg::isaConvolutionOpInterface(op))
        fuseOperands(rewriter, op);
      else
        fuse(rewriter, op);
    }
    // An operation that nothing reads may have lost the results that say how
    // far its loops go.
    for (linalg::LinalgOp op : getStructured()) {
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
      else
        fuseSlices(rewriter, op);
    }
  }

  /// Computes the producers of an operation within it, and within its parts
  /// those of the pieces of a tensor that it reads.
  void fuse(RewriterBase &rewriter, linalg::LinalgOp op) {
    SmallVector<linalg::LinalgOp> parts = fuseConcat(rewriter, op);
    for (linalg::LinalgOp part : parts)
      fuse(rewriter, part);
    while (parts.empty() && op)
      op = fuseOne(
          rewriter, op,
          [&](OpOperand &input) { return getFusable(op, input, reassoc); },
          fuseNamed);
  }

  /// Computes what a product or a convolution reads within it.
  void fuseOperands(RewriterBase &rewriter, linalg::LinalgOp op) {
    while (op)
      op = fuseOne(
          rewriter, op,
          [&](OpOperand &input) { return getFusableOperand(op, input, dot); },
          fuseNamed);
  }

  SmallVector<linalg::LinalgOp> getStructured() {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      // Where operations come in any order, producers may come last.
      if (op.hasPureTensorSemantics() &&
          mayHaveSSADominance(*op->getParentRegion()))
        ops.push_back(op);
    });
    return ops;
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
