//===- LayoutParser.h - Parser of XLA's notation ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_LAYOUTPARSER_H
#define TILED_LAYOUT_LIB_LAYOUT_LAYOUTPARSER_H

#include "TextCursor.h"
#include "tiled_layout/Layout/Morello.h"
#include "tiled_layout/Layout/Rules.h"

namespace mlir::tiled_layout {

/// Why sparse arrays, tuples and buffers are refused.
inline constexpr llvm::StringLiteral onlyDense =
    "only dense arrays have a layout here";

/// Recursive descent over one text. Remembers where each part stood, so that
/// a broken rule is reported at its column.
class LayoutParser {
public:
  LayoutParser(llvm::StringRef text, TextOptions options)
      : text(text), options(options), cursor(text, options) {}

  llvm::Expected<Shape> parseShape();
  llvm::Expected<LayoutText> parseLayoutText(bool allowLists);

private:
  // Shapes and what may follow the braces: Text.cpp.
  llvm::Error parseDimensions(Shape &shape);
  llvm::Error parseDimension(Shape &shape);
  llvm::Error parseShapeLayout(Shape &shape);
  bool atMorello();
  llvm::Expected<MorelloLayout> parseMorello();
  llvm::Error parseMorelloOnShape(Shape &shape);
  llvm::Error parseInteropOnShape(Shape &shape);
  llvm::Error parseExact(Layout &layout);
  llvm::Error
  parseMemRefList(llvm::StringRef name, llvm::StringRef entry, bool isAllowed,
                  std::optional<llvm::SmallVector<int64_t>> &values);

  // The braces: TextProperties.cpp.
  llvm::Error parseBraces(Layout &layout);
  llvm::Error parseMinorToMajor(Layout &layout);
  llvm::Error parseProperties(Layout &layout);
  llvm::Error parseProperty(llvm::StringRef marker, Layout &layout);
  llvm::Error parseTiles(Layout &layout);
  llvm::Error parseTileEntry(Layout &layout);
  llvm::Error parseSplits(Layout &layout);
  llvm::Error parseParenthesized(int64_t &value, Place::Field field,
                                 llvm::StringRef property);

  llvm::Error expectEnd(bool isLayoutNext = false);

  /// Remembers that `place` stands at the cursor.
  void mark(Place place) { places.push_back({place, cursor.getOffset()}); }
  /// Returns the violation as an error at the column of its place.
  llvm::Error toError(const std::optional<Violation> &broken) const;

  llvm::StringRef text;
  TextOptions options;
  TextCursor cursor;
  llvm::SmallVector<std::pair<Place, size_t>> places;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_LAYOUTPARSER_H
