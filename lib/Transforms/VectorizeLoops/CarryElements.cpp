//===- CarryElements.cpp - Elements that loops carry ----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeSteps.h"

#include "../Remarks.h"
#include "../RunLoops.h"

#include "../ElementIndex.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;
using affine::AffineLoadOp;
using affine::AffineStoreOp;

namespace {

/// An element that each iteration loads and then stores to.
struct CarriedElement {
  AffineLoadOp load;
  AffineStoreOp store;
  ElementIndex index;
};

} // namespace

/// Returns the elements that a loop can carry, if nothing else in it may touch
/// them.
static SmallVector<CarriedElement> findElements(AffineForOp loop) {
  SmallVector<CarriedElement> elements;
  // Accesses to elements that are not carried, and all others.
  SmallVector<std::pair<Value, std::optional<ElementIndex>>> others;
  for (Operation &op : loop.getBody()->without_terminator()) {
    std::optional<ElementIndex> index;
    if (isa<AffineLoadOp, AffineStoreOp>(op))
      index = getElementIndex(&op);
    bool isFixed = index && llvm::all_of(index->operands, [&](Value operand) {
                     return loop.isDefinedOutsideOfLoop(operand);
                   });
    if (auto load = dyn_cast<AffineLoadOp>(op);
        load && isFixed && loop.isDefinedOutsideOfLoop(load.getMemRef())) {
      elements.push_back({load, nullptr, *index});
      continue;
    }
    if (auto store = dyn_cast<AffineStoreOp>(op)) {
      auto *element = llvm::find_if(elements, [&](CarriedElement &e) {
        return e.index == *index && e.load.getMemRef() == store.getMemRef();
      });
      if (element != elements.end()) {
        element->store = store;
        continue;
      }
    }
    if (!visitAccesses(&op, [&](Value memref, bool) {
          others.push_back({memref, index});
        }))
      return {};
  }
  auto isTouched = [&](CarriedElement &element, Value memref,
                       const std::optional<ElementIndex> &index) {
    Value own = element.load.getMemRef();
    return mayTouch(memref, own) &&
           !(memref == own && index && index->differsFrom(element.index));
  };
  SmallVector<CarriedElement> carried;
  for (CarriedElement &element : elements) {
    bool isAlone =
        element.store && llvm::none_of(others, [&](const auto &other) {
          return isTouched(element, other.first, other.second);
        });
    for (CarriedElement &other : elements)
      if (other.load != element.load &&
          isTouched(element, other.load.getMemRef(), other.index))
        isAlone = false;
    if (isAlone)
      carried.push_back(element);
  }
  return carried;
}

static void carryInLoop(AffineForOp loop) {
  // A loop without iterations must not store.
  std::optional<uint64_t> count = affine::getConstantTripCount(loop);
  if (!count || *count == 0)
    return;
  SmallVector<CarriedElement> elements = findElements(loop);
  if (elements.empty())
    return;
  remark::passed(loop.getLoc(), getRemarkOpts(loop, "carry-elements"))
      << remark::metric("elements", elements.size());
  IRRewriter rewriter(loop);
  SmallVector<Value> first;
  for (CarriedElement &element : elements)
    first.push_back(AffineLoadOp::create(
        rewriter, element.load.getLoc(), element.load.getMemRef(),
        element.index.map, element.index.operands));
  auto yield = [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
    SmallVector<Value> values;
    for (auto [element, argument] : llvm::zip_equal(elements, arguments)) {
      rewriter.replaceOp(element.load, argument);
      values.push_back(element.store.getValueToStore());
    }
    return values;
  };
  size_t before = loop.getNumResults();
  DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
  auto newLoop = cast<AffineForOp>(*loop.replaceWithAdditionalYields(
      rewriter, first, /*replaceInitOperandUsesInLoop=*/false, yield));
  newLoop->setDiscardableAttrs(attributes);
  rewriter.setInsertionPointAfter(newLoop);
  for (auto [element, last] :
       llvm::zip_equal(elements, newLoop.getResults().drop_front(before))) {
    AffineStoreOp::create(rewriter, element.store.getLoc(), last,
                          element.store.getMemRef(), element.index.map,
                          element.index.operands);
    rewriter.eraseOp(element.store);
  }
}

void mlir::tiled_layout::carryElements(Operation *root) {
  SmallVector<AffineForOp> loops;
  root->walk([&](AffineForOp loop) {
    if (!getAnnotation(loop) && loop.getBody()->getOps<AffineForOp>().empty())
      loops.push_back(loop);
  });
  for (AffineForOp loop : loops)
    carryInLoop(loop);
}
