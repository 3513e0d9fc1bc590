//===- Difference.h - What changed between two profiles ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_DIFFERENCE_H
#define TILED_LAYOUT_PROFILE_DIFFERENCE_H

#include "tiled_layout/Profile/Profile.h"

namespace mlir::tiled_layout {

/// One padded shape or one relayout, in two profiles.
struct Change {
  /// `bf16[20,300]{...}`, or `copy bf16[..] to bf16[..]`.
  std::string what;
  /// An instruction; that of the later profile where there is one.
  std::string name;
  /// Wasted or weighted bytes; 0 where it does not occur.
  int64_t before = 0, after = 0;

  int64_t getGrowth() const { return after - before; }
};

struct Difference {
  BufferTotals buffersBefore, buffersAfter;
  RelayoutTotals relayoutsBefore, relayoutsAfter;
  /// Largest change first, then by text.
  std::vector<Change> padding, relayouts;
};

/// Compares two profiles. Padding is matched by shape. A relayout is matched
/// with one of the same name and shapes, else with one of the same shapes.
/// What is the same in both is left out.
Difference getDifference(const Profile &before, const Profile &after);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_DIFFERENCE_H
