//===- Comparison.h - One layout against another ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_COMPARISON_H
#define TILED_LAYOUT_REPORT_COMPARISON_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// Two layouts of one array, and the relayout from the first to the second.
struct Comparison {
  Comparison(const Shape &from, const Shape &to) : from(from), to(to) {}

  Shape from, to;
  int64_t fromBytes = 0, toBytes = 0;
  /// An index that has different positions, and these; absent if there is none.
  std::optional<llvm::SmallVector<int64_t>> witness;
  int64_t fromPosition = 0, toPosition = 0;
  /// The first difference; absent if the layouts are interchangeable.
  std::optional<std::string> difference;
  /// `view`, `memory space`, `repack` or `transposition` (docs/Profile.md).
  std::string kind;
  /// Bytes that the relayout reads and writes; 0 for a view.
  int64_t movedBytes = 0;
  /// The plan of the relayout, as lines; empty for a view.
  std::string plan;

  bool haveSamePositions() const { return !witness; }
};

/// Compares two shapes with the same element type and the same, known,
/// dimensions. Fails if these differ.
llvm::Expected<Comparison> compareShapes(const Shape &from, const Shape &to);

/// Prints a comparison as lines of text.
void printComparison(llvm::raw_ostream &os, const Comparison &comparison);
/// Prints it as one line of JSON.
void printComparisonJson(llvm::raw_ostream &os, const Comparison &comparison);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_COMPARISON_H
