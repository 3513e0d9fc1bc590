//===- SourceStage.h - Parts of the source that are copied first *- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where blocks transpose, they read a little of each of many rows of the
// source. If these are a power of two apart, their lines share a few places of
// the first-level cache, and wherever they are, each is on a page of its own.
// So whole lines of the rows are copied to a dense buffer first, which blocks
// then read, while the part of the source that is next is fetched.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_SOURCESTAGE_H
#define TILED_LAYOUT_RELAYOUT_SOURCESTAGE_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// What the loops from `RelayoutPlan::stageLoop` on and the block read.
/// Lengths and positions count elements.
struct SourceStage {
  /// Axes that number the rows, those with the shortest steps in the source
  /// first, and how many rows there are.
  llvm::SmallVector<size_t> rows;
  int64_t numRows = 1;
  /// Elements of a row, which follow one another in the source: whole lines.
  int64_t width = 1;
  int64_t line = 1;
  /// From row to row in the buffer.
  int64_t pitch = 1;
  /// How many rows of the next part each block fetches, so that all of them
  /// together fetch all.
  int64_t rowsPerBlock = 1;

  int64_t getElements() const { return numRows * pitch; }
};

/// Returns the stage of a plan whose loops from number `first` on are to read
/// from one; `std::nullopt` if rows are no whole lines, or few.
std::optional<SourceStage> getSourceStage(const RelayoutPlan &plan,
                                          size_t first);

/// Returns the plan whose source is the buffer, where nothing cuts what is in
/// it: the loops around have the source stride 0, and there are no bounds.
RelayoutPlan getPlanFromStage(const RelayoutPlan &plan,
                              const SourceStage &stage);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_SOURCESTAGE_H
