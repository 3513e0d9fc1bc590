//===- StructuredRelayouts.cpp - Into operands and results ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured operation reads and writes each array in a layout of its own,
// so that a relayout for it alone is not needed: it reads what the relayout
// reads, and writes what the relayout writes. Two things are kept: a relayout
// in another block, which may run less often, and one that leads to tiles that
// an operation reads again and again, as a product of matrices does, since
// they were chosen for it.
//
//===----------------------------------------------------------------------===//

#include "../Relayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::canStandFor(RankedTensorType other,
                                     RankedTensorType type) {
  std::optional<Layout> a = getLayout(other), b = getLayout(type);
  return a && b && a->memorySpace == b->memorySpace &&
         a->metadataPrefixBytes == b->metadataPrefixBytes &&
         a->splits == b->splits;
}

/// Returns the structured operation on tensors that `op` is, unless it is a
/// transposition or copy, which make one relayout of a view with others.
static linalg::LinalgOp getStructured(Operation *op) {
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!structured || !structured.hasPureTensorSemantics() ||
      isa<linalg::TransposeOp, linalg::CopyOp>(op))
    return {};
  return structured;
}

/// True if the operation reads each element of the operand once at most.
static bool readsOnce(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return map.isProjectedPermutation() &&
         map.getNumResults() == op.getNumLoops();
}

bool mlir::tiled_layout::canReadAs(OpOperand &use, RankedTensorType type,
                                   Block *block) {
  Operation *op = use.getOwner();
  auto own = cast<RankedTensorType>(use.get().getType());
  if (!canStandFor(type, own))
    return false;
  // Of what was chosen to be in tiles, elements are read there.
  if (isa<tensor::DimOp>(op) || (isa<tensor::ExtractOp>(op) && !isTiled(own)))
    return true;
  if (op->getBlock() != block)
    return false;
  if (auto relayout = dyn_cast<RelayoutOp>(op))
    return relayout.getResult() && !relayout.getPadding() &&
           relayout.getSource() != relayout.getDest() &&
           use.get() == relayout.getSource();
  if (isRename(op)) {
    RankedTensorType renamed = getRenamed(op, type);
    return renamed &&
           llvm::all_of(op->getResult(0).getUses(), [&](OpOperand &next) {
             return canReadAs(next, renamed, block);
           });
  }
  linalg::LinalgOp structured = getStructured(op);
  return structured && structured.isDpsInput(&use) &&
         (!isTiled(own) || readsOnce(structured, use));
}

/// Gives the renames of a tensor, whose type has become another one, the types
/// that they make of it.
static void retypeRenames(Value value, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(value.getType());
  for (Operation *user : value.getUsers()) {
    RankedTensorType renamed = getRenamed(user, type);
    if (!renamed || renamed == user->getResult(0).getType())
      continue;
    rewriter.modifyOpInPlace(user,
                             [&] { user->getResult(0).setType(renamed); });
    retypeRenames(user->getResult(0), rewriter);
  }
}

/// structured(relayout(x)) -> structured(x), where nothing else needs the
/// relayout.
static LogicalResult intoOperands(RelayoutOp relayout,
                                  PatternRewriter &rewriter) {
  if (!relayout.getResult() || relayout.getPadding() ||
      relayout.getResult().use_empty())
    return failure();
  Value result = relayout.getResult(), source = relayout.getSource();
  auto type = cast<RankedTensorType>(source.getType());
  if (!llvm::all_of(result.getUses(), [&](OpOperand &use) {
        return canReadAs(use, type, relayout->getBlock());
      }))
    return failure();
  rewriter.modifyOpInPlace(relayout, [&] { result.setType(type); });
  retypeRenames(result, rewriter);
  rewriter.replaceOp(relayout, source);
  return success();
}

/// Makes a destination. `dest` is one of its type whose contents nobody needs,
/// or null.
using CreateInit = std::function<Value(OpBuilder &, Value dest)>;

/// Returns what makes a destination of `type` that holds what the operation
/// reads of its own; null if that takes a relayout.
static CreateInit findInit(linalg::LinalgOp op, OpOperand &init,
                           RankedTensorType type) {
  Value value = init.get();
  Location loc = op.getLoc();
  auto createDest = [=](OpBuilder &builder, Value dest) {
    return dest ? dest : createEmpty(builder, loc, type, value);
  };
  if (!op.payloadUsesValueFromOperand(&init) ||
      isa_and_nonnull<EmptyOp, tensor::EmptyOp>(value.getDefiningOp()))
    return createDest;
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return [=](OpBuilder &builder, Value dest) mutable {
      return linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(),
                                    createDest(builder, dest))
          .getResult(0);
    };
  SplatElementsAttr splat;
  if (matchPattern(value, m_Constant(&splat)) && type.hasStaticShape())
    return [=](OpBuilder &builder, Value) -> Value {
      return arith::ConstantOp::create(
          builder, loc, type,
          DenseElementsAttr::get(type, splat.getSplatValue<Attribute>()));
    };
  RelayoutOp relayout = getRelayout(value);
  if (!relayout || relayout.getSource().getType() != type)
    return nullptr;
  return [source = relayout.getSource()](OpBuilder &, Value) -> Value {
    return source;
  };
}

/// Returns the structured operation whose result a value is, and with which
/// operand it begins, if it may be written as `type` as well.
static std::pair<linalg::LinalgOp, OpOperand *>
getWriter(Value value, RankedTensorType type) {
  auto result = dyn_cast<OpResult>(value);
  linalg::LinalgOp op = result ? getStructured(result.getOwner()) : nullptr;
  if (!op || !canStandFor(type, cast<RankedTensorType>(result.getType())))
    return {};
  return {op, op.getTiedOpOperand(result)
                  ? op.getTiedOpOperand(result)
                  : op.getDpsInitOperand(result.getResultNumber())};
}

bool mlir::tiled_layout::canBeWrittenAs(Value value, RankedTensorType type) {
  auto [op, init] = getWriter(value, type);
  return op && findInit(op, *init, type);
}

/// relayout(structured(x, init)) -> structured(x, init'), where all that uses
/// the result may read it in the other layout, and `init` costs nothing to be
/// had in that one.
static LogicalResult intoResult(RelayoutOp relayout,
                                PatternRewriter &rewriter) {
  Value result = relayout.getSource();
  if (!relayout.getResult() || relayout.getPadding())
    return failure();
  auto type = cast<RankedTensorType>(relayout.getResult().getType());
  if (!llvm::all_of(result.getUses(), [&](OpOperand &use) {
        return use.getOwner() == relayout ||
               canReadAs(use, type, relayout->getBlock());
      }))
    return failure();
  linalg::LinalgOp op;
  OpOperand *init;
  std::tie(op, init) = getWriter(result, type);
  CreateInit createInit = op ? findInit(op, *init, type) : nullptr;
  if (!createInit || op->getBlock() != relayout->getBlock())
    return failure();
  // With the relayout's own destination, what is computed may be computed in
  // place. It may stand after the operation.
  bool canMove =
      op->getNumResults() == 1 && isMemoryEffectFree(op) && result.hasOneUse();
  Value dest = relayout.getDest();
  rewriter.setInsertionPoint(canMove ? relayout.getOperation() : op);
  Value other = createInit(rewriter, canMove ? dest : Value());
  if (canMove)
    rewriter.moveOpBefore(op, relayout);
  rewriter.modifyOpInPlace(op, [&] {
    init->set(other);
    result.setType(type);
  });
  retypeRenames(result, rewriter);
  rewriter.replaceOp(relayout, result);
  return success();
}

void mlir::tiled_layout::populateStructuredRelayoutPatterns(
    RewritePatternSet &patterns) {
  // Before relayouts move: one that is behind an operation because what follows
  // reads any layout would move back.
  patterns.add(intoOperands, /*benefit=*/2).add(intoResult);
}
