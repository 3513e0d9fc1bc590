//===- FetchedRows.h - How near what is fetched ahead stays -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_FETCHEDROWS_H
#define TILED_LAYOUT_RELAYOUT_FETCHEDROWS_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// Returns how many bytes ahead a relayout fetches rows of an array that the
/// second-level cache does not keep, if each is a part of a line, and the next
/// one lies lines further on: as rows of 3 `f32` in tiles of 128 columns. A
/// processor does not fetch them by itself. 0 for other rows.
int64_t getBytesAheadOfShortRows(const RelayoutPlan &plan,
                                 const PlanOptions &options);

/// Returns the locality of a prefetch of rows that take turns, so many bytes
/// ahead: 0 for one use, 2 for the second-level cache, 3 for all levels.
unsigned getRowLocality(int64_t bytesAhead, const Target &target);

/// True if no edge cuts the axes from `first` on in the first iteration of the
/// loops around: somewhere, all that is inside of these is there.
bool canBeFull(const RelayoutPlan &plan, size_t first);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_FETCHEDROWS_H
