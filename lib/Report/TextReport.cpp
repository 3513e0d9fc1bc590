//===- TextReport.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/TextReport.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Report/Grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir::tiled_layout;
using llvm::raw_ostream;
using llvm::StringRef;

/// Larger arrays are not shown as text.
static constexpr int64_t maxTextElements = 1024;
/// Nor arrays with longer rows.
static constexpr int64_t maxTextColumns = 32;

static std::string toText(int64_t value) {
  return value == kDynamic ? "?" : std::to_string(value);
}

static std::string toText(llvm::ArrayRef<int64_t> values) {
  return "[" +
         llvm::join(
             llvm::map_range(values, [](int64_t v) { return toText(v); }),
             ", ") +
         "]";
}

static raw_ostream &printKey(raw_ostream &os, StringRef key) {
  return os << "  " << llvm::left_justify(key, 18);
}

/// Prints how the physical shape comes about, level by level.
static void printLevels(raw_ostream &os, const Explanation &shape) {
  if (shape.morello) {
    printKey(os, "pieces") << shape.shape.morello << '\n';
    return;
  }
  if (shape.layout.tiles.empty())
    return;
  llvm::SmallVector<int64_t, 6> extents = shape.shape.extents();
  Layout level = shape.layout;
  level.tiles.clear();
  printKey(os, "  major to minor")
      << toText(getPhysicalShape(level, extents)) << '\n';
  for (const Tile &tile : shape.layout.tiles) {
    level.tiles.push_back(tile);
    printKey(os, "  tiled " + toString(tile))
        << toText(getPhysicalShape(level, extents)) << '\n';
  }
  if (shape.layout.tailPaddingAlignment != 1)
    printKey(os, "  rounded up to")
        << "a multiple of " << shape.layout.tailPaddingAlignment << '\n';
}

static void printSizes(raw_ostream &os, const Explanation &shape) {
  printKey(os, "elements") << toText(shape.elements) << '\n';
  printKey(os, "bytes") << toText(shape.bytes) << '\n';
  printKey(os, "logical bytes") << toText(shape.logicalBytes) << '\n';
  int64_t rowMajorElements = getElements(
      Layout::getRowMajor(shape.shape.rank()), shape.shape.extents());
  printKey(os, "padding");
  if (shape.elements == kDynamic || rowMajorElements == kDynamic)
    os << "?\n";
  else if (shape.elements == rowMajorElements)
    os << "none\n";
  else
    os << llvm::format("%.2f %%", 100.0 * (shape.elements - rowMajorElements) /
                                      shape.elements)
       << " of the elements\n";
  if (shape.xlaArraySize && *shape.xlaArraySize != shape.bytes)
    printKey(os, "XLA's ArraySize")
        << *shape.xlaArraySize << " bytes, which leaves some padding out\n";
  printKey(os, "bits/element") << shape.bitsPerElement << '\n';
}

/// Prints the properties that change neither positions nor sizes.
static void printProperties(raw_ostream &os, const Explanation &shape) {
  const Layout &layout = shape.layout;
  printKey(os, "memory space") << layout.memorySpace << '\n';
  for (const SplitConfig &split : layout.splits)
    printKey(os, "split") << "physical dimension " << split.dimension
                          << " before " << toText(split.indices)
                          << ", largest part "
                          << toText(getLargestSplit(layout,
                                                    shape.shape.extents(),
                                                    split.dimension))
                          << '\n';
  if (layout.metadataPrefixBytes != 0)
    printKey(os, "metadata")
        << layout.metadataPrefixBytes << " bytes before the data\n";
}

void mlir::tiled_layout::printReport(raw_ostream &os,
                                     const Explanation &shape) {
  os << toString(shape.shape) << '\n';
  printKey(os, "simplified")
      << (shape.simplified ? toString(*shape.simplified) : "?") << '\n';
  if (shape.morello)
    printKey(os, "for any shape") << toString(shape.layout) << '\n';
  printKey(os, "physical shape") << toText(shape.physicalShape) << '\n';
  printLevels(os, shape);
  printSizes(os, shape);
  printProperties(os, shape);
  printKey(os, "affine map")
      << (shape.affineMap.empty() ? "?" : shape.affineMap) << '\n';
}

void mlir::tiled_layout::printAnswer(raw_ostream &os, const Explanation &shape,
                                     const Query &query, const Answer &answer) {
  std::string byte =
      answer.byte ? " (byte " + std::to_string(*answer.byte) + ")" : "";
  switch (query.kind) {
  case Query::Kind::Shape:
    return;
  case Query::Kind::Index:
    os << "  index " << toText(query.index) << " is at position "
       << toText(answer.position.value_or(kDynamic)) << byte << '\n';
    return;
  case Query::Kind::Position:
    os << "  position " << query.position << byte;
    if (answer.index)
      os << " holds index " << toText(*answer.index) << '\n';
    else
      os << (shape.isStatic() ? " is padding\n" : " holds index ?\n");
    return;
  }
}

void mlir::tiled_layout::printSmallGrid(raw_ostream &os,
                                        const Explanation &shape) {
  if (!shape.isStatic() || shape.elements == 0)
    return;
  llvm::SmallVector<int64_t, 6> extents = shape.shape.extents();
  if (!extents.empty() && extents.back() > maxTextColumns)
    return;
  llvm::Expected<Grid> grid = getGrid(shape.layout, extents, maxTextElements);
  if (!grid) {
    llvm::consumeError(grid.takeError());
    return;
  }
  os << "  positions:\n";
  print(os, *grid);
}

static std::string toBlockText(llvm::ArrayRef<int64_t> extents) {
  return llvm::join(
      llvm::map_range(extents, [](int64_t e) { return toText(e); }), "x");
}

/// Returns, for example, `1 byte` or `4 bytes`.
static std::string getCount(int64_t count, llvm::StringRef noun) {
  return (llvm::Twine(count) + " " + noun + (count == 1 ? "" : "s")).str();
}

/// Returns, for example, `4 elements (16 bytes)`.
static std::string getAmount(int64_t elements, int64_t bitsPerElement) {
  int64_t bits = elements * bitsPerElement;
  return getCount(elements, "element") + " (" +
         (bits % 8 == 0 ? getCount(bits / 8, "byte") : getCount(bits, "bit")) +
         ")";
}

static void printGroup(raw_ostream &os, const Explanation &shape,
                       const BlockGroup &group) {
  os << "    " << getCount(group.count, "block") << " of "
     << toBlockText(group.extents) << ": ";
  if (group.isContiguous()) {
    os << "contiguous, " << getAmount(group.elements, shape.bitsPerElement);
  } else {
    os << group.runs << " runs of ";
    if (group.shortestRun != group.longestRun)
      os << group.shortestRun << " to ";
    os << getAmount(group.longestRun, shape.bitsPerElement) << " within "
       << group.span << " positions";
  }
  os << '\n';
}

void mlir::tiled_layout::printBlockView(raw_ostream &os,
                                        const Explanation &shape,
                                        const BlockView &view) {
  os << "  blocks of " << toBlockText(view.block) << " in dimensions "
     << toText(view.dimensions) << ":\n";
  if (view.groups.empty())
    os << "    none, the array has no elements\n";
  for (const BlockGroup &group : view.groups)
    printGroup(os, shape, group);
}
