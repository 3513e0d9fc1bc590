//===- BitLoops.h - Relayouts that change elements --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BITLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BITLOOPS_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Builds loops over the axes of a relayout plan for elements that are not the
/// bits of their value in whole bytes on both sides: elements that share a byte
/// on one side or both, and elements that the two sides hold in different
/// widths. Vectors have at most `options.vectorBits` bits, a power of two; the
/// plan's thread loop becomes a parallel one as in `buildVectorLoops`.
///
/// Bytes are loaded, widened to a lane for each element, joined and stored:
/// where runs are contiguous on both sides, and where runs take turns on one
/// side. Where a whole byte holds one element of each of several runs, their
/// lanes are shifted into each other.
///
/// Fails, having built nothing, on other relayouts: of dynamic or strided
/// memrefs, of plain elements, of other permutations, and where runs do not
/// begin at bytes.
LogicalResult buildBitLoops(OpBuilder &builder, Location loc, Value source,
                            Value dest, const PlanOptions &options,
                            bool useForall = true);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BITLOOPS_H
