//===- Dependences.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"

#include "../NoAlias.h"
#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// Accesses of a body beyond which dependences are not computed: their number
/// grows with the square.
static constexpr size_t maxDependentAccesses = 24;

/// Bounds that are no constants and divisions beyond which dependences between
/// two accesses are not computed: eliminating variables multiplies inequalities
/// each time.
static constexpr int64_t maxInequalities = 16;

/// Counts the bounds that are no constants of the loops around an access, and
/// the divisions in them and in its index.
static int64_t countInequalities(Operation *access) {
  int64_t count = 0;
  auto countDivisions = [&](AffineExpr expr) {
    expr.walk([&](AffineExpr part) {
      count += part.getKind() == AffineExprKind::FloorDiv ||
               part.getKind() == AffineExprKind::CeilDiv ||
               part.getKind() == AffineExprKind::Mod;
    });
  };
  affine::AffineValueMap index;
  affine::MemRefAccess(access).getAccessMap(&index);
  llvm::for_each(index.getAffineMap().getResults(), countDivisions);
  for (Operation *op = access->getParentOp(); op; op = op->getParentOp()) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (!loop)
      continue;
    for (AffineMap map : {loop.getLowerBoundMap(), loop.getUpperBoundMap()})
      for (AffineExpr bound : map.getResults()) {
        count += !isa<AffineConstantExpr>(bound);
        countDivisions(bound);
      }
  }
  return count;
}

/// Returns how many elements an access touches, or 0 for a vector that does not
/// begin at a multiple of its length.
static int64_t getAlignedLength(Operation *access) {
  VectorType vector;
  if (auto load = dyn_cast<affine::AffineVectorLoadOp>(access))
    vector = load.getVectorType();
  if (auto store = dyn_cast<affine::AffineVectorStoreOp>(access))
    vector = store.getVectorType();
  if (!vector)
    return 1;
  affine::AffineValueMap index;
  affine::MemRefAccess(access).getAccessMap(&index);
  if (vector.getRank() != 1 || index.getNumResults() == 0)
    return 0;
  int64_t length = vector.getNumElements();
  IndexRange last =
      ValueRanges().get(index.getResult(index.getNumResults() - 1),
                        index.getNumDims(), index.getOperands());
  return last.congruence.isMultipleOf(length) ? length : 0;
}

/// True if the dependence between accesses is the one between their first
/// elements, which is what MLIR computes of vectors.
static bool areLikeElements(Operation *a, Operation *b) {
  int64_t length = getAlignedLength(a);
  return length != 0 && length == getAlignedLength(b);
}

/// Collects the loads and stores of a body; fails if anything else there may
/// touch memory, or if two arrays may overlap in an unknown way; with
/// `unknown`, adds those to it instead.
static LogicalResult getAffineAccesses(AffineForOp root,
                                       SmallVectorImpl<Operation *> &accesses,
                                       SetVector<Value> *unknown) {
  WalkResult result = root.walk([&](Operation *op) {
    if (isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface>(op))
      accesses.push_back(op);
    else if (!isa<AffineForOp, affine::AffineIfOp>(op) &&
             !isMemoryEffectFree(op))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || accesses.size() > maxDependentAccesses)
    return failure();
  for (Operation *a : accesses)
    for (Operation *b : accesses) {
      if (!isa<affine::AffineWriteOpInterface>(a))
        continue;
      Value stored = affine::MemRefAccess(a).memref;
      Value other = affine::MemRefAccess(b).memref;
      bool isKnown = areSameOrNoAlias(stored, other);
      if ((!isKnown && !unknown) || (stored == other && !areLikeElements(a, b)))
        return failure();
      if (!isKnown)
        unknown->insert_range(ArrayRef{stored, other});
    }
  return success();
}

FailureOr<std::vector<Dependence>>
mlir::tiled_layout::getDependences(AffineForOp root,
                                   SetVector<Value> *unknown) {
  SmallVector<Operation *> accesses;
  if (failed(getAffineAccesses(root, accesses, unknown)))
    return failure();
  std::vector<Dependence> dependences;
  for (Operation *from : accesses)
    for (Operation *to : accesses) {
      affine::MemRefAccess source(from), dest(to);
      if (source.memref != dest.memref || !(source.isStore() || dest.isStore()))
        continue;
      if (countInequalities(from) + countInequalities(to) > maxInequalities)
        return failure();
      unsigned loops = affine::getNumCommonSurroundingLoops(*from, *to);
      for (unsigned depth = 1; depth <= loops; ++depth) {
        Dependence dependence = {from, to, {}, depth - 1};
        affine::DependenceResult result = affine::checkMemrefAccessDependence(
            source, dest, depth, nullptr, &dependence.components);
        if (result.value == affine::DependenceResult::Failure)
          return failure();
        if (affine::hasDependence(result) &&
            root->isAncestor(dependence.components[depth - 1].op))
          dependences.push_back(std::move(dependence));
      }
    }
  return dependences;
}
