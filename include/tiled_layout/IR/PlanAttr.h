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

/// True if elements lie in static arrays of both types as vectors hold them, so
/// that a relayout from one to the other may have a plan.
bool mayHavePlan(MemRefType source, MemRefType dest);

/// Returns the plan that an operation has: `std::nullopt` if it has none. Emits
/// an error and fails if the plan is not one of the operation's types.
FailureOr<std::optional<RelayoutPlan>> getPlanOf(Operation *op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_PLANATTR_H
