//===- VectorLoops.h - From a plan to vector operations ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_VECTORLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_VECTORLOOPS_H

#include "tiled_layout/IR/PlanAttr.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// True if an extent is 0.
inline bool hasNoElements(MemRefType source, MemRefType dest) {
  return llvm::is_contained(source.getShape(), 0) ||
         llvm::is_contained(dest.getShape(), 0);
}

/// Returns what remains of the options where an operation stands: on a device,
/// no vectors and one thread; in a loop that threads share, one thread.
PlanOptions restrictOptions(Operation *op, PlanOptions options);

/// Returns the plan of a relayout that `planVectorLoops` has none for: by
/// lanes, or by vectors of a view; `std::nullopt` if there is none either.
std::optional<PlannedRelayout> planOtherLoops(Location loc, Value source,
                                              Value dest,
                                              const PlanOptions &options);

/// Returns the plan by which vectors relay whole static arrays of these types,
/// with padding filled if the options say so: where runs are contiguous on both
/// sides, and where elements of a block can be brought into order in registers.
/// Returns `std::nullopt` on other memrefs, on elements that are not 8, 16, 32
/// or 64 bits as they are, and where the plan is another permutation or has
/// irregular dimensions.
std::optional<PlannedRelayout>
planVectorLoops(MemRefType source, MemRefType dest, const PlanOptions &options);

/// Builds the loops of such a plan, which load and store vectors of at most
/// `options.vectorBits` bits, a power of two.
///
/// With more than one thread, the plan's thread loop becomes an `scf.forall`;
/// nothing inside depends on how far it goes but for the bounds of its axis.
///
/// Padding is filled by the same stores if the plan says so, with
/// `paddingBits`, an integer as wide as an element. Fails, having built
/// nothing, if that is null, and where vectors cannot move the block.
LogicalResult buildVectorLoops(OpBuilder &builder, Location loc, Value source,
                               Value dest, const RelayoutPlan &plan,
                               Value paddingBits, const PlanOptions &options);

/// Returns the plan by which vectors relay where a side is a view or strided,
/// such as a part that is transposed into a panel, or has extents or strides
/// that are known at run time only; `std::nullopt` where those of a block are
/// not known.
std::optional<PlannedRelayout> planViewLoops(MemRefType source, MemRefType dest,
                                             const PlanOptions &options);

/// Builds the loops of such a plan. Nothing after an edge is read or written,
/// and no line is taken to begin anywhere. Fails, having built nothing, where
/// vectors cannot move the block.
LogicalResult buildViewLoops(OpBuilder &builder, Location loc, Value source,
                             Value dest, const PlannedRelayout &planned,
                             const PlanOptions &options);

/// Builds loops that write `bits`, an integer as wide as an element, to the
/// padding of an array, and to nothing else. Fails, having built nothing, where
/// vectors do not relay such arrays, and if there is no padding.
LogicalResult buildPaddingLoops(OpBuilder &builder, Location loc, Value dest,
                                Value bits, PlanOptions options);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_VECTORLOOPS_H
