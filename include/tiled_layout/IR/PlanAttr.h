//===- PlanAttr.h - Plans of relayouts in the IR ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_PLANATTR_H
#define TILED_LAYOUT_IR_PLANATTR_H

#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Relayout/PlanChoice.h"

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/PlanAttrs.h.inc"

namespace mlir::tiled_layout {

/// The name of the attribute of an operation that says how it is done.
inline constexpr llvm::StringLiteral planAttrName = "tiled_layout.plan";

/// Returns the two arrays of a relayout as their types know them;
/// `std::nullopt` where a map is neither a layout nor strides.
std::optional<RelayoutArrays> getRelayoutArrays(MemRefType source,
                                                MemRefType dest);

/// True if elements lie in arrays of both types as vectors hold them, so that a
/// relayout from one to the other may have a plan.
bool mayHavePlan(MemRefType source, MemRefType dest);

/// True if both are also whole arrays of known extents, which have elements.
bool areStaticArrays(MemRefType source, MemRefType dest);

/// A plan, and what it was made for.
struct PlannedRelayout {
  /// The arrays as they were known then.
  RelayoutArrays arrays;
  RelayoutPlan plan;
  int64_t vectorBits;
};

/// Returns the plan that an operation has: `std::nullopt` if it has none. Emits
/// an error and fails if the plan is not one of the operation's types.
FailureOr<std::optional<PlannedRelayout>> getPlanOf(Operation *op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_PLANATTR_H
