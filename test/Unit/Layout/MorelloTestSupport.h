//===- MorelloTestSupport.h - Cases for the tests of Morello ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_LAYOUT_MORELLOTESTSUPPORT_H
#define TILED_LAYOUT_TEST_UNIT_LAYOUT_MORELLOTESTSUPPORT_H

#include "tiled_layout/Layout/MorelloAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <random>

namespace mlir::tiled_layout {

using Extents = llvm::SmallVector<int64_t>;

/// A Morello layout and a shape that it applies to.
struct MorelloCase {
  MorelloLayout layout;
  Extents extents;

  std::string describe() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << toString(layout) << " on [";
    llvm::interleaveComma(extents, os);
    os << ']';
    return text;
  }
};

inline MorelloLayout parseMorelloOrFail(llvm::StringRef text) {
  size_t offset = 0;
  llvm::Expected<MorelloLayout> layout = parseMorello(text, offset);
  if (!layout) {
    ADD_FAILURE() << text.str() << ": " << llvm::toString(layout.takeError());
    return {};
  }
  EXPECT_EQ(offset, text.size());
  return *layout;
}

inline MorelloView getWhole(llvm::StringRef text) {
  return MorelloView::getWhole(parseMorelloOrFail(text));
}

/// Returns the view as Morello prints it: `([0, 1], c1)`, or `[0, 1]` if it is
/// dense.
inline std::string toText(const MorelloView &view) {
  std::string text = toString(view.layout);
  if (view.isDense())
    return text;
  return "(" + text + ", c" + std::to_string(view.numDense) + ")";
}

/// Calls `visit` with every index of the shape, in row-major order.
template <typename Visitor>
void forEachIndex(llvm::ArrayRef<int64_t> extents, Visitor visit) {
  int64_t count = 1;
  for (int64_t extent : extents)
    count *= extent;
  Extents index(extents.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    visit(index);
    for (size_t dim = extents.size(); dim > 0; --dim) {
      if (++index[dim - 1] < extents[dim - 1])
        break;
      index[dim - 1] = 0;
    }
  }
}

/// Makes up cases: up to 4 dimensions, each of up to 4 pieces, some of which
/// shrink, at most 512 elements.
class MorelloCases {
public:
  explicit MorelloCases(uint64_t seed) : random(seed) {}

  MorelloCase next() {
    while (true) {
      MorelloCase result = propose();
      int64_t count = 1;
      for (int64_t extent : result.extents)
        count *= extent;
      if (count <= 512 && !errorToBool(checkMorello(result.layout)) &&
          !errorToBool(checkMorelloOnShape(result.layout, result.extents)))
        return result;
    }
  }

  int64_t below(int64_t bound) { return random() % bound; }

private:
  /// Pieces of one dimension, innermost first, and an extent that suits them.
  std::pair<llvm::SmallVector<MorelloDim>, int64_t> proposeDim(int64_t dim) {
    llvm::SmallVector<MorelloDim> pieces;
    int64_t extent = 1;
    for (int64_t i = below(4); i > 0; --i) {
      bool isOddEven = below(4) == 0;
      int64_t size = isOddEven ? 2 * (1 + below(3)) : 2 + below(3);
      pieces.push_back(isOddEven ? MorelloDim::getOddEven(dim, size)
                                 : MorelloDim::getPacked(dim, size));
      // The outermost may shrink.
      extent *= i == 1 && below(4) == 0 ? 1 + below(size) : size;
    }
    if (below(4) != 0) {
      pieces.push_back(MorelloDim::getDynamic(dim));
      extent *= 1 + below(4);
    }
    return {pieces, extent};
  }

  MorelloCase propose() {
    MorelloCase result;
    llvm::SmallVector<llvm::SmallVector<MorelloDim>> left;
    for (int64_t dim = 0, rank = 1 + below(4); dim < rank; ++dim) {
      auto [pieces, extent] = proposeDim(dim);
      result.extents.push_back(extent);
      left.push_back(pieces);
    }
    // Take the pieces from outside, from a dimension at a time.
    while (llvm::any_of(left, [](auto &pieces) { return !pieces.empty(); })) {
      auto &pieces = left[below(left.size())];
      if (!pieces.empty())
        result.layout.dims.push_back(pieces.pop_back_val());
    }
    return result;
  }

  std::mt19937_64 random;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TEST_UNIT_LAYOUT_MORELLOTESTSUPPORT_H
