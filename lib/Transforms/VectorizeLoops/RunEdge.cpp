//===- RunEdge.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunEdge.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

Value mlir::tiled_layout::getStoredValue(Operation *store) {
  return cast<affine::AffineWriteOpInterface>(store).getValueToStore();
}

bool mlir::tiled_layout::areAlike(Operation *a, Operation *b) {
  if (a->getName() != b->getName() ||
      a->getResultTypes() != b->getResultTypes())
    return false;
  return isa<affine::AffineReadOpInterface>(a) ||
         (a->getAttrDictionary() == b->getAttrDictionary() &&
          a->getNumOperands() == b->getNumOperands());
}

bool RunEdge::isElsewhere(ArrayRef<Value> loads) const {
  return llvm::any_of(loads, [&](Value load) {
    return elsewhere.contains(load.getDefiningOp());
  });
}

namespace {

/// Looks for the copy of a loop's body beside it.
class EdgeFinder {
public:
  EdgeFinder(AffineForOp loop, const RunAccesses &accesses, bool isFirst,
             int64_t at)
      : loop(loop), accesses(accesses), at(at) {
    edge.isFirst = isFirst;
  }

  std::optional<RunEdge> find();

private:
  bool isPossible();
  bool matchStore(Operation *op);
  bool matchValue(Value inLoop, Value beside);
  bool canPass(Operation *op);

  AffineForOp loop;
  const RunAccesses &accesses;
  /// The loop's variable would have this value.
  int64_t at;
  RunEdge edge;
  /// The loop's stores without their copy, last in the body first.
  SmallVector<Operation *> missing;
  /// The copies of the loop's operations, and those of loads that go on where
  /// the loop does, which its vectors load once more.
  llvm::DenseMap<Operation *, Operation *> copies;
  SmallVector<Operation *> repeated;
};

} // namespace

/// All loads of the loop may come before or after all of its stores.
bool EdgeFinder::isPossible() {
  for (const auto &[op, store] : accesses) {
    if (!store.isStore)
      continue;
    missing.push_back(op);
    for (const auto &entry : accesses)
      if (!entry.second.isStore && mayTouch(entry.second.memref, store.memref))
        return false;
  }
  return !missing.empty();
}

bool EdgeFinder::matchValue(Value inLoop, Value beside) {
  if (loop.isDefinedOutsideOfLoop(inLoop))
    return inLoop == beside;
  Operation *op = inLoop.getDefiningOp(), *copy = beside.getDefiningOp();
  if (!op || !copy || !areAlike(op, copy))
    return false;
  auto [it, isNew] = copies.try_emplace(op, copy);
  if (!isNew)
    return it->second == copy;
  auto access = accesses.find(op);
  if (access == accesses.end())
    return llvm::all_of(llvm::zip_equal(op->getOperands(), copy->getOperands()),
                        [&](auto pair) {
                          return matchValue(std::get<0>(pair),
                                            std::get<1>(pair));
                        });
  if (affine::MemRefAccess(copy).memref != access->second.memref)
    return false;
  edge.loaded[op] = beside;
  if (!(getElementIndex(copy) == access->second.getIndexAt(at)))
    edge.elsewhere.insert(op);
  else
    repeated.push_back(copy);
  return true;
}

/// True if an operation stores what one of the loop's stores would.
bool EdgeFinder::matchStore(Operation *op) {
  if (!isa<affine::AffineWriteOpInterface>(op))
    return false;
  for (Operation *&store : missing) {
    const RunAccess &access = accesses.at(store);
    if (op->getName() != store->getName() ||
        affine::MemRefAccess(op).memref != access.memref ||
        !(getElementIndex(op) == access.getIndexAt(at)))
      continue;
    if (!matchValue(getStoredValue(store), getStoredValue(op)))
      return false;
    edge.stores.push_back(op);
    std::swap(store, missing.back());
    missing.pop_back();
    return true;
  }
  return false;
}

/// True if the loop's accesses may come before or after an operation.
bool EdgeFinder::canPass(Operation *op) {
  bool mayPass = true;
  bool isKnown = visitAccesses(op, [&](Value memref, bool isWrite) {
    for (const auto &entry : accesses)
      if (isWrite || entry.second.isStore)
        mayPass &= !mayTouch(memref, entry.second.memref);
  });
  return isKnown && mayPass;
}

std::optional<RunEdge> EdgeFinder::find() {
  if (!isPossible())
    return std::nullopt;
  auto next = [&](Operation *op) {
    return edge.isFirst ? op->getPrevNode() : op->getNextNode();
  };
  llvm::DenseSet<Operation *> passed;
  for (Operation *op = next(loop); op; op = next(op)) {
    if (!matchStore(op) && !canPass(op))
      return std::nullopt;
    passed.insert(op);
    if (missing.empty() && llvm::all_of(repeated, [&](Operation *load) {
          return passed.contains(load);
        }))
      return std::move(edge);
  }
  return std::nullopt;
}

std::optional<RunEdge>
mlir::tiled_layout::findRunEdge(AffineForOp loop, int64_t count,
                                const RunAccesses &accesses, bool isFirst) {
  int64_t first = loop.getConstantLowerBound();
  return EdgeFinder(loop, accesses, isFirst,
                    isFirst ? first - 1 : first + count)
      .find();
}
