//===- MergeViews.cpp - One name for one view -----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two slices of a tensor look like two arrays to the analysis of bufferization,
// even if they are the same slice. Merging them must not merge anything that is
// computed: of two tensors that are filled with zero, each becomes the result
// of another matmul, and one of them alone would be copied for every matmul.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/ScopedHashTable.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Operations are equal that have the same operands, attributes and types.
struct SameOperation : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    if (a == getTombstoneKey() || a == getEmptyKey() ||
        b == getTombstoneKey() || b == getEmptyKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(a), const_cast<Operation *>(b),
        OperationEquivalence::IgnoreLocations);
  }
};

using Known = llvm::ScopedHashTable<Operation *, Operation *, SameOperation>;

} // namespace

/// True if the operation is a view, or computes scalars such as its offsets.
static bool isMerged(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 || !isPure(op))
    return false;
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp, FromPhysicalOp, ToPhysicalOp>(op) ||
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

/// Merges what is below `op`; what is known around it is in `known`.
static void mergeBelow(RewriterBase &rewriter, Operation *op, Known &known) {
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      Known::ScopeTy scope(known);
      for (Operation &inner : llvm::make_early_inc_range(block)) {
        if (isMerged(&inner)) {
          if (Operation *same = known.lookup(&inner))
            rewriter.replaceOp(&inner, same->getResults());
          else
            known.insert(&inner, &inner);
        } else if (inner.hasTrait<OpTrait::IsIsolatedFromAbove>()) {
          Known own;
          mergeBelow(rewriter, &inner, own);
        } else {
          mergeBelow(rewriter, &inner, known);
        }
      }
    }
}

void mlir::tiled_layout::mergeViews(Operation *root) {
  IRRewriter rewriter(root->getContext());
  Known known;
  mergeBelow(rewriter, root, known);
}
