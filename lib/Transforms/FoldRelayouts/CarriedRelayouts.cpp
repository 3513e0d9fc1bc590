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

void mlir::tiled_layout::populateCarriedRelayoutPatterns(
    RewritePatternSet &patterns) {
  patterns.add(carrySourceOfRelayout);
}
