//===- Jax.cpp ------------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source: jax/_src/layout.py, `Layout` and `Format`.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/Jax.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiled_layout;
using llvm::createStringError;

/// Prints a tuple of Python; `(8,)` if it has one entry.
template <typename Range>
static void
printTuple(llvm::raw_ostream &os, const Range &range,
           llvm::function_ref<void(decltype(*range.begin()))> printEntry) {
  os << '(';
  size_t count = 0;
  for (const auto &entry : range) {
    if (count++ > 0)
      os << ", ";
    printEntry(entry);
  }
  os << (count == 1 ? ",)" : ")");
}

static std::string print(const Layout &layout) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printNumber = [&](const int64_t &n) { os << n; };
  llvm::SmallVector<int64_t> majorToMinor(llvm::reverse(layout.minorToMajor));
  os << "Layout(major_to_minor=";
  printTuple(os, majorToMinor, printNumber);
  if (!layout.tiles.empty()) {
    os << ", tiling=";
    printTuple(os, layout.tiles, [&](const Tile &tile) {
      printTuple(os, tile, [&](const TileEntry &entry) { os << entry.size; });
    });
  }
  if (layout.elementBits != 0)
    os << ", sub_byte_element_size_in_bits=" << layout.elementBits;
  os << ')';
  return text;
}

static llvm::Error checkTiles(const Layout &layout) {
  for (auto [level, tile] : llvm::enumerate(layout.tiles))
    for (const TileEntry &entry : tile)
      if (entry.kind != TileEntry::Kind::Size)
        return createStringError(
            "level " + llvm::Twine(level + 1) +
            " has an entry that is no number, which JAX cannot say");
  return llvm::Error::success();
}

llvm::Expected<std::string>
mlir::tiled_layout::toJaxLayout(const Layout &layout) {
  if (llvm::Error error = checkTiles(layout))
    return error;
  auto refuse = [](const llvm::Twine &property) {
    return createStringError(property + ", which JAX's Layout cannot say");
  };
  if (layout.exact)
    return refuse("layout is exact");
  if (layout.tailPaddingAlignment != 1)
    return refuse("layout has L(" + llvm::Twine(layout.tailPaddingAlignment) +
                  ")");
  if (layout.memorySpace != 0)
    return createStringError(
        "layout has S(" + llvm::Twine(layout.memorySpace) +
        "), which in JAX is the memory_kind of a sharding");
  if (!layout.splits.empty())
    return refuse("layout has SC");
  if (layout.metadataPrefixBytes != 0)
    return refuse("layout has M(" + llvm::Twine(layout.metadataPrefixBytes) +
                  ")");
  if (layout.elementBits >= 8)
    return refuse("layout has E(" + llvm::Twine(layout.elementBits) + ")");
  return print(layout);
}

std::string mlir::tiled_layout::toJaxFormat(const Layout &layout) {
  Layout plain = layout;
  if (layout.elementBits >= 8)
    plain.elementBits = 0;
  if (llvm::Error error = checkTiles(layout)) {
    llvm::consumeError(std::move(error));
    plain.tiles.clear();
  }
  return "Format(" + print(plain) + ", sharding)";
}
