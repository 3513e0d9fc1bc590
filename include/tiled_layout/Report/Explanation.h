//===- Explanation.h - What a shape means, computed -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_EXPLANATION_H
#define TILED_LAYOUT_REPORT_EXPLANATION_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Layout/Morello.h"
#include "tiled_layout/Layout/Placement.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::tiled_layout {

/// What a shape means. Where the shape has `?`, a value that depends on it is
/// `kDynamic` or absent.
struct Explanation {
  Shape shape;
  /// The shape's layout in this project's notation, also where the shape was
  /// given in Morello's.
  Layout layout;
  /// The shape's layout in Morello's notation, if it was given so.
  std::optional<MorelloLayout> morello;
  /// The layout without what does nothing; absent where an extent is unknown.
  std::optional<Layout> simplified;
  /// The extents after all levels, most major first, before tail padding. For
  /// a shape in Morello's notation, the extents of its own pieces.
  llvm::SmallVector<int64_t> physicalShape;
  /// Elements, tail padding included.
  int64_t elements = 0;
  int64_t bitsPerElement = 0;
  int64_t bytes = 0;
  /// Bytes without any padding.
  int64_t logicalBytes = 0;
  /// What XLA's own `ArraySize` says, where it has an answer.
  std::optional<int64_t> xlaArraySize;
  /// The map from logical index to physical coordinate, one result per entry
  /// of `physicalShape`, as MLIR prints it; empty where there is none.
  std::string affineMap;
  /// Index to position and back; absent where an extent is unknown.
  std::optional<Placement> placement;
  /// True if the position of an index does not depend on unknown extents.
  bool positionsAreKnown = false;

  /// Starts from the shape; `explain` computes the rest.
  explicit Explanation(const Shape &shape)
      : shape(shape), layout(shape.getLayout()) {}

  /// True if every extent is known.
  bool isStatic() const { return placement.has_value(); }
};

/// Parses a shape, comments allowed. With `choose`, the shape must have no
/// layout and gets the one of `chooseFormat` (FormatChoice.h).
llvm::Expected<Shape> readShape(llvm::StringRef text, bool choose = false);

/// Computes everything about a shape. `context` receives the affine maps, which
/// it never frees: for many shapes, use a fresh one from time to time.
///
/// Requires the rules of Rules.h to hold.
Explanation explain(const Shape &shape, MLIRContext &context);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_EXPLANATION_H
