//===- MorelloRules.h - What Morello's notation refuses ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_MORELLORULES_H
#define TILED_LAYOUT_LIB_LAYOUT_MORELLORULES_H

#include "tiled_layout/Layout/Morello.h"

namespace mlir::tiled_layout {

/// What is wrong with one physical dimension of a Morello layout.
struct MorelloRefusal {
  /// A position in `MorelloLayout::dims`, so that the parser can point at it.
  size_t physicalDim;
  std::string message;
};

/// Returns the first physical dimension that no shape can have.
std::optional<MorelloRefusal> findRefusal(const MorelloLayout &layout);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_MORELLORULES_H
