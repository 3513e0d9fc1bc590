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
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Elementwise operations
//===----------------------------------------------------------------------===//

/// True for operations on whole tensors, element by element, whose tensors all
/// have one shape and encoding.
static bool isElementwise(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !OpTrait::hasElementwiseMappableTraits(op) || !isMemoryEffectFree(op))
    return false;
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return result && llvm::all_of(op->getOperandTypes(), [&](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return !isa<ShapedType>(type) ||
                  (tensor && tensor.getShape() == result.getShape() &&
                   tensor.getEncoding() == result.getEncoding());
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
  auto tensor = dyn_cast<RankedTensorType>(operand.getType());
  if (!tensor)
    return operand;
  RankedTensorType type = tensor.cloneWithEncoding(encoding);
  if (SplatElementsAttr splat = getSplat(operand))
    return arith::ConstantOp::create(
        builder, loc, type,
        DenseElementsAttr::get(type, splat.getSplatValue<Attribute>()));
  return createRelayout(builder, loc, operand, type);
}

/// True if the encoding is legal for every tensor of the operation.
static bool canHaveEncoding(Operation *op, Attribute encoding) {
  auto isLegal = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || withEncoding(tensor, encoding);
  };
  return llvm::all_of(op->getOperandTypes(), isLegal) &&
         isLegal(op->getResult(0).getType());
}

/// Builds the operation on tensors in another encoding; returns its result.
static Value cloneInEncoding(OpBuilder &builder, Operation *op,
                             Attribute encoding) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getOperandIn(builder, op->getLoc(), operand, encoding));
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  OperationState state(op->getLoc(), op->getName(), operands,
                       withEncoding(type, encoding), op->getAttrs());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return builder.create(state)->getResult(0);
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

/// Returns the traffic of the relayouts that `op` needs for its operands in
/// `encoding`, and adds to `saved` that of relayouts to its present encoding
/// which nothing else needs. Those of another block, which may run more or less
/// often than `op`, save nothing.
static Traffic getOperandTraffic(Operation *op, Attribute encoding,
                                 Traffic &saved) {
  Traffic needed;
  for (Value operand : getMovedOperands(op)) {
    auto type = cast<RankedTensorType>(operand.getType());
    RankedTensorType wanted = withEncoding(type, encoding);
    RelayoutOp relayout = getRelayout(operand);
    bool isGone = relayout && relayout->getBlock() == op->getBlock() &&
                  isUsedOnlyBy(operand, op);
    if (isGone)
      saved.add(getTraffic(relayout));
    if (!relayout)
      needed.add(getTraffic(type, wanted));
    else if (relayout.getSource().getType() != wanted)
      // Relayouts of one value are one.
      needed.add(getTraffic(
          cast<RankedTensorType>(relayout.getSource().getType()), wanted));
  }
  return needed;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// relayout(op(x, y)) -> op(relayout(x), relayout(y))
static LogicalResult moveUp(RelayoutOp relayout, PatternRewriter &rewriter) {
  Operation *op = relayout.getSource().getDefiningOp();
  if (!relayout.getResult() || relayout.getPadding() || !op ||
      op->getBlock() != relayout->getBlock() || !isElementwise(op) ||
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
    if (!isElementwise(op) || op->use_empty())
      return failure();
    llvm::SetVector<Value> operands = getMovedOperands(op);
    llvm::SetVector<Attribute> encodings;
    for (Value operand : operands)
      if (RelayoutOp relayout = getRelayout(operand))
        encodings.insert(cast<RankedTensorType>(relayout.getSource().getType())
                             .getEncoding());
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
    auto isRelaidHere = [&](Operation *user) {
      auto relayout = dyn_cast<RelayoutOp>(user);
      return relayout && relayout->getBlock() == op->getBlock() &&
             relayout.getSource() != relayout.getDest();
    };
    bool isNeeded = !llvm::all_of(op->getUsers(), isRelaidHere);
    if (isNeeded)
      after.add(getTraffic(withEncoding(type, encoding), type));
    for (Operation *user : op->getUsers()) {
      if (!isRelaidHere(user))
        continue;
      auto relayout = cast<RelayoutOp>(user);
      auto dest = cast<RankedTensorType>(relayout.getDest().getType());
      before.add(getTraffic(relayout));
      // One that must write padding stays, even between equal types.
      if (dest.getEncoding() != encoding || relayout.getPadding())
        after.add(getTraffic(withEncoding(type, encoding), dest));
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
