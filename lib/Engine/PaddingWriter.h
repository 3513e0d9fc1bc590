//===- PaddingWriter.h - Padding after a relayout ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_PADDINGWRITER_H
#define TILED_LAYOUT_LIB_ENGINE_PADDINGWRITER_H

#include "tiled_layout/Engine/RelayoutProblem.h"
#include "tiled_layout/Relayout/PaddingRuns.h"

namespace mlir::tiled_layout {

/// Writes the padding of one destination where its programs do not: where
/// elements change, or lines are carried along rows.
class PaddingWriter {
public:
  /// Returns null if there is nothing to write.
  static std::shared_ptr<const PaddingWriter>
  create(const RelayoutProblem &problem,
         const std::optional<llvm::APInt> &value);

  /// Call this before elements are written: fills the padding, and what lies
  /// between; everything if it is not known where the padding lies.
  void write(void *dest) const;

private:
  PaddingWriter(PaddingRuns runs, PositionFiller filler, int64_t elements)
      : runs(std::move(runs)), filler(std::move(filler)), elements(elements) {}

  /// Elements between padding that are written twice, at most: about a tile.
  static constexpr int64_t maxGap = 4096;

  PaddingRuns runs;
  PositionFiller filler;
  int64_t elements;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_PADDINGWRITER_H
