//===- LaneElements.h - Lanes in vectors ------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands in the lanes of a vector between a program and memory: bits of
// elements, in the order of the lanes or of the slots of an access.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LANEELEMENTS_H
#define TILED_LAYOUT_LIB_CONVERSION_LANEELEMENTS_H

#include "ElementBits.h"
#include "LaneAccess.h"

namespace mlir::tiled_layout {

/// Returns what lanes hold for elements of a type: LLVM takes vectors of narrow
/// floats apart wherever it can, so those are integers.
Type getCarriedType(Type stored);

/// How an element gets from memory into a lane.
struct ElementTypes {
  explicit ElementTypes(MemRefType type);

  /// The type of the program's values.
  Type value;
  /// The element type of the flat memref.
  Type stored;
  /// What lanes hold on their way.
  Type carried;
};

/// True if vector accesses reach the elements: whole values, or one byte each.
bool isReachedByVectors(MemRefType type);

/// Returns the flat memref behind a tiled one.
Value getFlat(OpBuilder &builder, Location loc, Value memref);

/// Turns the values of a program into what lanes hold: bytes are widened, with
/// their sign if the type has one. And back; upper bits are ignored.
Value toCarried(OpBuilder &builder, Location loc, Value values,
                const ElementTypes &types);
Value fromCarried(OpBuilder &builder, Location loc, Value carried,
                  const ElementTypes &types);

/// Returns the lanes in the order of the slots of an access.
Value toSlots(OpBuilder &builder, Location loc, Value lanes,
              const LaneRun &run);

/// Puts the slots of an access into their lanes of `others`, which may be null.
Value fromSlots(OpBuilder &builder, Location loc, Value slots,
                const LaneRun &run, int64_t lanes, Value others);

/// Returns the mask of an access, or null if all of it is wanted.
Value getSlotMask(OpBuilder &builder, Location loc, Value on,
                  const LaneRun &run);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LANEELEMENTS_H
