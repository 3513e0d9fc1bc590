//===- Limit.h - Conditions for continuous integration ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_LIMIT_H
#define TILED_LAYOUT_PROFILE_LIMIT_H

#include "tiled_layout/Profile/Liveness.h"

namespace mlir::tiled_layout {

/// A figure of a profile must not be above a bound.
struct Limit {
  enum class Figure {
    /// Padding in all buffers: as a share of the padded bytes, or in bytes.
    Padding,
    /// Weighted bytes of the relayouts outside of fusions.
    Relayouts,
    /// Live bytes at the peak.
    Peak,
  };

  Figure figure;
  /// The bound in bytes, or as a share where `isShare`.
  double bound;
  bool isShare = false;
  /// As it was given.
  std::string text;
};

/// Parses `padding>20%`, `padding>1GB`, `relayouts>1GB` or `peak>16GiB`. Units
/// are B, KB, MB, GB, TB and KiB to TiB.
llvm::Expected<Limit> parseLimit(llvm::StringRef text);

/// Returns what is above the bound, as a message; `std::nullopt` if nothing is.
/// Fails if the program is not scheduled and has no peak.
llvm::Expected<std::optional<std::string>>
checkLimit(const Limit &limit, const Profile &profile,
           const std::optional<Peak> &peak);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_LIMIT_H
