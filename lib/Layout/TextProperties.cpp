//===- TextProperties.cpp - What stands between the braces ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutParser.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using Field = Place::Field;

namespace {

/// One property of a layout, in the order in which XLA writes them.
struct Property {
  llvm::StringLiteral marker;
  /// Why the property is refused, or empty.
  llvm::StringLiteral refusal;
};

constexpr Property properties[] = {
    {"D", onlyDense}, {"T", ""}, {"L", ""},  {"#", onlyDense}, {"*", onlyDense},
    {"E", ""},        {"S", ""}, {"SC", ""}, {"P", onlyDense}, {"M", ""},
};

} // namespace

Error LayoutParser::parseBraces(Layout &layout) {
  if (Error error =
          cursor.expect("{", "before a layout such as {1,0:T(8,128)}"))
    return error;
  if (Error error = parseMinorToMajor(layout))
    return error;
  if (cursor.consume(":"))
    if (Error error = parseProperties(layout))
      return error;
  return cursor.expect("}", "after a layout");
}

Error LayoutParser::parseMinorToMajor(Layout &layout) {
  if (cursor.startsWith(":") || cursor.startsWith("}"))
    return Error::success();
  do {
    mark({Field::MinorToMajor, static_cast<int64_t>(layout.rank())});
    if (Error error = cursor.integer(layout.minorToMajor.emplace_back(),
                                     "a dimension number"))
      return error;
  } while (cursor.consume(","));
  return Error::success();
}

Error LayoutParser::parseProperties(Layout &layout) {
  const Property *previous = nullptr;
  while (!cursor.startsWith("}") && !cursor.atEnd()) {
    llvm::StringRef marker = cursor.peekIdentifier();
    if (cursor.startsWith("#"))
      marker = "#";
    else if (cursor.startsWith("*"))
      marker = "*";
    const Property *property = llvm::find_if(
        properties, [&](const Property &p) { return p.marker == marker; });
    if (marker.empty() || property == std::end(properties))
      return cursor.error("expected a property (T, L, E, S, SC or M) or '}', "
                          "but found " +
                          cursor.describeNext() +
                          (cursor.startsWith(",")
                               ? "; properties and tiles follow each other "
                                 "directly, and 'exact' follows the '}'"
                               : ""));
    if (!property->refusal.empty())
      return cursor.error("property '" + property->marker +
                          "' is refused: " + property->refusal);
    if (property == previous)
      return cursor.error("property '" + property->marker + "' is given twice");
    if (previous && property < previous)
      return cursor.error("property '" + property->marker +
                          "' must come before '" + previous->marker + "'");
    previous = property;
    cursor.consumeIdentifier(marker);
    if (Error error = parseProperty(marker, layout))
      return error;
  }
  return Error::success();
}

Error LayoutParser::parseProperty(llvm::StringRef marker, Layout &layout) {
  if (marker == "T")
    return parseTiles(layout);
  if (marker == "SC")
    return parseSplits(layout);
  if (marker == "L")
    return parseParenthesized(layout.tailPaddingAlignment, Field::TailPadding,
                              marker);
  if (marker == "E")
    return parseParenthesized(layout.elementBits, Field::ElementBits, marker);
  if (marker == "S")
    return parseParenthesized(layout.memorySpace, Field::MemorySpace, marker);
  return parseParenthesized(layout.metadataPrefixBytes, Field::MetadataPrefix,
                            marker);
}

Error LayoutParser::parseTiles(Layout &layout) {
  if (!cursor.startsWith("("))
    return cursor.expect("(", "after 'T'");
  while (cursor.startsWith("(")) {
    mark({Field::Tile, static_cast<int64_t>(layout.tiles.size()), -1});
    cursor.consume("(");
    layout.tiles.emplace_back();
    if (Error error = cursor.list(")", "after a tile entry",
                                  [&] { return parseTileEntry(layout); }))
      return error;
  }
  return Error::success();
}

Error LayoutParser::parseTileEntry(Layout &layout) {
  Tile &tile = layout.tiles.back();
  mark({Field::Tile, static_cast<int64_t>(layout.tiles.size()) - 1,
        static_cast<int64_t>(tile.size())});
  if (cursor.consume("*")) {
    tile.push_back(TileEntry::getCombine());
    return Error::success();
  }
  if (cursor.consumeIdentifier("full")) {
    tile.push_back(TileEntry::getFull());
    return Error::success();
  }
  bool isMin = cursor.consumeIdentifier("min");
  if (isMin)
    if (Error error = cursor.expect("(", "after 'min'"))
      return error;
  int64_t size;
  if (Error error = cursor.integer(
          size, isMin ? "a tile size" : "a tile size, '*', full or min(n)"))
    return error;
  tile.push_back(isMin ? TileEntry::getMin(size) : TileEntry::getSize(size));
  return isMin ? cursor.expect(")", "after the size of 'min'")
               : Error::success();
}

Error LayoutParser::parseSplits(Layout &layout) {
  if (!cursor.startsWith("("))
    return cursor.expect("(", "after 'SC'");
  while (cursor.consume("(")) {
    int64_t config = layout.splits.size();
    SplitConfig &split = layout.splits.emplace_back();
    mark({Field::Split, config, -1});
    if (Error error =
            cursor.integer(split.dimension, "a physical dimension number"))
      return error;
    if (Error error = cursor.expect(":", "after a split dimension"))
      return error;
    if (Error error = cursor.list(")", "after a split index", [&] {
          mark({Field::Split, config,
                static_cast<int64_t>(split.indices.size())});
          return cursor.integer(split.indices.emplace_back(), "a split index");
        }))
      return error;
  }
  return Error::success();
}

Error LayoutParser::parseParenthesized(int64_t &value, Field field,
                                       llvm::StringRef property) {
  if (Error error = cursor.expect("(", "after '" + property + "'"))
    return error;
  mark({field});
  if (Error error = cursor.integer(value, "an integer"))
    return error;
  return cursor.expect(")", "after the value of '" + property + "'");
}
