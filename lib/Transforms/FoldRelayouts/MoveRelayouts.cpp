//===- MoveRelayouts.cpp - Relayouts across elementwise operations --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise operation works in any layout that its operands share, so
// that a relayout may stand before it or after it. It moves where the program
// then moves fewer bytes: every rewrite lowers their sum, so that the patterns
// end, and none can undo another.
//
//===----------------------------------------------------------------------===//

#include "../Relayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Operations that are the same in any layout
//===----------------------------------------------------------------------===//

/// True for operations on whole tensors of one encoding, which would be the
/// same in another one: those that compute element by element, slices,
/// concatenations and paddings that keep all dimensions, and renames.
static bool keepsEncoding(Operation *op) {
  if (isRename(op))
    return true;
  bool moves = isa<tensor::ExtractSliceOp, tensor::InsertSliceOp,
                   tensor::ConcatOp, tensor::PadOp>(op);
  if (op->getNumResults() != 1 || !isMemoryEffectFree(op) ||
      !(moves || (op->getNumRegions() == 0 &&
                  OpTrait::hasElementwiseMappableTraits(op))))
    return false;
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return result && llvm::all_of(op->getOperandTypes(), [&](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return !isa<ShapedType>(type) ||
                  (tensor && tensor.getEncoding() == result.getEncoding() &&
                   (moves ? tensor.getRank() == result.getRank()
                          : tensor.getShape() == result.getShape()));
         });
}

/// Returns the splat that a constant tensor is, or null.
static SplatElementsAttr getSplat(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat)) ? splat : SplatElementsAttr();
}

/// Returns a tensor operand in another encoding: a splat anew, anything else by
/// a relayout.
static Value getOperandIn(OpBuilder &builder, Location loc, Value operand,
                          Attribute encoding) {
  auto type =
      cast<RankedTensorType>(operand.getType()).cloneWithEncoding(encoding);
  if (SplatElementsAttr splat = getSplat(operand))
    return arith::ConstantOp::create(
        builder, loc, type,
        DenseElementsAttr::get(type, splat.getSplatValue<Attribute>()));
  return createRelayout(builder, loc, operand, type);
}

/// Returns the type that an operand has where the result has `encoding`; null
/// if that is not legal.
static RankedTensorType getOperandType(Operation *op, Value operand,
                                       Attribute encoding) {
  RankedTensorType result = withEncoding(
      cast<RankedTensorType>(op->getResult(0).getType()), encoding);
  if (!result)
    return {};
  return isRename(op) ? getUnrenamed(op, result)
                      : withEncoding(cast<RankedTensorType>(operand.getType()),
                                     encoding);
}

/// True if the encoding of the result is legal for every tensor of the
/// operation.
static bool canHaveEncoding(Operation *op, Attribute encoding) {
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return !isa<RankedTensorType>(operand.getType()) ||
           getOperandType(op, operand, encoding);
  });
}

//===----------------------------------------------------------------------===//
// What a move costs
//===----------------------------------------------------------------------===//

/// Returns the distinct tensor operands that are no splats.
static llvm::SetVector<Value> getMovedOperands(Operation *op) {
  llvm::SetVector<Value> operands;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()) && !getSplat(operand))
      operands.insert(operand);
  return operands;
}

/// True if `op` is all that uses the value.
static bool isUsedOnlyBy(Value value, Operation *op) {
  return llvm::all_of(value.getUsers(),
                      [&](Operation *user) { return user == op; });
}

bool mlir::tiled_layout::isFreeIn(Value operand, Block *block,
                                  Attribute encoding, int64_t depth) {
  // What is asked of each operation of a chain is asked again of the next.
  constexpr int64_t longestChain = 256;
  auto wanted =
      withEncoding(cast<RankedTensorType>(operand.getType()), encoding);
  if (RelayoutOp relayout = getRelayout(operand))
    return relayout.getSource().getType() == wanted;
  Operation *op = operand.getDefiningOp();
  if (isa_and_nonnull<EmptyOp, tensor::EmptyOp>(op))
    return true;
  if (!op || op->getBlock() != block || !operand.hasOneUse())
    return false;
  return canBeWrittenAs(operand, wanted) ||
         (depth < longestChain && keepsEncoding(op) &&
          canHaveEncoding(op, encoding) &&
          llvm::all_of(getMovedOperands(op), [&](Value inner) {
            return isFreeIn(inner, block,
                            getOperandType(op, inner, encoding).getEncoding(),
                            depth + 1);
          }));
}

/// Returns the traffic of the relayouts that `op` needs for its operands in
/// `encoding`, and adds to `saved` that of relayouts to its present encoding
/// which nothing else needs. Those of another block, which may run more or less
/// often than `op`, save nothing.
static Traffic getOperandTraffic(Operation *op, Attribute encoding,
                                 Traffic &saved) {
  Traffic needed;
  // Relayouts of one value are one.
  llvm::SmallPtrSet<Value, 4> sources;
  for (Value operand : getMovedOperands(op)) {
    auto type = cast<RankedTensorType>(operand.getType());
    RankedTensorType wanted = getOperandType(op, operand, encoding);
    RelayoutOp relayout = getRelayout(operand);
    if (!sources.insert(relayout ? relayout.getSource() : operand).second)
      continue;
    bool isGone = relayout && relayout->getBlock() == op->getBlock() &&
                  isUsedOnlyBy(operand, op);
    // One is no traffic if what it relays may be written in its layout.
    if (isGone &&
        !isFreeIn(relayout.getSource(), op->getBlock(), type.getEncoding()))
      saved.add(getTraffic(relayout));
    if (isFreeIn(operand, op->getBlock(), wanted.getEncoding()))
      continue;
    if (relayout)
      type = cast<RankedTensorType>(relayout.getSource().getType());
    needed.add(getTraffic(type, wanted));
  }
  return needed;
}

/// Builds the operation on tensors in another encoding; returns its result.
/// Operands that are free in it are built in it, too; all are if `isFree`.
static Value cloneInEncoding(OpBuilder &builder, Operation *op,
                             Attribute encoding, bool isFree = false) {
  DenseMap<Value, Value> known;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Value &other = known[operand];
    if (!other && !isa<RankedTensorType>(operand.getType()))
      other = operand;
    if (!other) {
      Attribute own = getOperandType(op, operand, encoding).getEncoding();
      Operation *inner = operand.getDefiningOp();
      bool isChain = inner && keepsEncoding(inner) && operand.hasOneUse() &&
                     (isFree || isFreeIn(operand, op->getBlock(), own));
      other = isChain ? cloneInEncoding(builder, inner, own, /*isFree=*/true)
                      : getOperandIn(builder, op->getLoc(), operand, own);
    }
    operands.push_back(other);
  }
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  clone->getResult(0).setType(withEncoding(type, encoding));
  return clone->getResult(0);
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// relayout(op(x, y)) -> op(relayout(x), relayout(y))
static LogicalResult moveUp(RelayoutOp relayout, PatternRewriter &rewriter) {
  Operation *op = relayout.getSource().getDefiningOp();
  if (!relayout.getResult() || relayout.getPadding() || !op ||
      op->getBlock() != relayout->getBlock() || !keepsEncoding(op) ||
      !isUsedOnlyBy(relayout.getSource(), relayout))
    return failure();
  Attribute encoding =
      cast<RankedTensorType>(relayout.getDest().getType()).getEncoding();
  if (!canHaveEncoding(op, encoding))
    return failure();
  Traffic before = getTraffic(relayout);
  Traffic after = getOperandTraffic(op, encoding, before);
  if (!after.isLessThan(before))
    return failure();
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(relayout, cloneInEncoding(rewriter, op, encoding));
  rewriter.eraseOp(op);
  return success();
}

namespace {

/// op(relayout(x), relayout(y)) -> relayout(op(x, y))
struct MoveDown : RewritePattern {
  explicit MoveDown(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!keepsEncoding(op) || op->use_empty())
      return failure();
    llvm::SetVector<Value> operands = getMovedOperands(op);
    llvm::SetVector<Attribute> encodings;
    for (Value operand : operands)
      if (RelayoutOp relayout = getRelayout(operand)) {
        auto type = cast<RankedTensorType>(relayout.getSource().getType());
        if (isRename(op))
          type = getRenamed(op, type);
        if (type)
          encodings.insert(type.getEncoding());
      }
    for (Attribute encoding : encodings)
      if (succeeded(moveDown(op, encoding, rewriter)))
        return success();
    return failure();
  }

private:
  static LogicalResult moveDown(Operation *op, Attribute encoding,
                                PatternRewriter &rewriter) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (type.getEncoding() == encoding || !canHaveEncoding(op, encoding))
      return failure();
    Traffic before;
    Traffic after = getOperandTraffic(op, encoding, before);
    // Relayouts of the result begin where the new one does; they do not need
    // it.
    auto isRelaidHere = [&](OpOperand &use) {
      auto relayout = dyn_cast<RelayoutOp>(use.getOwner());
      return relayout && relayout->getBlock() == op->getBlock() &&
             relayout.getSource() != relayout.getDest() &&
             relayout.getSource() == use.get();
    };
    RankedTensorType other = withEncoding(type, encoding);
    bool isNeeded = !llvm::all_of(op->getUses(), [&](OpOperand &use) {
      return isRelaidHere(use) || canReadAs(use, other, op->getBlock());
    });
    if (isNeeded)
      after.add(getTraffic(other, type));
    for (OpOperand &use : op->getUses()) {
      if (!isRelaidHere(use))
        continue;
      auto relayout = cast<RelayoutOp>(use.getOwner());
      auto dest = cast<RankedTensorType>(relayout.getDest().getType());
      before.add(getTraffic(relayout));
      // One that must write padding stays, even between equal types.
      if (dest.getEncoding() != encoding || relayout.getPadding())
        after.add(getTraffic(other, dest));
    }
    if (!after.isLessThan(before))
      return failure();
    Value result = cloneInEncoding(rewriter, op, encoding);
    rewriter.replaceOp(op,
                       createRelayout(rewriter, op->getLoc(), result, type));
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateMoveRelayoutPatterns(
    RewritePatternSet &patterns) {
  patterns.add(moveUp).add<MoveDown>(patterns.getContext());
}
