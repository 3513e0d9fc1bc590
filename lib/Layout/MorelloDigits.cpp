//===- MorelloDigits.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MorelloDigits.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::tiled_layout;

/// Returns the digits of pieces that have these sizes.
static llvm::SmallVector<PieceDigit>
getDigitsOfSizes(const MorelloLayout &layout, llvm::ArrayRef<int64_t> sizes) {
  llvm::SmallVector<PieceDigit> digits;
  llvm::SmallDenseMap<int64_t, int64_t> weights;
  for (auto [dim, size] : llvm::reverse(llvm::zip_equal(layout.dims, sizes))) {
    if (size == 1)
      continue;
    int64_t &weight = weights.try_emplace(dim.dim, 1).first->second;
    if (dim.isOddEven()) {
      if (size > 2)
        digits.push_back({dim.dim, 2 * weight, size / 2});
      digits.push_back({dim.dim, weight, 2});
    } else {
      digits.push_back({dim.dim, weight, size});
    }
    // Nothing of the dimension lies outside a dynamic piece.
    if (size != kDynamic)
      weight *= size;
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

llvm::SmallVector<PieceDigit>
mlir::tiled_layout::getDigits(const MorelloLayout &layout,
                              llvm::ArrayRef<int64_t> extents) {
  return getDigitsOfSizes(layout, getMorelloPhysicalShape(layout, extents));
}

llvm::SmallVector<PieceDigit>
mlir::tiled_layout::getDigitsOnAnyShape(const MorelloLayout &layout) {
  llvm::SmallVector<int64_t> sizes;
  // The volume inside the outermost sized piece of each dimension.
  llvm::SmallDenseMap<int64_t, int64_t> volumes, weights;
  for (const MorelloDim &dim : llvm::reverse(layout.dims)) {
    sizes.push_back(dim.isDynamic() ? kDynamic : dim.size);
    if (dim.isDynamic())
      continue;
    int64_t &volume = volumes.try_emplace(dim.dim, 1).first->second;
    weights[dim.dim] = volume;
    volume *= dim.size;
  }
  std::reverse(sizes.begin(), sizes.end());

  llvm::SmallVector<PieceDigit> digits = getDigitsOfSizes(layout, sizes);
  for (PieceDigit &digit : digits)
    digit.mayShrink =
        digit.size != kDynamic && digit.weight >= weights.lookup(digit.dim);
  return digits;
}

void mlir::tiled_layout::mergeDigits(
    llvm::SmallVectorImpl<PieceDigit> &digits) {
  llvm::SmallVector<PieceDigit> merged;
  for (const PieceDigit &digit : digits) {
    if (!merged.empty()) {
      PieceDigit &outer = merged.back();
      // Nothing of its dimension lies outside a digit without bound.
      if (outer.continues(digit)) {
        outer.weight = digit.weight;
        if (outer.size != kDynamic)
          outer.size *= digit.size;
        outer.mayShrink =
            outer.size != kDynamic && (outer.mayShrink || digit.mayShrink);
        continue;
      }
    }
    merged.push_back(digit);
  }
  digits = std::move(merged);
}
