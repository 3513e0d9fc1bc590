//===- RowVectors.h - Vectors of rows that share words ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_ROWVECTORS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_ROWVECTORS_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Puts vectors of `lanes` elements together to one of [lanes, number of
/// vectors], the words of rows that share them. On a little-endian machine
/// shifts do it, where the words have at most 64 bits: LLVM takes several
/// shuffles apart, and puts them together again by more.
Value joinRows(OpBuilder &builder, Location loc, ArrayRef<Value> rows);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_ROWVECTORS_H
