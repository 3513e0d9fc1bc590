//===- PartialResults.h - Reductions across the edges of tiles --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_PARTIALRESULTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_PARTIALRESULTS_H

#include "tiled_layout/Target/Target.h"

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Rewrites nests of `affine.for` below `root` in which a loop over tiles has a
/// reduction along a run of each: the lanes of a vector are partial results
/// through all tiles, and are combined once after them.
///
/// ```
///   affine.for %J = 0 to 8 iter_args(%s = %0) -> (f32) {
///     affine.for %c = 0 to 128 iter_args(%t = %s) -> (f32) {
///       %x = affine.load %a[%I, %J, %r, %c]
///       %u = arith.addf %t, %x fastmath<reassoc>
/// ```
///
/// The vectors are two registers of the target, or fewer for short runs.
/// LLVM would add the lanes of its partial sums after each run.
void carryPartialResults(Operation *root, const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_PARTIALRESULTS_H
