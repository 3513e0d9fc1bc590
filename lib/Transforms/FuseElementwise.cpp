//===- FuseElementwise.cpp - Chains on elements become one loop -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/StructuredPasses.h"

#include "Bufferize/TensorTools.h"
#include "FuseConcats.h"
#include "FuseSlices.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

/// Returns the producer of an input if it may be computed within the operation:
/// once for each element, and for nothing else.
static linalg::LinalgOp getFusable(linalg::LinalgOp op, OpOperand &input) {
  auto producer = input.get().getDefiningOp<linalg::LinalgOp>();
  if (!producer || producer->getBlock() != op->getBlock() ||
      producer->getNumResults() != 1 || !producer.hasPureTensorSemantics() ||
      !linalg::isElementwise(producer))
    return {};
  // Upstream makes what the producer reads of its destination a result of both,
  // which a reduction would write with each step.
  if (op.getNumReductionLoops() != 0 &&
      llvm::any_of(producer.getDpsInitsMutable(), [&](OpOperand &init) {
        return producer.payloadUsesValueFromOperand(&init);
      }))
    return {};
  if (producer->getNumOperands() + op->getNumOperands() - 2 > kMostOperands)
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

/// Returns the operation as a `linalg.generic`.
static linalg::GenericOp generalize(RewriterBase &rewriter,
                                    linalg::LinalgOp op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return generic;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, op);
  return succeeded(generic) ? *generic : linalg::GenericOp();
}

/// Returns the operation with each input once.
static linalg::GenericOp joinInputs(RewriterBase &rewriter,
                                    linalg::GenericOp op) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<unsigned> numbers;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    unsigned number = 0;
    while (number < inputs.size() &&
           (inputs[number] != input->get() || maps[number] != map))
      ++number;
    if (number == inputs.size()) {
      inputs.push_back(input->get());
      maps.push_back(map);
    }
    numbers.push_back(number);
  }
  if (inputs.size() == numbers.size())
    return op;
  unsigned count = inputs.size();
  for (OpOperand &init : op.getDpsInitsMutable()) {
    maps.push_back(op.getMatchingIndexingMap(&init));
    numbers.push_back(count++);
  }
  rewriter.setInsertionPoint(op);
  auto joined = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getDpsInits(),
      maps, op.getIteratorTypesArray());
  Block *body = &op.getRegion().front();
  SmallVector<Type> types(count);
  SmallVector<Location> locs(count, op.getLoc());
  for (auto [argument, number] : llvm::zip_equal(body->getArguments(), numbers))
    types[number] = argument.getType();
  Block *block = rewriter.createBlock(&joined.getRegion(), {}, types, locs);
  SmallVector<Value> arguments;
  for (unsigned number : numbers)
    arguments.push_back(block->getArgument(number));
  rewriter.mergeBlocks(body, block, arguments);
  rewriter.replaceOp(op, joined.getResults());
  return joined;
}

/// Computes a producer of the operation within it; returns what the two have
/// become, or null if there is none.
static linalg::LinalgOp fuseOne(RewriterBase &rewriter, linalg::LinalgOp op) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    linalg::LinalgOp producer = getFusable(op, *input);
    if (!producer)
      continue;
    // What is computed in the producer's result is computed in its destination.
    rewriter.modifyOpInPlace(op, [&] {
      for (OpOperand &init : op.getDpsInitsMutable())
        if (init.get().getDefiningOp() == producer)
          init.set(producer.getDpsInits()[0]);
    });
    unsigned number = input->getOperandNumber();
    generalize(rewriter, producer);
    linalg::GenericOp consumer = generalize(rewriter, op);
    if (!consumer)
      return {};
    Value value = consumer->getOperand(number);
    consumer = joinInputs(rewriter, consumer);
    SmallVector<OpOperand *> inputs = consumer.getDpsInputOperands();
    OpOperand *operand = *llvm::find_if(
        inputs, [&](OpOperand *other) { return other->get() == value; });
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
    return joinInputs(rewriter, cast<linalg::GenericOp>(result->fusedOp));
  }
  return {};
}

namespace {

class FuseElementwisePass
    : public tiled_layout::impl::FuseElementwisePassBase<FuseElementwisePass> {
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
    // Producers come first: what is fused has all of its own producers.
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : getStructured()) {
      if (linalg::isaContractionOpInterface(op) ||
          linalg::isaConvolutionOpInterface(op))
        continue;
      fuse(rewriter, op);
    }
    for (linalg::LinalgOp op : getStructured())
      numSlices += fuseSlices(rewriter, op);
  }

  /// Computes the producers of an operation within it, and within its parts
  /// those of the pieces of a tensor that it reads.
  void fuse(RewriterBase &rewriter, linalg::LinalgOp op) {
    SmallVector<linalg::LinalgOp> parts = fuseConcat(rewriter, op);
    numConcats += !parts.empty();
    for (linalg::LinalgOp part : parts)
      fuse(rewriter, part);
    while (parts.empty() && op) {
      op = fuseOne(rewriter, op);
      numFused += op != nullptr;
    }
  }

  SmallVector<linalg::LinalgOp> getStructured() {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics())
        ops.push_back(op);
    });
    return ops;
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
