//===- LoopNest.h - A relayout as a plain loop nest in C --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PEERS_LOOPNEST_H
#define TILED_LAYOUT_PEERS_LOOPNEST_H

#include "tiled_layout/Engine/RelayoutProblem.h"

namespace mlir::tiled_layout {

/// Which side a loop nest walks through from its first element to its last.
enum class NestOrder { Source, Dest };

/// Returns C for a relayout as one would write it by hand: a loop for each
/// digit that the two layouts have in common, constant trip counts inside whole
/// tiles, bounds at the edges, no vectors, no blocks. Elements of less than a
/// byte that the destination's order completes are gathered into bytes. The
/// function is `void relayout(const void *, void *)`; padding is left as it is.
///
/// `f32[5,4]` to `{1,0:T(2,2)}` begins with
///
///   void relayout(const void *from, void *to) {
///     const uint32_t *restrict src = from;
///     uint32_t *restrict dst = to;
///     for (long a0 = 0; a0 < 3; ++a0) {
///       if (2 * a0 + 1 < 5) {
///         for (long a1 = 0; a1 < 2; ++a1) {
///
/// Fails if the problem is illegal or the dimensions are irregular (Axes.h).
llvm::Expected<std::string> getLoopNest(const RelayoutProblem &problem,
                                        NestOrder order);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PEERS_LOOPNEST_H
