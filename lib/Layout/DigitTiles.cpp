//===- DigitTiles.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile keeps some digits where they are and moves the rest after them, each
// group in the old order. So a list of tiles sorts as a radix sort does: give
// each digit a code whose bit k says whether level k moves it, and the digits
// end up in the order of their codes, the last level's bit being the highest;
// equal codes keep the order they had.
//
// One thing limits the codes: digits of one dimension share an axis until a
// tile separates them, and a tile leaves the more significant part in place
// and moves the less significant one. So the first level that treats two
// neighbouring digits of a dimension differently must move the lesser one.
//
//===----------------------------------------------------------------------===//

#include "MorelloDigits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;

namespace {

/// The digits that lie on one axis, most significant first, as positions in
/// the list of digits. Empty for an axis of extent 1.
using Axis = llvm::SmallVector<unsigned, 4>;
using Codes = llvm::SmallVector<unsigned>;

class TileFinder {
public:
  TileFinder(llvm::ArrayRef<PieceDigit> digits, llvm::ArrayRef<int64_t> order);

  llvm::SmallVector<Tile> run();

private:
  llvm::SmallVector<Tile> getTilesOf(const Codes &codes) const;
  Codes splitThenSort() const;
  void assign(size_t digit);
  void keepIfBetter();
  bool mayHaveCode(size_t digit, unsigned code) const;
  unsigned getSmallestCode(size_t digit, llvm::ArrayRef<unsigned> ranks,
                           unsigned previous) const;
  TileEntry getEntry(llvm::ArrayRef<unsigned> moved) const;

  static constexpr unsigned none = ~0u;
  /// Steps of the search before it gives up; layouts in use need hundreds.
  static constexpr unsigned maxSteps = 1 << 15;

  llvm::ArrayRef<PieceDigit> digits;
  /// The axes before the first tile.
  llvm::SmallVector<Axis> axes;
  /// The order of the digits before the first tile.
  llvm::SmallVector<unsigned> ranks;
  /// The neighbours of each digit in significance, or `none`.
  llvm::SmallVector<unsigned> greater, lesser;

  // The state of the search.
  unsigned numLevels = 0;
  unsigned steps = 0;
  Codes codes;
  std::optional<llvm::SmallVector<Tile>> best;
  size_t bestEntries = 0;
};

} // namespace

TileFinder::TileFinder(llvm::ArrayRef<PieceDigit> digits,
                       llvm::ArrayRef<int64_t> order)
    : digits(digits), ranks(digits.size()), greater(digits.size(), none),
      lesser(digits.size(), none), codes(digits.size(), 0) {
  unsigned rank = 0;
  for (int64_t dim : order) {
    Axis &axis = axes.emplace_back();
    for (auto [i, digit] : llvm::enumerate(digits))
      if (digit.dim == dim)
        axis.push_back(i);
    llvm::sort(axis, [&](unsigned a, unsigned b) {
      return digits[a].weight > digits[b].weight;
    });
    for (auto [i, id] : llvm::enumerate(axis)) {
      ranks[id] = rank++;
      if (i == 0)
        continue;
      greater[id] = axis[i - 1];
      lesser[axis[i - 1]] = id;
    }
  }
}

//===----------------------------------------------------------------------===//
// From codes to tiles
//===----------------------------------------------------------------------===//

/// Returns the entry that moves these digits of an axis after the others.
TileEntry TileFinder::getEntry(llvm::ArrayRef<unsigned> moved) const {
  int64_t size = 1;
  bool mayShrink = false;
  for (unsigned id : moved) {
    if (digits[id].size == kDynamic)
      return TileEntry::getFull();
    size *= digits[id].size;
    mayShrink |= digits[id].mayShrink;
  }
  return mayShrink ? TileEntry::getMin(size) : TileEntry::getSize(size);
}

llvm::SmallVector<Tile> TileFinder::getTilesOf(const Codes &codes) const {
  llvm::SmallVector<Tile> tiles;
  llvm::SmallVector<Axis> axes = this->axes;
  unsigned used = 0;
  for (unsigned code : codes)
    used |= code;
  for (unsigned level = 0; used >> level != 0; ++level) {
    auto isMoved = [&](unsigned id) { return (codes[id] >> level & 1) != 0; };
    size_t first = 0;
    while (llvm::none_of(axes[first], isMoved))
      ++first;

    Tile &tile = tiles.emplace_back();
    llvm::SmallVector<Axis> moved;
    for (Axis &axis : llvm::drop_begin(axes, first)) {
      auto *split = llvm::find_if(axis, isMoved);
      Axis &inner = moved.emplace_back(split, axis.end());
      axis.erase(split, axis.end());
      tile.push_back(getEntry(inner));
    }
    axes.append(moved);
  }
  return tiles;
}

//===----------------------------------------------------------------------===//
// Short tiles, by search
//===----------------------------------------------------------------------===//

/// True if the code suits those of the digit's neighbours in significance that
/// have one: the lowest bit in which two differ is set in the lesser digit's.
bool TileFinder::mayHaveCode(size_t digit, unsigned code) const {
  auto suits = [&](unsigned greaterCode, unsigned lesserCode) {
    unsigned difference = greaterCode ^ lesserCode;
    return (difference & -difference & greaterCode) == 0;
  };
  // Codes are given in the order of the digits.
  unsigned above = greater[digit], below = lesser[digit];
  return (above == none || above > digit || suits(codes[above], code)) &&
         (below == none || below > digit || suits(code, codes[below]));
}

/// Returns the smallest code that puts the digit after the one before it.
unsigned TileFinder::getSmallestCode(size_t digit,
                                     llvm::ArrayRef<unsigned> ranks,
                                     unsigned previous) const {
  bool isInOrder = digit == 0 || ranks[digit - 1] < ranks[digit];
  return isInOrder ? previous : previous + 1;
}

void TileFinder::keepIfBetter() {
  llvm::SmallVector<Tile> tiles = getTilesOf(codes);
  size_t entries = 0;
  for (const Tile &tile : tiles)
    entries += tile.size();
  if (best && entries >= bestEntries)
    return;
  best = std::move(tiles);
  bestEntries = entries;
}

/// Tries all codes of this and the following digits.
void TileFinder::assign(size_t digit) {
  if (digit == digits.size())
    return keepIfBetter();
  unsigned previous = digit == 0 ? 0 : codes[digit - 1];
  unsigned first = getSmallestCode(digit, ranks, previous);
  // From above, so that of equally short tiles those that move a digit early,
  // together with its neighbours, come first.
  for (unsigned code = 1u << numLevels; code-- > first;) {
    if (++steps > maxSteps)
      return;
    if (!mayHaveCode(digit, code))
      continue;
    codes[digit] = code;
    assign(digit + 1);
  }
}

//===----------------------------------------------------------------------===//
// Some tiles, without search
//===----------------------------------------------------------------------===//

/// Returns codes that always exist, of logarithmic length: first halve every
/// axis until each digit stands alone, then sort the digits.
Codes TileFinder::splitThenSort() const {
  unsigned longest = 1;
  for (const Axis &axis : axes)
    longest = std::max<unsigned>(longest, axis.size());
  unsigned splitLevels = llvm::Log2_32_Ceil(longest);

  // The lower bits: the digit's number on its axis, highest bit first.
  Codes result(digits.size(), 0);
  for (const Axis &axis : axes)
    for (auto [number, id] : llvm::enumerate(axis))
      for (unsigned level = 0; level < splitLevels; ++level)
        if (number >> (splitLevels - 1 - level) & 1)
          result[id] |= 1u << level;

  // The upper bits: the number of the ascending run, in the order that the
  // lower bits lead to.
  llvm::SmallVector<unsigned> separated =
      llvm::to_vector(llvm::seq<unsigned>(0, digits.size()));
  llvm::sort(separated, [&](unsigned a, unsigned b) {
    return std::make_pair(result[a], ranks[a]) <
           std::make_pair(result[b], ranks[b]);
  });
  llvm::SmallVector<unsigned> newRanks(digits.size());
  for (auto [rank, id] : llvm::enumerate(separated))
    newRanks[id] = rank;
  unsigned run = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    run = getSmallestCode(i, newRanks, run);
    result[i] |= run << splitLevels;
  }
  return result;
}

llvm::SmallVector<Tile> TileFinder::run() {
  if (llvm::is_sorted(ranks))
    return {};
  Codes fallback = splitThenSort();
  unsigned longest = llvm::Log2_32(*llvm::max_element(fallback)) + 1;
  for (numLevels = 1; numLevels <= longest && steps <= maxSteps; ++numLevels) {
    assign(0);
    if (best)
      return *best;
  }
  return getTilesOf(fallback);
}

llvm::SmallVector<Tile>
mlir::tiled_layout::findTiles(llvm::ArrayRef<PieceDigit> digits,
                              llvm::ArrayRef<int64_t> order) {
  return TileFinder(digits, order).run();
}
