//===- Traffic.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Traffic.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

void Traffic::addDynamic(ArrayRef<int64_t> shape, Attribute encoding,
                         uint64_t bits) {
  for (Dynamic &array : dynamic)
    if (array.encoding == encoding && ArrayRef(array.shape) == shape) {
      array.bits = llvm::SaturatingAdd(array.bits, bits);
      return;
    }
  dynamic.push_back({llvm::to_vector(shape), encoding, bits});
}

void Traffic::add(RankedTensorType type, int64_t times) {
  // Elements of unknown size, such as index, are those of a word.
  std::optional<int64_t> known = getBitsPerElement(type);
  int64_t bits = known ? *known : 64;
  std::optional<Layout> layout = getLayout(type);
  if (!layout || !type.hasStaticShape())
    return addDynamic(type.getShape(), type.getEncoding(),
                      llvm::SaturatingMultiply<uint64_t>(bits, times));
  int64_t bytes = getBytes(getElements(*layout, type.getShape()), bits);
  staticBytes =
      llvm::SaturatingMultiplyAdd<uint64_t>(bytes, times, staticBytes);
}

void Traffic::add(const Traffic &other) {
  staticBytes = llvm::SaturatingAdd(staticBytes, other.staticBytes);
  for (const Dynamic &array : other.dynamic)
    addDynamic(array.shape, array.encoding, array.bits);
}

uint64_t Traffic::getBits(const Dynamic &array) const {
  for (const Dynamic &own : dynamic)
    if (own.encoding == array.encoding && own.shape == array.shape)
      return own.bits;
  return 0;
}

bool Traffic::isLessThan(const Traffic &other) const {
  if (staticBytes > other.staticBytes)
    return false;
  bool isLess = staticBytes < other.staticBytes;
  for (const Dynamic &array : dynamic)
    if (array.bits > other.getBits(array))
      return false;
  for (const Dynamic &array : other.dynamic)
    isLess |= getBits(array) < array.bits;
  return isLess;
}
