//===- Panel.h - Where a packed operand lies --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_STRUCTURED_PANEL_H
#define TILED_LAYOUT_STRUCTURED_PANEL_H

#include "tiled_layout/Structured/StructuredProblem.h"

namespace mlir::tiled_layout {

/// The buffer of a packed operand: the part of the operand that the loops
/// within read, in the order in which they read it.
///
/// Example: in `loops = [d1 by 256, d2 by 128, pack 1, d1 by 32, d0 by 8,
/// d2 by 1], vector = d1 x 16`, the panel of B[d2, d1] has 8 blocks of 128 rows
/// of 32 elements each: `blockDim` d1, `block` 32, `order` [d2, d1].
struct Panel {
  /// For each dimension of the operation: the most indices that the panel
  /// holds; 0 if the operand does not depend on it.
  llvm::SmallVector<int64_t> extents;
  /// The dimension whose neighbours are neighbours in the panel, as far as a
  /// block of registers reaches: the vector's, or else that of the rows. -1 if
  /// there is none.
  int64_t blockDim = -1;
  /// Its indices that lie together.
  int64_t block = 1;
  /// The indices of `groupDim` that are interleaved within a block, as in a
  /// tile (4,1): those whose products one instruction adds. 1 if there are
  /// none.
  int64_t group = 1;
  int64_t groupDim = -1;
  /// The indices of `groupDim` that an instruction which multiplies matrices
  /// takes: zeros fill up the last ones. 1 if there is none.
  int64_t filled = 1;
  /// The dimensions on which the operand depends, most major first; the one in
  /// blocks is the last, the one in groups comes before it. Empty where an
  /// index of the array is a sum, or nothing bounds an extent that is known at
  /// run time only: then the panel is an array without tiles, and has all of
  /// the dimensions of the operand's array.
  llvm::SmallVector<int64_t> order;
  /// Of such a panel: the extents, by dimension of the array.
  llvm::SmallVector<int64_t> shape;
  /// And the dimensions of the array, most major first: as they come, but the
  /// one is last along which vectors are loaded, and before it the one in
  /// groups if there is one.
  llvm::SmallVector<int64_t> axes;

  /// Returns the indices of a dimension that have room in the panel: those that
  /// fill the last block or group up among them.
  int64_t getRoom(int64_t dim) const;
  /// Returns the elements that have room.
  int64_t getElements() const;
};

/// Returns the panel of an operand that the plan packs. Requires that
/// `checkPacks` succeeds.
Panel getPanel(const StructuredProblem &problem, const StructuredPlan &plan,
               const PlanPack &pack);

/// Returns the dimensions of an operand's array as they come, but the one last
/// whose index the dimension of the operation is a part of.
llvm::SmallVector<int64_t> getAxesTo(const OperandAccess &access, int64_t dim);

/// True if a panel that is an array may have the indices of `dotDim` in groups
/// that are interleaved along `vectorDim`: one index is `dotDim`, neighbours
/// along `vectorDim` are neighbours in another one, and all extents are known
/// but those of which loops around the panel take one index.
///
/// Example: x[n, c, h + kh, w + kw] with groups of channels along w.
bool hasOwnGroups(const StructuredProblem &problem, const OperandAccess &access,
                  int64_t vectorDim, int64_t dotDim);

/// Returns the bits of an element of a panel that is widened: of what the body
/// widens it to, or of the numbers that the plan's dot instruction multiplies.
int64_t getWideBits(const OperandAccess &access, const StructuredPlan &plan);

/// Returns the operation as the loops within the packs see it: packed operands
/// lie in their panels.
StructuredProblem getPackedProblem(const StructuredProblem &problem,
                                   const StructuredPlan &plan);

/// Fails if operands cannot be packed as the plan says.
llvm::Error checkPacks(const StructuredProblem &problem,
                       const StructuredPlan &plan);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_STRUCTURED_PANEL_H
