//===- OneDnn.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/OneDnn.h"

#include "../TextCursor.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

static constexpr llvm::StringLiteral notation = "a oneDNN tag";
/// oneDNN's arrays have at most this many dimensions, `a` to `l`.
static constexpr size_t maxRank = 12;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

class TagParser {
public:
  TagParser(StringRef text, size_t offset, size_t rank)
      : text(text), offset(offset), rank(rank), hasBlocks(rank, false) {}

  Expected<BlockedLayout> parse() {
    if (rank == 0 || rank > maxRank)
      return fail(llvm::formatv("a oneDNN tag is for 1 to {0} dimensions, but "
                                "the array has rank {1}",
                                maxRank, rank));
    while (offset < text.size() && llvm::isAlpha(text[offset]))
      if (Error error = parseDimension())
        return error;
    if (blocked.outerDims.size() != rank)
      return fail(llvm::formatv("the tag has {0} dimensions, but the array has "
                                "rank {1}",
                                blocked.outerDims.size(), rank));
    while (offset < text.size() && llvm::isDigit(text[offset]))
      if (Error error = parseBlock())
        return error;
    for (int64_t dim : blocked.outerDims)
      if (hasBlocks[dim] && blocked.getBlockSize(dim) == 1)
        return fail(llvm::formatv("'{0}' announces a block of the dimension, "
                                  "but none follows",
                                  char('A' + dim)));
    setWeights();
    return std::move(blocked);
  }

  size_t getOffset() const { return offset; }

private:
  Error fail(std::string message) const {
    return TextCursor::errorAt(offset, message);
  }

  Expected<int64_t> getDimension(char letter) const {
    int64_t dim = llvm::toLower(letter) - 'a';
    if (dim < 0 || dim >= static_cast<int64_t>(rank))
      return fail(
          llvm::formatv("'{0}' is no dimension of an array of rank {1}; tags "
                        "name dimensions by letters from 'a' on",
                        letter, rank));
    return dim;
  }

  Error parseDimension() {
    char letter = text[offset];
    Expected<int64_t> dim = getDimension(letter);
    if (!dim)
      return dim.takeError();
    if (llvm::is_contained(blocked.outerDims, *dim))
      return fail(llvm::formatv("'{0}' is there twice", letter));
    blocked.outerDims.push_back(*dim);
    hasBlocks[*dim] = llvm::toUpper(letter) == letter;
    ++offset;
    return Error::success();
  }

  Error parseBlock() {
    size_t end = text.find_if_not(llvm::isDigit, offset);
    int64_t size;
    if (text.slice(offset, end).getAsInteger(10, size) || size < 2)
      return fail("the size of a block must be at least 2 and fit in 64 bits, "
                  "but is " +
                  text.slice(offset, end).str());
    if (llvm::MulOverflow(total, size, total))
      return fail("the blocks have more than 2^63 - 1 elements");
    offset = std::min(end, text.size());
    if (offset == text.size() || !llvm::isLower(text[offset]))
      return fail("a block needs its dimension, a small letter, after its "
                  "size");
    Expected<int64_t> dim = getDimension(text[offset]);
    if (!dim)
      return dim.takeError();
    if (!hasBlocks[*dim])
      return fail(
          llvm::formatv("'{0}' has a block, but is not written as '{1}' "
                        "before",
                        text[offset], llvm::toUpper(text[offset])));
    blocked.blocks.push_back({*dim, 1, size});
    ++offset;
    return Error::success();
  }

  /// The last block of a dimension holds its neighbouring values.
  void setWeights() {
    SmallVector<int64_t> weights(rank, 1);
    for (DimensionDigit &block : llvm::reverse(blocked.blocks)) {
      block.weight = weights[block.dim];
      weights[block.dim] *= block.size;
    }
  }

  StringRef text;
  size_t offset;
  size_t rank;
  SmallVector<bool> hasBlocks;
  int64_t total = 1;
  BlockedLayout blocked;
};

} // namespace

Expected<BlockedLayout> mlir::tiled_layout::parseOneDnnTag(StringRef text,
                                                           size_t &offset,
                                                           size_t rank) {
  TagParser parser(text, offset, rank);
  Expected<BlockedLayout> blocked = parser.parse();
  offset = parser.getOffset();
  return blocked;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

Expected<std::string> mlir::tiled_layout::getOneDnnTag(
    const Layout &layout, ArrayRef<int64_t> extents, int64_t storageBits) {
  if (extents.empty() || extents.size() > maxRank)
    return llvm::createStringError(
        "a oneDNN tag is for 1 to " + llvm::Twine(maxRank) +
        " dimensions, but the array has rank " + llvm::Twine(extents.size()));
  Expected<BlockedLayout> blocked =
      getBlockedLayout(layout, extents, storageBits, notation);
  if (!blocked)
    return blocked.takeError();
  std::string tag;
  for (int64_t dim : blocked->outerDims)
    tag +=
        static_cast<char>((blocked->getBlockSize(dim) == 1 ? 'a' : 'A') + dim);
  SmallVector<int64_t> left(extents.size(), 0);
  for (const DimensionDigit &block : blocked->blocks) {
    int64_t &weight = left[block.dim];
    if (weight == 0)
      weight = blocked->getBlockSize(block.dim);
    if (block.weight * block.size != weight)
      return llvm::createStringError(
          llvm::formatv("steps of {0} in dimension {1} lie outside larger "
                        "steps, and a oneDNN tag keeps the blocks of a "
                        "dimension in their order",
                        block.weight, block.dim)
              .str());
    weight = block.weight;
    tag += std::to_string(block.size) + static_cast<char>('a' + block.dim);
  }
  return tag;
}
