//===- NotationTest.h - Tests of a notation ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_LAYOUT_INTEROP_NOTATIONTEST_H
#define TILED_LAYOUT_TEST_UNIT_LAYOUT_INTEROP_NOTATIONTEST_H

#include "../LayoutText.h"
#include "../RandomLayouts.h"

#include "tiled_layout/Layout/Compare.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::tiled_layout::test {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

/// Calls `visit` with each index.
inline void forEachIndex(ArrayRef<int64_t> extents,
                         llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> index(extents.size(), 0);
  while (true) {
    visit(index);
    int64_t dim = extents.size() - 1;
    for (; dim >= 0 && ++index[dim] == extents[dim]; --dim)
      index[dim] = 0;
    if (dim < 0)
      return;
  }
}

inline std::vector<int64_t> readIntegers(StringRef text) {
  std::vector<int64_t> integers;
  while (!text.empty()) {
    int64_t value;
    if (text.consumeInteger(10, value))
      text = text.drop_front();
    else
      integers.push_back(value);
  }
  return integers;
}

/// A notation, and an evaluator written from its own definition, which shares
/// nothing with the library but the text.
struct Notation {
  llvm::Expected<std::string> (*print)(const Layout &, ArrayRef<int64_t>,
                                       int64_t);
  llvm::Expected<Layout> (*parse)(StringRef, ArrayRef<int64_t>);
  int64_t (*evaluate)(StringRef, ArrayRef<int64_t>, ArrayRef<int64_t>);
};

inline void expectPositions(const Notation &notation, StringRef text,
                            const Layout &layout, ArrayRef<int64_t> extents) {
  Placement placement(layout, extents);
  forEachIndex(extents, [&](ArrayRef<int64_t> index) {
    ASSERT_EQ(placement.getPosition(index),
              notation.evaluate(text, extents, index))
        << text.str() << " on " << extentsToString(extents) << ": "
        << toString(layout) << " at " << extentsToString(index);
  });
}

/// Prints random layouts, evaluates the text and reads it back. Returns how
/// many could be printed.
inline int testRoundTrip(const Notation &notation, int trials) {
  std::mt19937_64 random(7);
  RandomLayoutOptions options;
  options.properties = false;
  options.zeroExtents = false;
  options.maxElements = 400;
  options.maxRank = 4;
  int printed = 0;
  for (int trial = 0; trial < trials; ++trial) {
    RandomLayout test = getRandomLayout(random, options);
    auto text = notation.print(test.layout, test.extents, 32);
    if (!text) {
      EXPECT_FALSE(llvm::toString(text.takeError()).empty());
      continue;
    }
    ++printed;
    expectPositions(notation, *text, test.layout, test.extents);
    auto back = notation.parse(*text, test.extents);
    if (!back) {
      ADD_FAILURE() << *text << " for " << test.describe() << ": "
                    << llvm::toString(back.takeError());
      continue;
    }
    EXPECT_FALSE(checkLayout(*back)) << *text;
    EXPECT_TRUE(areInterchangeable(*back, test.layout, test.extents, 32))
        << *text << " for " << test.describe() << ": " << toString(*back);
  }
  return printed;
}

inline std::string refusalOf(const Notation &notation, StringRef layout,
                             ArrayRef<int64_t> extents) {
  auto text = notation.print(layoutOf(layout), extents, 32);
  return text ? *text : llvm::toString(text.takeError());
}

inline std::string readingOf(const Notation &notation, StringRef text,
                             ArrayRef<int64_t> extents) {
  auto layout = notation.parse(text, extents);
  return layout ? toString(*layout) : llvm::toString(layout.takeError());
}

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_LAYOUT_INTEROP_NOTATIONTEST_H
