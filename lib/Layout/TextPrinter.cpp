//===- TextPrinter.cpp - Printer of XLA's notation ------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintToString.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::raw_ostream;

static void print(raw_ostream &os, TileEntry entry) {
  switch (entry.kind) {
  case TileEntry::Kind::Size:
    os << entry.size;
    return;
  case TileEntry::Kind::Combine:
    os << '*';
    return;
  case TileEntry::Kind::Full:
    os << "full";
    return;
  case TileEntry::Kind::Min:
    os << "min(" << entry.size << ')';
    return;
  }
}

void mlir::tiled_layout::print(raw_ostream &os, const Tile &tile) {
  os << '(';
  llvm::interleave(
      tile, os, [&](TileEntry entry) { ::print(os, entry); }, ",");
  os << ')';
}

/// Prints the properties that are not at their default, in XLA's order.
static void printProperties(raw_ostream &os, const Layout &layout) {
  if (!layout.tiles.empty()) {
    os << 'T';
    for (const Tile &tile : layout.tiles)
      print(os, tile);
  }
  if (layout.tailPaddingAlignment != 1)
    os << "L(" << layout.tailPaddingAlignment << ')';
  if (layout.elementBits != 0)
    os << "E(" << layout.elementBits << ')';
  if (layout.memorySpace != 0)
    os << "S(" << layout.memorySpace << ')';
  if (!layout.splits.empty()) {
    os << "SC";
    for (const SplitConfig &split : layout.splits) {
      os << '(' << split.dimension << ':';
      llvm::interleave(split.indices, os, ",");
      os << ')';
    }
  }
  if (layout.metadataPrefixBytes != 0)
    os << "M(" << layout.metadataPrefixBytes << ')';
}

void mlir::tiled_layout::print(raw_ostream &os, const Layout &layout) {
  std::string properties;
  llvm::raw_string_ostream propertiesStream(properties);
  printProperties(propertiesStream, layout);

  os << '{';
  llvm::interleave(layout.minorToMajor, os, ",");
  if (!properties.empty())
    os << ':' << properties;
  os << '}';
  if (layout.exact)
    os << ", exact";
}

void mlir::tiled_layout::print(raw_ostream &os, const Shape &shape) {
  os << shape.elementType.name << '[';
  llvm::interleave(
      shape.dimensions, os,
      [&](const Dimension &dimension) {
        if (dimension.size == kDynamic)
          os << '?';
        else
          os << (dimension.bounded ? "<=" : "") << dimension.size;
      },
      ",");
  os << ']';
  if (!shape.morello.empty()) {
    os << shape.morello;
    return;
  }
  // XLA does not show the layout `{}` of a rank-0 array, which after a shape
  // would read as a computation.
  if (!shape.layout || *shape.layout == Layout())
    return;
  std::string layout = toString(*shape.layout);
  llvm::StringRef text = layout;
  if (text.consume_front("{}"))
    os << "{:}";
  os << text;
}

std::string
mlir::tiled_layout::extentsToString(llvm::ArrayRef<int64_t> extents) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(extents, os, [&](int64_t extent) {
    if (extent == kDynamic)
      os << '?';
    else
      os << extent;
  });
  os << ']';
  return text;
}

std::string mlir::tiled_layout::toString(const Layout &layout) {
  return printToString(layout);
}

std::string mlir::tiled_layout::toString(const Tile &tile) {
  return printToString(tile);
}

std::string mlir::tiled_layout::toString(const Shape &shape) {
  return printToString(shape);
}
