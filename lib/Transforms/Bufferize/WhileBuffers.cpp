//===- WhileBuffers.cpp - What scf.while hands from region to region ------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first region of `scf.while` may hand tensors to the second region that
// have other types, or stand in other places, than those that it takes. Then no
// buffer goes round, and each iteration would allocate. A loop that takes and
// hands on each of them has a buffer for each:
//
//   scf.while (%x = %a) : (T) -> (U)          %e = tensor.empty() : U
//     scf.condition(%c) %y : U                scf.while (%x = %a, %u = %e)
//   do (%y : U)                       ->          : (T, U) -> (T, U)
//     scf.yield %z : T                          scf.condition(%c) %x, %y
//                                             do (%x : T, %y : U)
//                                               scf.yield %z, %y
//
// CarriedBuffers.cpp then copies %y to the buffer of %u, and %z to that of %x.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if a value needs a buffer that the loop can be given: its extents are
/// known before the loop.
static bool isWithoutBuffer(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// True if the condition hands on a tensor that no argument of its type and in
/// its place has a buffer for.
static bool lacksBuffers(scf::WhileOp loop) {
  Block::BlockArgListType arguments = loop.getBeforeArguments();
  for (auto [number, value] :
       llvm::enumerate(loop.getConditionOp().getArgs())) {
    bool hasBuffer = number < arguments.size() &&
                     value.getType() == arguments[number].getType();
    if (!hasBuffer && isWithoutBuffer(value.getType()))
      return true;
  }
  return false;
}

/// Replaces a loop by one whose condition hands on all that it takes, in the
/// same places, and then what else it handed on.
static void carryBuffers(IRRewriter &rewriter, scf::WhileOp loop) {
  Location loc = loop.getLoc();
  scf::ConditionOp condition = loop.getConditionOp();
  scf::YieldOp yield = loop.getYieldOp();
  Block::BlockArgListType taken = loop.getBeforeArguments();
  SmallVector<Value> inits(loop.getInits()), handed(taken);
  SmallVector<Type> takenTypes(loop.getInits().getTypes());
  // Where each value that the condition hands on stands now; tensors with
  // buffers first.
  SmallVector<std::optional<size_t>> places(condition.getArgs().size());
  rewriter.setInsertionPoint(loop);
  for (auto [number, value] : llvm::enumerate(condition.getArgs())) {
    if (number < taken.size() && value.getType() == taken[number].getType()) {
      handed[number] = value;
      places[number] = number;
    } else if (isWithoutBuffer(value.getType())) {
      places[number] = handed.size();
      handed.push_back(value);
      takenTypes.push_back(value.getType());
      inits.push_back(tensor::EmptyOp::create(rewriter, loc, value.getType(),
                                              /*dynamicSizes=*/ValueRange()));
    }
  }
  size_t carried = handed.size();
  for (auto [number, value] : llvm::enumerate(condition.getArgs()))
    if (!places[number]) {
      places[number] = handed.size();
      handed.push_back(value);
    }

  SmallVector<Type> handedTypes(ValueRange(handed).getTypes());
  auto created = scf::WhileOp::create(rewriter, loc, handedTypes, inits);
  created->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  auto addBlock = [&](Region &region, TypeRange types) {
    SmallVector<Location> locations(types.size(), loc);
    return rewriter.createBlock(&region, region.end(), types, locations);
  };
  Block *before = addBlock(created.getBefore(), takenTypes);
  Block *after = addBlock(created.getAfter(), handedTypes);
  // The values that were handed on among those that are.
  auto pick = [&](ValueRange values) {
    return llvm::map_to_vector(places,
                               [&](auto place) { return values[*place]; });
  };
  rewriter.modifyOpInPlace(condition,
                           [&] { condition.getArgsMutable().assign(handed); });
  SmallVector<Value> yielded(yield.getResults());
  for (size_t number = taken.size(); number < carried; ++number)
    yielded.push_back(after->getArgument(number));
  rewriter.modifyOpInPlace(yield,
                           [&] { yield.getResultsMutable().assign(yielded); });
  rewriter.mergeBlocks(loop.getBeforeBody(), before,
                       before->getArguments().take_front(taken.size()));
  rewriter.mergeBlocks(loop.getAfterBody(), after, pick(after->getArguments()));
  rewriter.replaceOp(loop, pick(created.getResults()));
}

void mlir::tiled_layout::carryWhileBuffers(Operation *root) {
  SmallVector<scf::WhileOp> loops;
  root->walk([&](scf::WhileOp loop) {
    if (lacksBuffers(loop))
      loops.push_back(loop);
  });
  IRRewriter rewriter(root->getContext());
  for (scf::WhileOp loop : loops)
    carryBuffers(rewriter, loop);
}
