//===- Dependences.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"

#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// Accesses of a body beyond which dependences are not computed: their number
/// grows with the square.
static constexpr size_t maxDependentAccesses = 24;

/// True for a memref that no other one in the program overlaps, other than
/// views of it.
static bool isApart(Value memref) {
  if (auto argument = dyn_cast<BlockArgument>(memref)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function && argument.getOwner()->isEntryBlock() &&
           function.getArgAttr(argument.getArgNumber(), "llvm.noalias");
  }
  return hasSingleEffect<MemoryEffects::Allocate>(memref.getDefiningOp(),
                                                  memref);
}

bool mlir::tiled_layout::areOneOrApart(Value a, Value b) {
  if (a == b)
    return true;
  // One that nothing else overlaps is apart from what existed before it and
  // from other such ones; a view of it would be neither an argument nor an
  // allocation.
  auto isBase = [](Value value) {
    return isApart(value) ||
           (isa<BlockArgument>(value) &&
            isa<FunctionOpInterface>(
                cast<BlockArgument>(value).getOwner()->getParentOp()));
  };
  return isBase(a) && isBase(b) && (isApart(a) || isApart(b));
}

/// Collects the loads and stores of a body; fails if anything else there may
/// touch memory, or if two arrays may overlap in an unknown way.
static LogicalResult getAffineAccesses(AffineForOp root,
                                       SmallVectorImpl<Operation *> &accesses) {
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
      if (!areOneOrApart(affine::MemRefAccess(a).memref,
                         affine::MemRefAccess(b).memref))
        return failure();
    }
  return success();
}

FailureOr<std::vector<Dependence>>
mlir::tiled_layout::getDependences(AffineForOp root) {
  SmallVector<Operation *> accesses;
  if (failed(getAffineAccesses(root, accesses)))
    return failure();
  std::vector<Dependence> dependences;
  for (Operation *from : accesses)
    for (Operation *to : accesses) {
      affine::MemRefAccess source(from), dest(to);
      if (source.memref != dest.memref || !(source.isStore() || dest.isStore()))
        continue;
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
