//===- ArrayDigits.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayDigits.h"

#include "DigitSum.h"

#include "tiled_layout/Layout/Tiling.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

struct DigitDomain {
  using Axis = ArrayDigit;

  Axis one() { return {}; }

  Axis merge(const Axis &major, const Axis &minor) {
    if (major.places == 1)
      return minor;
    if (minor.places == 1)
      return major;
    reason = "a tile combines dimensions";
    return minor;
  }

  std::pair<Axis, Axis> split(const Axis &axis, TileEntry entry) {
    if (axis.places == kDynamic && entry.dependsOnExtent()) {
      reason = "a tile depends on an extent that is known at run time only";
      return {axis, one()};
    }
    int64_t count = getTileSize(entry, axis.places);
    auto [outer, inner] = axis.DimensionDigit::split(count);
    if (axis.size != kDynamic)
      inner.size = std::min(inner.size, axis.size);
    int64_t blocks =
        axis.places == kDynamic ? kDynamic : ceilDivide(axis.places, count);
    return {Axis{outer, blocks, {}}, Axis{inner, count, {}}};
  }

  llvm::StringRef reason;
};

} // namespace

llvm::Expected<SmallVector<ArrayDigit>>
mlir::tiled_layout::getArrayDigits(const Layout &layout,
                                   ArrayRef<int64_t> extents,
                                   ArrayRef<int64_t> strides) {
  SmallVector<ArrayDigit> dims;
  for (auto [dim, extent] : llvm::enumerate(extents))
    dims.push_back({{static_cast<int64_t>(dim), 1, extent}, extent, {}});
  DigitDomain domain;
  SmallVector<ArrayDigit> digits =
      applyLayout<DigitDomain>(layout, dims, domain);
  if (!domain.reason.empty())
    return llvm::createStringError(domain.reason);
  if (!strides.empty()) {
    for (auto [number, stride] : llvm::enumerate(strides))
      digits[number].stride = stride == kDynamic
                                  ? Stride(1, RuntimeFactor{int64_t(number), 0})
                                  : Stride(stride);
    return digits;
  }
  Stride stride = 1;
  for (ArrayDigit &digit : llvm::reverse(digits)) {
    digit.stride = stride;
    if (digit.places != kDynamic)
      stride.factor *= digit.places;
    else
      stride.runtime.push_back({digit.dim, digit.weight});
  }
  return digits;
}

llvm::Expected<SmallVector<ArrayDigit>>
mlir::tiled_layout::getCombinedDigits(const Layout &layout,
                                      ArrayRef<int64_t> extents,
                                      ArrayRef<int64_t> strides) {
  auto isUnknown = [](int64_t number) { return number <= 0; };
  auto refuse = [] {
    return llvm::createStringError("a tile combines dimensions");
  };
  if (llvm::any_of(extents, isUnknown) || llvm::any_of(strides, isUnknown))
    return refuse();
  DigitPool pool(extents);
  SmallVector<ArrayDigit> digits;
  for (const DigitTerm &term : strides.empty()
                                   ? pool.getPosition(layout)
                                   : pool.getPosition(layout, strides)) {
    const Digit &digit = term.digit;
    bool isPlain = digit.moduli.empty() ||
                   (digit.moduli.size() == 1 &&
                    digit.moduli.front() == digit.divisor * digit.range);
    if (!pool.isDimension(digit.variable) || !isPlain)
      return refuse();
    digits.push_back({{int64_t(digit.variable), digit.divisor, digit.range},
                      digit.range,
                      term.weight});
  }
  return digits;
}

SmallVector<ArrayDigit>
mlir::tiled_layout::getDigitsOf(ArrayRef<ArrayDigit> all, int64_t dim) {
  SmallVector<ArrayDigit> digits;
  llvm::copy_if(all, std::back_inserter(digits), [&](const ArrayDigit &digit) {
    return digit.dim == dim && digit.size != 1;
  });
  llvm::sort(digits, [](const ArrayDigit &a, const ArrayDigit &b) {
    return a.weight < b.weight;
  });
  SmallVector<ArrayDigit> joined;
  for (const ArrayDigit &digit : digits) {
    ArrayDigit *minor = joined.empty() ? nullptr : &joined.back();
    if (minor && digit.continues(*minor) &&
        minor->stride * minor->size == digit.stride)
      minor->size =
          digit.size == kDynamic ? kDynamic : minor->size * digit.size;
    else
      joined.push_back(digit);
  }
  return joined;
}

SmallVector<ArrayDigit>
mlir::tiled_layout::getPaddedDigitsOf(ArrayRef<ArrayDigit> all, int64_t dim) {
  SmallVector<ArrayDigit> padded(all);
  for (ArrayDigit &digit : padded)
    digit.size = digit.places;
  return getDigitsOf(padded, dim);
}

int64_t mlir::tiled_layout::getTileIndices(ArrayRef<ArrayDigit> digits,
                                           int64_t dim) {
  // One digit counts tiles.
  int64_t indices = 1;
  for (const ArrayDigit &digit : digits)
    if (digit.dim == dim)
      indices = std::max(indices, digit.weight);
  return indices;
}

int64_t mlir::tiled_layout::getSideBySide(ArrayRef<ArrayDigit> digits,
                                          int64_t dim) {
  SmallVector<ArrayDigit> own = getPaddedDigitsOf(digits, dim);
  bool areSideBySide =
      !own.empty() && own.front().stride.isUnit() && own.front().weight == 1;
  return areSideBySide && own.front().size != kDynamic ? own.front().size : 1;
}

std::optional<Stride>
mlir::tiled_layout::getDistance(ArrayRef<ArrayDigit> digits,
                                ArrayRef<int64_t> index) {
  Stride sum;
  for (const ArrayDigit &digit : digits) {
    // A tile of more dimensions than the array has one that counts nothing.
    if (digit.dim < 0)
      continue;
    int64_t value = index[digit.dim] / digit.weight;
    if (digit.places != kDynamic)
      value %= digit.places;
    if (value == 0)
      continue;
    Stride part = digit.stride * value;
    if (sum.factor != 0 && sum.runtime != part.runtime)
      return std::nullopt;
    sum = Stride(sum.factor + part.factor, part.runtime);
  }
  return sum;
}

bool mlir::tiled_layout::haveSameDigits(const Layout &a, const Layout &b,
                                        ArrayRef<int64_t> extents) {
  Layout other = b;
  other.minorToMajor = a.minorToMajor;
  other.tiles = a.tiles;
  auto left = expectedToOptional(getArrayDigits(a, extents, {})),
       right = expectedToOptional(getArrayDigits(b, extents, {}));
  if (!(other == a) || !left || !right)
    return false;
  auto isOne = [](const ArrayDigit &digit) { return digit.places == 1; };
  llvm::erase_if(*left, isOne);
  llvm::erase_if(*right, isOne);
  return llvm::equal(*left, *right, [](const auto &l, const auto &r) {
    return l.dim == r.dim && l.weight == r.weight && l.places == r.places;
  });
}
