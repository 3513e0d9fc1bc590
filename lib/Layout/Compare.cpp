//===- Compare.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Compare.h"

#include "PositionCompare.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::formatv;
using llvm::SmallVector;

std::optional<SmallVector<int64_t>>
mlir::tiled_layout::findPositionDifference(const Layout &a, const Layout &b,
                                           ArrayRef<int64_t> extents) {
  if (llvm::is_contained(extents, 0))
    return std::nullopt;
  DigitPool pool(extents);
  DigitSum sumA = pool.getPosition(a), sumB = pool.getPosition(b);
  ComparisonResult result = compare(pool, sumA, sumB);
  if (result.agreement == Agreement::Agree)
    return std::nullopt;
  return std::move(result.witness);
}

//===----------------------------------------------------------------------===//
// Interchangeable
//===----------------------------------------------------------------------===//

/// Returns the split configs with logical dimension numbers, ascending, those
/// without an index (no split) left out.
static SmallVector<SplitConfig, 1> getLogicalSplits(const Layout &layout) {
  SmallVector<SplitConfig, 1> splits;
  for (const SplitConfig &split : layout.splits)
    if (!split.indices.empty())
      splits.push_back(
          {layout.minorToMajor[layout.rank() - 1 - split.dimension],
           split.indices});
  llvm::sort(splits, [](const SplitConfig &a, const SplitConfig &b) {
    return a.dimension < b.dimension;
  });
  return splits;
}

static std::string describe(llvm::StringRef what, int64_t a, int64_t b) {
  return formatv("{0} differ: {1} and {2}", what, a, b);
}

static std::string describePositions(const Layout &a, const Layout &b,
                                     ArrayRef<int64_t> extents,
                                     ArrayRef<int64_t> index) {
  DigitPool pool(extents);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "positions differ: element [";
  llvm::interleaveComma(index, os);
  os << "] is at " << evaluate(pool, pool.getPosition(a), index) << " in "
     << toString(a) << " and at " << evaluate(pool, pool.getPosition(b), index)
     << " in " << toString(b);
  return text;
}

std::optional<std::string>
mlir::tiled_layout::findInterchangeDifference(const Layout &a, const Layout &b,
                                              ArrayRef<int64_t> extents,
                                              int64_t storageBits) {
  auto getBits = [&](const Layout &layout) {
    return layout.elementBits != 0 ? layout.elementBits : storageBits;
  };
  // What is cheap to compare comes first.
  if (getBits(a) != getBits(b))
    return describe("bits per element", getBits(a), getBits(b));
  if (a.memorySpace != b.memorySpace)
    return describe("memory spaces", a.memorySpace, b.memorySpace);
  if (a.metadataPrefixBytes != b.metadataPrefixBytes)
    return describe("bytes of metadata", a.metadataPrefixBytes,
                    b.metadataPrefixBytes);
  if (getLogicalSplits(a) != getLogicalSplits(b))
    return formatv("splits differ: {0} and {1}", toString(a), toString(b));
  int64_t elementsA = getElements(a, extents);
  int64_t elementsB = getElements(b, extents);
  if (elementsA != elementsB)
    return describe("elements", elementsA, elementsB);
  if (auto index = findPositionDifference(a, b, extents))
    return describePositions(a, b, extents, *index);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Properties of one layout
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>>
mlir::tiled_layout::getStrides(const Layout &layout,
                               ArrayRef<int64_t> extents) {
  SmallVector<int64_t> strides(extents.size(), 0);
  if (llvm::is_contained(extents, 0)) {
    // No index contradicts any strides: those of the untiled order.
    int64_t stride = 1;
    for (int64_t dim : layout.minorToMajor) {
      strides[dim] = extents[dim] > 1 ? stride : 0;
      stride *= extents[dim] > 1 ? extents[dim] : 1;
    }
    return strides;
  }

  DigitPool pool(extents);
  DigitSum position = pool.getPosition(layout);
  SmallVector<int64_t> index(extents.size(), 0);
  DigitSum strided;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    if (extent == 1)
      continue;
    index[dim] = 1;
    strides[dim] = evaluate(pool, position, index);
    index[dim] = 0;
    strided.push_back({strides[dim], pool.getDigit(dim, {}, 1)});
  }
  pool.normalize(strided);
  if (compare(pool, position, strided).agreement != Agreement::Agree)
    return std::nullopt;
  return strides;
}

bool mlir::tiled_layout::isDense(const Layout &layout,
                                 ArrayRef<int64_t> extents) {
  // Without tiles there is no padding but the tail.
  Layout untiled;
  untiled.minorToMajor = layout.minorToMajor;
  return getElements(layout, extents) == getElements(untiled, extents);
}
