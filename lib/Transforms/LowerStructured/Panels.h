//===- Panels.h - The buffers of packed operands ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_PANELS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_PANELS_H

#include "tiled_layout/IR/StructuredOps.h"
#include "tiled_layout/Structured/Panel.h"

namespace mlir::tiled_layout {

/// The buffers of the operands that a plan packs. Each is a tiled array, so
/// that a relayout fills it.
class Panels {
public:
  Panels(OpBuilder &builder, linalg::LinalgOp op, const Target &target,
         const StructuredProblem &problem, const StructuredPlan &plan);

  /// Allocates the buffer of a pack.
  void allocate(size_t pack);
  /// Returns the buffer of a pack as an array of one dimension.
  Value getArray(size_t pack) const { return arrays[pack]; }
  /// Copies the part of an operand that begins at `indices` and has `limits`,
  /// each by dimension of the operation. `sizes` are what a limit may be, where
  /// that is known: each has a copy of its own, which is the faster.
  void fill(size_t pack, ArrayRef<Value> indices, ArrayRef<OpFoldResult> limits,
            ArrayRef<SmallVector<int64_t, 2>> sizes);
  /// Returns a small buffer that begins at a line of memory.
  Value allocateOnStack(MemRefType type) { return allocateBuffer(type, 0); }
  /// Frees a buffer that is on the heap.
  void release(size_t pack);

private:
  Value getExtent(size_t pack, int64_t number);
  Value allocateBuffer(MemRefType type, std::optional<int64_t> bytes,
                       ValueRange extents = {});
  void copy(size_t pack, ArrayRef<Value> indices,
            SmallVector<OpFoldResult> limits,
            ArrayRef<SmallVector<int64_t, 2>> sizes);
  void clearAfter(size_t pack, OpFoldResult steps);
  void convert(size_t pack, OpFoldResult rows);
  void convert(size_t pack, Value begin, Value end, int64_t lanes);
  Value convert(size_t pack, Value elements, Type type);

  OpBuilder &builder;
  linalg::LinalgOp op;
  const Target &target;
  const StructuredProblem &problem;
  const StructuredPlan &plan;
  SmallVector<Panel, 2> panels;
  /// For each pack: the dimension that each index of the array is, or -1.
  SmallVector<SmallVector<int64_t>> dims;
  /// What relayouts fill, and the elements of the panels. They are those of the
  /// buffers, unless panels are wide.
  SmallVector<Value> buffers, arrays;
  /// The arrays that are allocated.
  SmallVector<SmallVector<Value, 2>> allocated;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_PANELS_H
