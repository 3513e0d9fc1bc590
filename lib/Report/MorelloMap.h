//===- MorelloMap.h - Morello's layouts as affine maps ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_REPORT_MORELLOMAP_H
#define TILED_LAYOUT_LIB_REPORT_MORELLOMAP_H

#include "tiled_layout/Layout/Morello.h"

#include "mlir/IR/AffineMap.h"

namespace mlir::tiled_layout {

/// Returns the map from logical index to the coordinate in the layout's own
/// physical dimensions, slowest first; a null map if the size of a piece that
/// others depend on is unknown.
///
/// `physicalShape` is what `getMorelloPhysicalShape` returns for `extents`.
///
/// Example: `[0, 1 oe(8)]` on `[2, 8]` is
/// `(d0, d1) -> (d0, d1 floordiv 2 + (d1 mod 2) * 4)`.
AffineMap getMorelloPhysicalMap(const MorelloLayout &layout,
                                llvm::ArrayRef<int64_t> extents,
                                llvm::ArrayRef<int64_t> physicalShape,
                                MLIRContext *context);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_REPORT_MORELLOMAP_H
