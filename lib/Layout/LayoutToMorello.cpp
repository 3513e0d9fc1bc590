//===- LayoutToMorello.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MorelloDigits.h"
#include "Refuse.h"
#include "tiled_layout/Layout/Interop/Blocks.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// From tiles to digits
//===----------------------------------------------------------------------===//

namespace {

/// An axis is its digits, most major first; several where `*` has merged
/// dimensions. Remembers the first tile that cannot be told in digits.
struct DigitDomain {
  using Axis = llvm::SmallVector<PieceDigit>;

  Axis one() { return {}; }

  Axis merge(Axis major, const Axis &minor) {
    major.append(minor);
    return major;
  }

  std::pair<Axis, Axis> split(Axis outer, TileEntry entry) {
    int64_t extent = 1;
    for (const PieceDigit &digit : outer)
      extent *= digit.size;
    int64_t size = getTileSize(entry, extent), left = size;
    if (extent % size != 0)
      fail(llvm::formatv("tile size {0} of level {1} does not divide extent "
                         "{2}, and {3} does not pad",
                         size, level, extent, notation));
    Axis inner;
    while (left > 1 && refusal.empty()) {
      PieceDigit &digit = outer.back();
      if (left % digit.size == 0) {
        inner.insert(inner.begin(), digit);
        left /= digit.size;
        outer.pop_back();
      } else if (digit.size % left == 0) {
        auto [major, minor] = digit.split(left);
        inner.insert(inner.begin(), minor);
        digit = major;
        left = 1;
      } else {
        fail(llvm::formatv("tile size {0} of level {1} divides dimensions "
                           "merged by '*' unevenly: {2} values of dimension "
                           "{3} against {4}",
                           size, level, digit.size, digit.dim, left));
      }
    }
    return {outer, inner};
  }

  void fail(std::string message) {
    if (refusal.empty())
      refusal = std::move(message);
  }

  llvm::StringRef notation;
  int64_t level = 0;
  std::string refusal;
};

} // namespace

Expected<llvm::SmallVector<PieceDigit>>
mlir::tiled_layout::getExactDigits(const Layout &layout,
                                   llvm::ArrayRef<int64_t> extents,
                                   llvm::StringRef notation) {
  DigitDomain domain;
  domain.notation = notation;
  llvm::SmallVector<DigitDomain::Axis> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor)) {
    DigitDomain::Axis &axis = axes.emplace_back();
    if (extents[dim] != 1)
      axis.push_back({dim, 1, extents[dim]});
  }
  for (const Tile &tile : layout.tiles) {
    ++domain.level;
    applyTile(tile, axes, domain);
    if (!domain.refusal.empty())
      return refuse("{0}", domain.refusal);
  }

  llvm::SmallVector<PieceDigit> digits;
  for (const DigitDomain::Axis &axis : axes)
    digits.append(axis);
  mergeDigits(digits);
  return digits;
}

//===----------------------------------------------------------------------===//
// From digits to Morello's pieces
//===----------------------------------------------------------------------===//

Expected<MorelloLayout>
mlir::tiled_layout::getMorelloLayoutOfDigits(llvm::ArrayRef<PieceDigit> digits,
                                             llvm::ArrayRef<int64_t> extents) {
  MorelloLayout layout;
  // What the pieces so far leave of each dimension.
  llvm::SmallVector<int64_t> rest(extents);
  while (!digits.empty()) {
    PieceDigit digit = digits.front();
    digits = digits.drop_front();
    // A strip is its parity, and then the number of the pair.
    bool isStrip =
        digit.size == 2 && !digits.empty() && digits.front().continues(digit);
    if (isStrip) {
      digit.size *= digits.front().size;
      digits = digits.drop_front();
    }
    int64_t &left = rest[digit.dim];
    if (digit.weight * digit.size != left)
      return refuse("steps of {0} in dimension {1} lie outside larger steps: "
                    "Morello keeps the pieces of a dimension in their order, "
                    "but for odd-even strips",
                    digit.weight, digit.dim);
    if (isStrip)
      layout.dims.push_back(MorelloDim::getOddEven(digit.dim, digit.size));
    else if (left == extents[digit.dim])
      layout.dims.push_back(MorelloDim::getDynamic(digit.dim));
    else
      layout.dims.push_back(MorelloDim::getPacked(digit.dim, digit.size));
    left = digit.weight;
  }
  if (Error error = checkMorello(layout))
    return error;
  return layout;
}

Expected<MorelloLayout>
mlir::tiled_layout::getMorelloLayout(const Layout &layout,
                                     llvm::ArrayRef<int64_t> extents) {
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent < 1)
      return refuse("size of dimension {0} must be at least 1 in a Morello "
                    "layout, but is {1}",
                    dim, extent);
  if (Error error =
          checkOnlyTiles(layout, extents, /*storageBits=*/0, "Morello"))
    return error;
  Expected<llvm::SmallVector<PieceDigit>> digits =
      getExactDigits(layout, extents, "Morello");
  if (!digits)
    return digits.takeError();
  return getMorelloLayoutOfDigits(*digits, extents);
}
