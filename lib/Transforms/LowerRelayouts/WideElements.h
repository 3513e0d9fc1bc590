//===- WideElements.h - Elements wider than a lane --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_WIDEELEMENTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_WIDEELEMENTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace mlir::tiled_layout {

/// Returns an array of complex or 128-bit elements as one of integers of at
/// most 64 bits, for which there are vectors: two of them are a dimension of
/// their own, the most minor one in all tiles. `std::nullopt` for other
/// elements, and for arrays without a static shape or without a layout.
///
/// Example: `memref<4x6xcomplex<f64>, {1,0:T(8,128)}>` is a
/// `memref<4x6x2xi64, {2,1,0:T(8,128,2)}>`.
std::optional<Value> viewAsWords(OpBuilder &builder, Location loc, Value array);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_WIDEELEMENTS_H
