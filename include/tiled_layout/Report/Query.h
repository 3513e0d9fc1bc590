//===- Query.h - Asking where an element lies -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_QUERY_H
#define TILED_LAYOUT_REPORT_QUERY_H

#include "tiled_layout/Report/Explanation.h"

namespace mlir::tiled_layout {

/// What is asked about a shape beyond the shape itself.
struct Query {
  enum class Kind {
    /// Nothing.
    Shape,
    /// The position of `index`.
    Index,
    /// The index of the element at `position`.
    Position,
  };

  Kind kind = Kind::Shape;
  llvm::SmallVector<int64_t> index;
  int64_t position = 0;
};

/// Both sides of the answer to a query that is not `Kind::Shape`.
struct Answer {
  /// Absent for padding, or if not known.
  std::optional<llvm::SmallVector<int64_t>> index;
  /// Absent if not known.
  std::optional<int64_t> position;
  /// The offset of the position in bytes. Absent if the position is not known,
  /// and where elements do not fill whole bytes.
  std::optional<int64_t> byte;
};

/// Parses `I,J,...`, or nothing for rank 0.
llvm::Expected<Query> parseIndexQuery(llvm::StringRef text);

/// Parses a position.
llvm::Expected<Query> parsePositionQuery(llvm::StringRef text);

/// Answers a query about a shape. Fails if the index has another rank or is
/// out of bounds, and if the position is below 0 or not below the elements.
llvm::Expected<Answer> answer(const Explanation &shape, const Query &query);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_QUERY_H
