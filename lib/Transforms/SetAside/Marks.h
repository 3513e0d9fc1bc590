//===- Marks.h - Layouts at the locations of values -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While layouts are set aside, the location of each operation says which
// layouts its results had, and that of each block argument which it had: what
// rewrites an operation knows nothing of layouts, but hands on its location.
// The arguments and results of functions have theirs in attributes, and so has
// each relayout, which no type tells from a copy.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SETASIDE_MARKS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SETASIDE_MARKS_H

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns the location with the encodings of the values that stand there,
/// unit for none.
Location addMark(Location loc, ArrayRef<Attribute> encodings);

/// Returns the encodings that a location says, null for none; nothing if it
/// says nothing. Of several that are fused, the last one counts: rewrites put
/// the operation whose results remain there.
std::optional<SmallVector<Attribute>> getMark(Location loc);

/// Returns the location without what `addMark` put there.
Location removeMarks(Location loc);

/// Gives a result another encoding, and a constant's value its type.
void setResultType(OpResult result, Type type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SETASIDE_MARKS_H
