//===- Dependences.h - Which iterations depend on each other --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_DEPENDENCES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_DEPENDENCES_H

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::tiled_layout {

/// An access that must not come before another one in a later iteration.
struct Dependence {
  Operation *source, *dest;
  /// For each loop around both, outermost first, by how much the induction
  /// variable of `dest` may exceed that of `source`.
  SmallVector<affine::DependenceComponent, 2> components;
  /// The number of the loop whose later iteration `dest` is in; those around it
  /// are in the same one.
  unsigned carrier;
};

/// Returns the dependences between accesses below a loop that it, or a loop in
/// it, carries. Fails if anything there but affine loads and stores may touch
/// memory, if arrays may overlap in an unknown way, or if there are too many
/// accesses or bounds of loops. With `unknown`, such arrays are taken for
/// separate ones, and added to it.
FailureOr<std::vector<Dependence>>
getDependences(affine::AffineForOp root, SetVector<Value> *unknown = nullptr);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_DEPENDENCES_H
