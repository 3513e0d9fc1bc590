//===- Treemap.h - Rectangles whose areas are bytes -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_PROFILE_TREEMAP_H
#define TILED_LAYOUT_LIB_PROFILE_TREEMAP_H

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::tiled_layout {

struct Rectangle {
  double x, y, width, height;
};

/// Cuts a rectangle into one part for each weight, in their order, with areas
/// in proportion. Weights are at least 0 and descend; parts are nearly square.
std::vector<Rectangle> getTreemap(llvm::ArrayRef<double> weights,
                                  Rectangle whole);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_PROFILE_TREEMAP_H
