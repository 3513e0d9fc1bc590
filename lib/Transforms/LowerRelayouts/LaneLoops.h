//===- LaneLoops.h - Relayouts of elements of any width ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_LANELOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_LANELOOPS_H

#include "tiled_layout/IR/PlanAttr.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns the plan of a relayout of elements of any width on either side: the
/// bits of their value, or more, or less than a byte. Extents, strides and
/// offsets may be dynamic. Vectors have at most `options.vectorBits` bits, a
/// power of two.
///
/// Bytes are loaded, widened to a lane for each element, joined and stored:
/// where runs are contiguous on both sides, where runs are interleaved on one
/// side, and where the runs of one side lie across those of the other. Where a
/// whole byte holds one element of each of several runs, their lanes are
/// shifted into each other. Other relayouts of dynamic shapes or strides go by
/// element.
///
/// Returns `std::nullopt` on elements that are no integers or floats of 1, 2,
/// 4, ... 64 bits, on tiles that are sized by a dynamic extent, where the plan
/// has irregular dimensions, and on static shapes without vectors.
std::optional<PlannedRelayout> planLaneLoops(Location loc, Value source,
                                             Value dest, PlanOptions options);

/// Builds the loops of such a plan, whose thread loop becomes a parallel one as
/// in `buildVectorLoops`. Blocks that have no vectors, or more of them than
/// code is unrolled for, go by element. Fails, having built nothing, where
/// there are no axes.
LogicalResult buildLaneLoops(OpBuilder &builder, Location loc, Value source,
                             Value dest, const PlannedRelayout &planned,
                             const PlanOptions &options);

/// Builds loops that move whole columns between bytes and less than bytes,
/// where edges cut blocks and masks leave padding out. If `getBits` is not
/// null, packs bytes and writes padding with them, all of it in whole vectors;
/// `getBits` returns what padding receives as an integer of so many bits.
/// Fails, having built nothing, where no plan does so.
LogicalResult buildColumnLoops(OpBuilder &builder, Location loc, Value source,
                               Value dest,
                               function_ref<Value(unsigned)> getBits,
                               PlanOptions options);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_LANELOOPS_H
