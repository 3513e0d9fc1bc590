//===- ViewAlignment.h - Where views are known to begin ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operations that make a view say of it, beyond its type.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_VIEWALIGNMENT_H
#define TILED_LAYOUT_IR_VIEWALIGNMENT_H

#include "tiled_layout/IR/ViewTypes.h"

namespace mlir::tiled_layout {

/// Returns what the elements between neighbours along each physical dimension
/// of a tiled memref are known to be a multiple of, also where their number is
/// not known: that of the rows of `memref<?x?xf32, T(8,128)>` of 1024, and
/// those of a `tiled_layout.subview` of it too.
SmallVector<int64_t> getStrideDivisors(Value array);

/// True if the first element of a slice of an array that begins at a byte is
/// known to do so, too. Offsets that are not known are multiples of what the
/// slice says and, but for one index, begin where tiles do.
bool beginsAtByte(MemRefType source, ArrayRef<SliceDimension> slice);

/// True if the first element of a memref is known to begin at a byte: always,
/// but for views whose elements share bytes, and which `tiled_layout.subview`
/// makes of such an array.
///
/// Example: a block of whole tiles of `T(8,128)(8,1)E(4)` does, the second row
/// of one does not.
bool beginsAtByte(Value array);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_VIEWALIGNMENT_H
