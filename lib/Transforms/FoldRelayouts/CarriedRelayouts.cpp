//===- CarriedRelayouts.cpp - Relayouts out of loops ----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (b = relayout(a)) {            for (a' = a) {
//     a' = relayout(b)           ->      ...
//     ... yield relayout(a'')            yield a''
//   }                                  } relayout(result)
//
//===----------------------------------------------------------------------===//

#include "../Relayouts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the type that a loop could carry instead of the type of argument
/// `arg`: every use of it is a relayout to that type, and what the body yields
/// comes from it, in each iteration once. Null if there is none.
static RankedTensorType getCarriedType(BlockArgument arg, Value yielded) {
  RelayoutOp last = getRelayout(yielded);
  if (!last || last->getBlock() != arg.getOwner() || arg.use_empty())
    return {};
  auto type = cast<RankedTensorType>(last.getSource().getType());
  bool onlyRelaid = llvm::all_of(arg.getUses(), [&](OpOperand &use) {
    auto relayout = dyn_cast<RelayoutOp>(use.getOwner());
    return relayout && relayout->getBlock() == arg.getOwner() &&
           use.get() == relayout.getSource() &&
           relayout.getSource() != relayout.getDest() &&
           !relayout.getPadding() && relayout.getDest().getType() == type;
  });
  return onlyRelaid ? type : RankedTensorType();
}

/// True if the loop is known to run twice or more.
static bool runsTwice(scf::ForOp loop) {
  std::optional<llvm::APInt> count = loop.getStaticTripCount();
  return count && count->getActiveBits() <= 63 && count->getSExtValue() >= 2;
}

static void carry(scf::ForOp loop, size_t number, RankedTensorType type,
                  PatternRewriter &rewriter) {
  Location loc = loop.getLoc();
  auto oldType = cast<RankedTensorType>(loop.getResult(number).getType());
  SmallVector<Value> inits(loop.getInitArgs());
  inits[number] = createRelayout(rewriter, loc, inits[number], type);
  auto newLoop = scf::ForOp::create(
      rewriter, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
      inits, /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  newLoop->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (!newLoop.getBody()->empty())
    rewriter.eraseOp(newLoop.getBody()->getTerminator());

  BlockArgument arg = loop.getRegionIterArgs()[number];
  for (Operation *user : llvm::make_early_inc_range(arg.getUsers()))
    rewriter.replaceOp(user, arg);
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  Value source = getRelayout(yield.getOperand(number)).getSource();
  rewriter.modifyOpInPlace(yield, [&] { yield.setOperand(number, source); });
  rewriter.modifyOpInPlace(loop, [&] { arg.setType(type); });
  rewriter.mergeBlocks(loop.getBody(), newLoop.getBody(),
                       newLoop.getBody()->getArguments());

  SmallVector<Value> results(newLoop.getResults());
  if (!loop.getResult(number).use_empty())
    results[number] = createRelayout(rewriter, loc, results[number], oldType);
  else
    results[number] = createEmpty(rewriter, loc, oldType, results[number]);
  rewriter.replaceOp(loop, results);
}

static LogicalResult carrySourceOfRelayout(scf::ForOp loop,
                                           PatternRewriter &rewriter) {
  for (auto [number, arg] : llvm::enumerate(loop.getRegionIterArgs())) {
    Value yielded = loop.getYieldedValues()[number];
    RankedTensorType type = getCarriedType(arg, yielded);
    if (!type)
      continue;
    // Unless the loop is sure to run, its first relayout must be one that is
    // there already.
    Value init = loop.getInitArgs()[number];
    RelayoutOp first = getRelayout(init);
    if (!runsTwice(loop) &&
        !(first && first->hasOneUse() && first.getSource().getType() == type))
      continue;
    carry(loop, number, type, rewriter);
    return success();
  }
  return failure();
}

/// Returns the insertions into a tensor that a loop carries, last one first, if
/// all that happens to it is that they make the next one; else none.
static SmallVector<tensor::InsertSliceOp> getInsertions(scf::ForOp loop,
                                                        size_t number) {
  BlockArgument arg = loop.getRegionIterArgs()[number];
  SmallVector<tensor::InsertSliceOp> insertions;
  for (Value value = loop.getYieldedValues()[number]; value != arg;) {
    auto insertion = value.getDefiningOp<tensor::InsertSliceOp>();
    if (!insertion || insertion->getBlock() != loop.getBody() ||
        !value.hasOneUse())
      return {};
    insertions.push_back(insertion);
    value = insertion.getDest();
  }
  return arg.hasOneUse() ? insertions : SmallVector<tensor::InsertSliceOp>();
}

/// True if it moves no more to relay each slice that a loop inserts than the
/// array that it makes: slices are computed in the other layout, or all of them
/// are no more than the array.
static bool areSlicesFree(scf::ForOp loop,
                          ArrayRef<tensor::InsertSliceOp> insertions,
                          Attribute encoding) {
  std::optional<llvm::APInt> runs = loop.getStaticTripCount();
  int64_t elements = 0;
  for (tensor::InsertSliceOp insertion : insertions) {
    RankedTensorType slice = insertion.getSourceType();
    if (slice.getRank() != insertion.getDestType().getRank())
      continue;
    if (!withEncoding(slice, encoding))
      return false;
    if (isFreeIn(insertion.getSource(), loop.getBody(), encoding))
      continue;
    int64_t inserted = 0;
    if (!slice.hasStaticShape() || !runs || runs->getActiveBits() > 31 ||
        llvm::MulOverflow(slice.getNumElements(), runs->getSExtValue(),
                          inserted) ||
        llvm::AddOverflow(elements, inserted, elements) ||
        !insertion.getDestType().hasStaticShape() ||
        elements > insertion.getDestType().getNumElements())
      return false;
  }
  return true;
}

/// relayout(for(empty) { insert }) -> for(empty') { insert }: an array that a
/// loop makes slice by slice is made in the layout that it is relaid to.
static LogicalResult carryDestination(RelayoutOp relayout,
                                      PatternRewriter &rewriter) {
  auto result = dyn_cast<OpResult>(relayout.getSource());
  auto loop = result ? dyn_cast<scf::ForOp>(result.getOwner()) : nullptr;
  if (!loop || !relayout.getResult() || relayout.getPadding() ||
      !result.hasOneUse() || loop->getBlock() != relayout->getBlock())
    return failure();
  auto type = cast<RankedTensorType>(relayout.getResult().getType());
  size_t number = result.getResultNumber();
  Value init = loop.getInitArgs()[number];
  if (!canStandFor(type, cast<RankedTensorType>(result.getType())) ||
      !isa_and_nonnull<EmptyOp, tensor::EmptyOp>(init.getDefiningOp()))
    return failure();
  SmallVector<tensor::InsertSliceOp> insertions = getInsertions(loop, number);
  if (insertions.empty() ||
      !areSlicesFree(loop, insertions, type.getEncoding()))
    return failure();
  rewriter.setInsertionPoint(loop);
  Value empty = createEmpty(rewriter, loop.getLoc(), type, init);
  rewriter.modifyOpInPlace(loop, [&] {
    loop.getInitArgsMutable()[number].assign(empty);
    loop.getRegionIterArgs()[number].setType(type);
    result.setType(type);
  });
  for (tensor::InsertSliceOp insertion : insertions) {
    RankedTensorType slice = insertion.getSourceType();
    rewriter.setInsertionPoint(insertion);
    Value source = insertion.getSource();
    if (slice.getRank() == type.getRank())
      source = createRelayout(rewriter, insertion.getLoc(), source,
                              withEncoding(slice, type.getEncoding()));
    rewriter.modifyOpInPlace(insertion, [&] {
      insertion.getSourceMutable().assign(source);
      insertion.getResult().setType(type);
    });
  }
  rewriter.replaceOp(relayout, result);
  return success();
}

void mlir::tiled_layout::populateCarriedRelayoutPatterns(
    RewritePatternSet &patterns) {
  patterns.add(carrySourceOfRelayout).add(carryDestination);
}
