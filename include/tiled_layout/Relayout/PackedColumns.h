//===- PackedColumns.h - Blocks that pack elements below a byte -*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_PACKEDCOLUMNS_H
#define TILED_LAYOUT_RELAYOUT_PACKEDCOLUMNS_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// A block whose elements are bytes of one side and less than bytes of the
/// other, the packed one, where columns are loaded or stored as whole vectors:
/// one element of each of `numRuns` runs is a *column*, and columns follow one
/// another on the packed side.
struct PackedColumns {
  /// Whether the packed side is the destination.
  bool packsDest = true;
  /// The axis along a run.
  size_t run = 0;
  /// The axis whose values are the runs; `std::nullopt` if there is one run.
  std::optional<size_t> runAxis;
  int64_t numRuns = 1;
  /// Elements of a run that a vector of bytes holds. They divide the run.
  int64_t lanes = 1;

  /// Returns the strides of the packed side, and of the other one.
  std::pair<StrideMember, StrideMember> getStrides() const {
    std::pair<StrideMember, StrideMember> strides = {
        &RelayoutAxis::destStride, &RelayoutAxis::sourceStride};
    if (!packsDest)
      std::swap(strides.first, strides.second);
    return strides;
  }
};

/// Returns the columns of a plan over all positions of the packed side, if its
/// blocks can be moved as whole columns wherever edges cut them: if what is
/// missing in a vector can be left out by a mask, where the packed side is the
/// source, and no edge cuts runs at several places.
///
/// Example: `pred[509,511]` from `{1,0}` to `{1,0:T(32,128)(32,1)E(1)}` has 32
/// runs, of which 64 elements are a vector of 512 bits.
std::optional<PackedColumns> getPackedColumns(const RelayoutPlan &plan,
                                              const PlanOptions &options);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_PACKEDCOLUMNS_H
