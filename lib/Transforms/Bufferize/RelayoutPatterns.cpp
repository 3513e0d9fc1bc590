//===- RelayoutPatterns.cpp - Operations that take over relayouts ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that touches each element once does so in any layout: a relayout
// before or after it is a pass over memory, and a buffer, too many.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns what makes a tensor that nothing else uses, or null.
template <typename OpTy>
static OpTy getOnlyDefinition(Value tensor) {
  return tensor.hasOneUse() ? tensor.getDefiningOp<OpTy>() : OpTy();
}

/// True if a relayout moves elements of whole bytes within one memory space,
/// and writes no padding.
static bool movesElements(RelayoutOp op) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto dest = dyn_cast<RankedTensorType>(op.getDest().getType());
  return source && dest && !op.getPadding() && isPlainStorage(source) &&
         isPlainStorage(dest) &&
         getLayout(source)->memorySpace == getLayout(dest)->memorySpace;
}

/// Returns the bytes that lie together along the most minor dimension of a
/// tensor, at most.
static int64_t getRunBytes(RankedTensorType type) {
  std::optional<int64_t> bits = getStorageBits(type.getElementType());
  Layout layout = *getLayout(type);
  if (!bits || layout.minorToMajor.empty())
    return 0;
  int64_t run = type.getDimSize(layout.minorToMajor.front());
  if (ShapedType::isDynamic(run))
    run = std::numeric_limits<int32_t>::max();
  for (auto [level, tile] : llvm::enumerate(layout.tiles)) {
    int64_t last = tile.empty() ? 0 : tile.back().size, elements = 1;
    for (const TileEntry &entry : tile)
      elements *= std::max<int64_t>(entry.size, 1);
    // Rows that share words of 32 bits are vectors of words.
    bool sharesWords = level > 0 && last == 1 && elements * *bits <= 32;
    if (last != 0 && !sharesWords)
      run = std::min(run, last);
  }
  return run * *bits / 8;
}

/// True if lines of memory along the most minor dimension of one tensor are
/// lines of the other one.
static bool sharesRows(RelayoutOp op) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  auto dest = cast<RankedTensorType>(op.getDest().getType());
  FailureOr<Target> target = getTargetOf(op);
  return succeeded(target) && source.getRank() > 0 &&
         getLayout(source)->minorToMajor.front() ==
             getLayout(dest)->minorToMajor.front() &&
         std::min(getRunBytes(source), getRunBytes(dest)) >= target->lineBytes;
}

/// True if an operation of `linalg` reads or writes each element of an operand
/// once.
static bool touchesOnce(linalg::LinalgOp op, OpOperand &operand) {
  return op.hasPureTensorSemantics() &&
         op.getMatchingIndexingMap(&operand).isPermutation();
}

/// f(relayout(x)) -> f(x)
static LogicalResult takeOverSource(RelayoutOp op, PatternRewriter &rewriter) {
  if (op->use_empty() || !movesElements(op))
    return rewriter.notifyMatchFailure(op, "moves more than elements");
  auto user = dyn_cast<linalg::LinalgOp>(*op->user_begin());
  auto takesOver = [&](OpOperand &use) {
    if (use.getOwner() != user || !touchesOnce(user, use))
      return false;
    // As a destination, it may be any tensor of its type.
    return !user.isDpsInit(&use) || !user.payloadUsesValueFromOperand(&use);
  };
  // Before a loop, a relayout is made once.
  if (!user || user->getBlock() != op->getBlock() ||
      !llvm::all_of(op->getUses(), takesOver) ||
      !(isa<linalg::TransposeOp>(user) || sharesRows(op)))
    return rewriter.notifyMatchFailure(op, "is read in another layout");
  rewriter.modifyOpInPlace(user, [&] {
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
      use.set(user.isDpsInit(&use) ? op.getDest() : op.getSource());
  });
  return success();
}

/// relayout(f(x)) -> f(x), in the layout of the relayout.
static LogicalResult takeOverDest(RelayoutOp op, PatternRewriter &rewriter) {
  auto producer = getOnlyDefinition<linalg::LinalgOp>(op.getSource());
  if (!producer || !movesElements(op) || producer->getNumResults() != 1 ||
      producer->getBlock() != op->getBlock() ||
      producer.getNumReductionLoops() != 0 || !isMemoryEffectFree(producer))
    return rewriter.notifyMatchFailure(op, "is of no such operation alone");
  OpOperand *init = producer.getDpsInitOperand(0);
  if (!touchesOnce(producer, *init) ||
      producer.payloadUsesValueFromOperand(init) ||
      !(isa<linalg::TransposeOp>(producer) || sharesRows(op)))
    return rewriter.notifyMatchFailure(op, "is written in another layout");
  // Where the relayout is, its destination is defined.
  rewriter.moveOpBefore(producer, op);
  rewriter.modifyOpInPlace(producer, [&] {
    init->set(op.getDest());
    producer->getResult(0).setType(op.getDest().getType());
  });
  rewriter.replaceOp(op, producer->getResult(0));
  return success();
}

void mlir::tiled_layout::populateRelayoutPatterns(RewritePatternSet &patterns) {
  patterns.add(takeOverSource).add(takeOverDest);
  // Between two reshapes, one relayout does for two.
  RelayoutOp::getCanonicalizationPatterns(patterns, patterns.getContext());
}
