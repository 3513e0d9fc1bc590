//===- CarriedAttributes.h - What programs say of operations ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's conversions of calls, loops and branches make new operations, and
// drop what a program has attached to the old ones. Locations reach the new
// ones, so that the attributes travel in these.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_CARRIEDATTRIBUTES_H
#define TILED_LAYOUT_LIB_CONVERSION_CARRIEDATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Puts the discardable attributes of an operation, and those that say how to
/// compile it, into its location.
void packAttributes(Operation *op);

/// Gives operations below `root` whose location holds attributes of an
/// operation of their name those that they lack, and restores all locations.
void unpackAttributes(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_CARRIEDATTRIBUTES_H
