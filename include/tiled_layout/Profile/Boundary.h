//===- Boundary.h - Layouts that a program might ask for --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_BOUNDARY_H
#define TILED_LAYOUT_PROFILE_BOUNDARY_H

#include "tiled_layout/Profile/Profile.h"

namespace mlir::tiled_layout {

/// A parameter or result of the entry that is only ever used in, or made from,
/// another layout.
struct BoundaryArray {
  /// `parameter 0` or `result 2`.
  std::string place;
  /// The parameter, or what makes the result.
  InstructionName name;
  const ArrayType *array;
  /// The layout to ask for instead: with it, the relayouts are views.
  Layout wanted;
  /// The relayouts between the boundary and the body, by name.
  std::vector<InstructionName> relayouts;
  /// Weighted bytes that they move.
  int64_t savedBytes = 0;
};

/// Returns the parameters of which every user is a relayout to one layout, and
/// the results that a relayout makes; most saved bytes first, then by place.
/// `profile` is that of the program.
std::vector<BoundaryArray> getBoundary(const Program &program,
                                       const Profile &profile);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_BOUNDARY_H
