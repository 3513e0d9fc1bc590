//===- VectorLoops.h - From a plan to vector operations ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_VECTORLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_VECTORLOOPS_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "mlir/IR/Builders.h"

#include <functional>

namespace mlir::tiled_layout {

/// How the padding of a relayout receives its value; both null if it is left
/// undefined.
struct PaddingSource {
  /// Builds and returns the value as an integer of so many bits; null if
  /// elements in words of that width have no single value.
  std::function<Value(unsigned)> getBits;
  /// Builds what fills padding on its own, before any element is written.
  std::function<void()> fill;
};

/// Returns what remains of the options where an operation stands: on a device,
/// no vectors and one thread; in a loop that threads share, one thread.
PlanOptions restrictOptions(Operation *op, PlanOptions options);

/// Builds loops over the axes of a relayout plan that load and store vectors of
/// at most `options.vectorBits` bits, a power of two: where runs are contiguous
/// on both sides, and where two, four or eight runs are interleaved on one
/// side.
///
/// With more than one thread, the plan's thread loop becomes an `scf.forall`,
/// or an `scf.parallel` unless `useForall`; nothing inside depends on how far
/// it goes but for the bounds of its axis.
///
/// Padding is filled by the same stores if the plan says so. The plan is
/// `given`, which must be one of the arrays' types, or made here.
///
/// Fails, having built nothing, on other relayouts: of dynamic or strided
/// memrefs, of elements that are not 8, 16, 32 or 64 bits as they are, and
/// where the plan is another permutation or has irregular dimensions.
LogicalResult buildVectorLoops(OpBuilder &builder, Location loc, Value source,
                               Value dest, const PaddingSource &padding,
                               PlanOptions options, bool useForall = true,
                               const RelayoutPlan *given = nullptr);

/// Returns the plan by which `buildVectorLoops` would relay static arrays of
/// these types, with padding filled if the options say so; `std::nullopt` if it
/// would fail.
std::optional<RelayoutPlan> planVectorLoops(MemRefType source, MemRefType dest,
                                            const PlanOptions &options);

/// Builds the same loops where a side is a view or strided, such as a part that
/// is transposed into a panel, or has extents or strides that are known at run
/// time only. Nothing behind an edge is read or written, and no line is taken
/// to begin anywhere. Fails, having built nothing, where those of a block are
/// not known.
LogicalResult buildViewLoops(OpBuilder &builder, Location loc, Value source,
                             Value dest, PlanOptions options, bool useForall);

/// Builds loops that write `bits`, an integer as wide as an element, to the
/// padding of an array, and to nothing else. Fails, having built nothing, where
/// `buildVectorLoops` does, and if there is no padding.
LogicalResult buildPaddingLoops(OpBuilder &builder, Location loc, Value dest,
                                Value bits, PlanOptions options);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_VECTORLOOPS_H
