//===- RunAccess.h - Accesses of a loop along a run -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNACCESS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNACCESS_H

#include "../ElementIndex.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::tiled_layout {

/// A load or store in an innermost loop, by where it is in memory.
struct RunAccess {
  Operation *op;
  Value memref, variable;
  bool isStore;
  ElementIndex index;
  /// The elements of the dimensions from this one on are neighbours; those
  /// before it have indices that are the same in all iterations.
  int64_t dim;
  /// The number of the first element among them: an expression of the operands
  /// of `index`, linear in the loop's variable, which adds `stride` to it.
  AffineExpr position;
  int64_t stride;

  int64_t getElementBits() const {
    return cast<MemRefType>(memref.getType()).getElementTypeBitWidth();
  }
  /// Returns which of `rows` elements of a word it is, where words begin at
  /// multiples of `rows`, or `std::nullopt` if that is not known, or if not all
  /// words are whole.
  std::optional<int64_t> getLane(int64_t rows) const;
  /// True if both go through the same words of `rows` elements.
  bool sharesWords(const RunAccess &other, int64_t rows) const;
  /// True if no two iterations, of either access, touch the same element.
  bool isDisjointFrom(const RunAccess &other) const;
  /// Returns the index in the iteration that has this value of the variable.
  ElementIndex getIndexAt(int64_t value) const;
};

/// Returns the access of a load or store of an element, or `std::nullopt` if it
/// does not go through memory in equal steps of at least 0 elements, or if
/// memory does not have them as vectors do.
std::optional<RunAccess> getRunAccess(Operation *op, Value variable);

using RunAccesses = llvm::DenseMap<Operation *, RunAccess>;

/// Returns the accesses of an innermost loop, or `std::nullopt` if its body
/// does anything else to memory, or if they depend on other values in it.
std::optional<RunAccesses> getRunAccesses(affine::AffineForOp loop);

/// Creates a load of neighbouring elements, from the access's own on,
/// less `lane`; `at` is the loop's variable.
Value loadRun(OpBuilder &builder, const RunAccess &access, int64_t lane,
              int64_t count, Value at);
/// Creates a store of neighbouring elements, from the access's own on.
void storeRun(OpBuilder &builder, const RunAccess &access, Value vector,
              Value at);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNACCESS_H
