//===- Cute.cpp -----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/Cute.h"

#include "../MorelloDigits.h"
#include "../TextCursor.h"
#include "BlockLevels.h"

#include "tiled_layout/Layout/Simplify.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

static constexpr llvm::StringLiteral notation = "CuTe";

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

/// One number of a shape and its stride.
struct Leaf {
  int64_t dim;
  int64_t size;
  int64_t stride;
};

class CuteParser {
public:
  CuteParser(StringRef text, size_t offset, ArrayRef<int64_t> extents)
      : cursor(text, {}, offset), begin(offset), extents(extents) {}

  Expected<SmallVector<Leaf>> parse() {
    // The shape gives the nesting, which the strides then follow.
    if (Error error = parseTuple(shape, 0))
      return error;
    if (Error error = cursor.expect(":", "between shape and strides"))
      return error;
    if (Error error = parseTuple(strides, 0))
      return error;
    if (Error error = checkNesting())
      return error;
    return getLeaves();
  }

  size_t getOffset() { return cursor.getOffset(); }

private:
  /// A number, or `(` or `)`.
  struct Token {
    enum class Kind { Open, Close, Number };
    Kind kind;
    int64_t value;
    size_t offset;
  };
  using Tokens = SmallVector<Token>;

  static constexpr int maxDepth = 32;

  Error parseTuple(Tokens &tokens, int depth) {
    if (depth > maxDepth)
      return cursor.error("the shape is nested more than " +
                          llvm::Twine(maxDepth) + " deep");
    size_t offset = cursor.getOffset();
    if (!cursor.consume("(")) {
      tokens.push_back({Token::Kind::Number, 0, offset});
      return cursor.integer(tokens.back().value, "a number or '('");
    }
    tokens.push_back({Token::Kind::Open, 0, offset});
    if (!cursor.startsWith(")")) {
      do {
        if (Error error = parseTuple(tokens, depth + 1))
          return error;
      } while (cursor.consume(","));
    }
    offset = cursor.getOffset();
    if (Error error = cursor.expect(")", "after a number"))
      return error;
    tokens.push_back({Token::Kind::Close, 0, offset});
    return Error::success();
  }

  Error checkNesting() {
    for (size_t i = 0; i < std::max(shape.size(), strides.size()); ++i)
      if (i >= shape.size() || i >= strides.size() ||
          shape[i].kind != strides[i].kind)
        return TextCursor::errorAt(i < strides.size() ? strides[i].offset
                                                      : begin,
                                   "the strides are not nested as the shape "
                                   "is");
    return Error::success();
  }

  Expected<SmallVector<Leaf>> getLeaves() {
    SmallVector<Leaf> leaves;
    int64_t mode = 0;
    int depth = 0;
    bool isTuple = shape.front().kind == Token::Kind::Open;
    int top = isTuple ? 1 : 0;
    for (auto [size, stride] : llvm::zip_equal(shape, strides)) {
      depth -= size.kind == Token::Kind::Close;
      if (size.kind == Token::Kind::Number) {
        if (size.value < 1)
          return TextCursor::errorAt(size.offset,
                                     "size must be at least 1, but is " +
                                         llvm::Twine(size.value));
        leaves.push_back({mode, size.value, stride.value});
      }
      bool ends = depth == top && size.kind != Token::Kind::Open;
      depth += size.kind == Token::Kind::Open;
      if (!ends)
        continue;
      // A mode is complete.
      if (Error error = checkMode(leaves, mode))
        return error;
      ++mode;
    }
    if (mode != static_cast<int64_t>(extents.size()))
      return TextCursor::errorAt(begin, "the layout has " + llvm::Twine(mode) +
                                            " modes, but the array has rank " +
                                            llvm::Twine(extents.size()));
    return leaves;
  }

  Error checkMode(ArrayRef<Leaf> leaves, int64_t mode) {
    if (mode >= static_cast<int64_t>(extents.size()))
      return Error::success();
    int64_t product = 1;
    bool overflows = false;
    for (const Leaf &leaf : leaves)
      if (leaf.dim == mode)
        overflows |= llvm::MulOverflow(product, leaf.size, product);
    if (overflows || product != extents[mode])
      return TextCursor::errorAt(
          begin,
          "mode " + llvm::Twine(mode) + " has " +
              (overflows ? "2^63 or more" : llvm::Twine(product)) +
              " values, but dimension " + llvm::Twine(mode) + " has extent " +
              (extents[mode] == kDynamic ? "?" : llvm::Twine(extents[mode])));
    return Error::success();
  }

  TextCursor cursor;
  size_t begin;
  ArrayRef<int64_t> extents;
  Tokens shape, strides;
};

} // namespace

/// Returns the numbers above 1, by stride, largest first; fails if a stride
/// does not continue those below it.
static Expected<SmallVector<Leaf>> getMemoryOrder(ArrayRef<Leaf> leaves,
                                                  size_t begin) {
  SmallVector<Leaf> order;
  for (const Leaf &leaf : leaves)
    if (leaf.size != 1)
      order.push_back(leaf);
  // Equal strides are refused below.
  llvm::sort(order, [](const Leaf &a, const Leaf &b) {
    return std::pair(b.stride, a.dim) < std::pair(a.stride, b.dim);
  });
  int64_t expected = 1;
  for (const Leaf &leaf : llvm::reverse(order)) {
    if (leaf.stride != expected)
      return TextCursor::errorAt(
          begin, llvm::formatv("stride {0} of {1} values of mode {2} must be "
                               "{3}, since a layout has no gaps between "
                               "elements and no overlaps",
                               leaf.stride, leaf.size, leaf.dim, expected)
                     .str());
    if (llvm::MulOverflow(expected, leaf.size, expected))
      return TextCursor::errorAt(begin,
                                 "the array has more than 2^63 - 1 elements");
  }
  return order;
}

Expected<Layout> mlir::tiled_layout::parseCute(StringRef text, size_t &offset,
                                               ArrayRef<int64_t> extents) {
  CuteParser parser(text, offset, extents);
  Expected<SmallVector<Leaf>> leaves = parser.parse();
  if (!leaves)
    return leaves.takeError();
  Expected<SmallVector<Leaf>> order = getMemoryOrder(*leaves, offset);
  if (!order)
    return order.takeError();
  offset = parser.getOffset();

  // Within a mode the first number changes fastest.
  BlockedLayout blocked;
  for (const Leaf &leaf : *order) {
    int64_t weight = 1;
    for (const Leaf &other : *leaves) {
      if (other.dim != leaf.dim || other.size == 1)
        continue;
      if (other.stride == leaf.stride)
        break;
      weight *= other.size;
    }
    blocked.blocks.push_back({leaf.dim, weight, leaf.size});
  }
  blocked.outerDims = llvm::to_vector(llvm::seq<int64_t>(0, extents.size()));
  // All is one tile; most layouts need less.
  return simplifyLayout(getLayoutOfBlocks(blocked), extents, /*storageBits=*/0);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Prints the numbers of a mode, in parentheses if there are several.
static std::string printMode(ArrayRef<int64_t> numbers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(numbers, os, ",");
  return numbers.size() == 1 ? text : "(" + text + ")";
}

Expected<std::string> mlir::tiled_layout::getCute(const Layout &layout,
                                                  ArrayRef<int64_t> extents,
                                                  int64_t storageBits) {
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent == kDynamic || extent < 1)
      return llvm::createStringError(
          "CuTe's numbers are constants of at least 1, but dimension " +
          llvm::Twine(dim) + " has extent " +
          (extent == kDynamic ? "?" : llvm::Twine(extent)));
  if (Error error = checkOnlyTiles(layout, extents, storageBits, notation))
    return error;
  Expected<SmallVector<PieceDigit>> digits =
      getExactDigits(layout, extents, notation);
  if (!digits)
    return digits.takeError();

  std::vector<SmallVector<std::pair<PieceDigit, int64_t>>> modes(
      extents.size());
  int64_t stride = 1;
  for (const PieceDigit &digit : llvm::reverse(*digits)) {
    modes[digit.dim].push_back({digit, stride});
    stride *= digit.size;
  }
  SmallVector<std::string> shapes, strides;
  for (auto &mode : modes) {
    llvm::sort(mode, [](const auto &a, const auto &b) {
      return a.first.weight < b.first.weight;
    });
    SmallVector<int64_t> sizes, steps;
    for (const auto &[digit, step] : mode) {
      sizes.push_back(digit.size);
      steps.push_back(step);
    }
    if (mode.empty()) {
      sizes.push_back(1);
      steps.push_back(0);
    }
    shapes.push_back(printMode(sizes));
    strides.push_back(printMode(steps));
  }
  if (extents.size() == 1 && modes.front().size() <= 1)
    return shapes.front() + ":" + strides.front();
  return "(" + llvm::join(shapes, ",") + "):(" + llvm::join(strides, ",") + ")";
}
