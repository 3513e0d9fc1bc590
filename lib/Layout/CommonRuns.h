//===- CommonRuns.h - Elements in a row on both sides -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is a number of elements whose values of both sums count up by 1. Three
// facts bound the search.
//
// 1. Moving by a shift period keeps a run. So along each dimension it is enough
//    to look at some periods next to either end.
// 2. Terms of sum `a` that weigh at least the length of the run change at most
//    once in it, by the least such weight.
// 3. Linked groups of dimensions contribute independently. So it is enough to
//    combine what is different within each group.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_COMMONRUNS_H
#define TILED_LAYOUT_LIB_LAYOUT_COMMONRUNS_H

#include "DigitSum.h"

namespace mlir::tiled_layout {

/// Returns true if there is a run of `length` elements. `a` and `b` are
/// positions: no two elements have the same value. `std::nullopt` if too many
/// elements would have to be looked at.
std::optional<bool> hasCommonRun(const DigitPool &pool, const DigitSum &a,
                                 const DigitSum &b, int64_t length);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_COMMONRUNS_H
