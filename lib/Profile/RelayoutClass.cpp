//===- RelayoutClass.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/RelayoutClass.h"

#include "tiled_layout/Layout/ComposedIndex.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// A run that moves as a whole has at least these bits.
static constexpr int64_t runBits = 128;

llvm::StringRef mlir::tiled_layout::toString(RelayoutClass kind) {
  switch (kind) {
  case RelayoutClass::View:
    return "view";
  case RelayoutClass::MemorySpace:
    return "memory space";
  case RelayoutClass::Repack:
    return "repack";
  case RelayoutClass::Transposition:
    return "transposition";
  }
  llvm_unreachable("covered switch");
}

static bool isPermutation(ArrayRef<int64_t> dims) {
  SmallVector<int64_t> sorted(dims);
  llvm::sort(sorted);
  for (auto [i, dim] : llvm::enumerate(sorted))
    if (dim != static_cast<int64_t>(i))
      return false;
  return true;
}

/// Returns why the arrays are not each other's elements under the map.
static llvm::Error checkMap(const Shape &operand, const Shape &result,
                            ElementMap map, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t, 6> from = operand.extents(), to = result.extents();
  switch (map) {
  case ElementMap::Identity:
    break;
  case ElementMap::Transpose: {
    if (permutation.size() != from.size() || !isPermutation(permutation))
      return llvm::createStringError("dimensions of the transposition are no "
                                     "permutation of those of " +
                                     toString(operand));
    SmallVector<int64_t, 6> permuted;
    for (int64_t dim : permutation)
      permuted.push_back(from[dim]);
    from = permuted;
    break;
  }
  case ElementMap::Reshape:
    from = {getElements(Layout::getRowMajor(from.size()), from)};
    to = {getElements(Layout::getRowMajor(to.size()), to)};
    break;
  }
  if (from != to)
    return llvm::createStringError("elements of " + toString(result) +
                                   " are not those of " + toString(operand));
  return llvm::Error::success();
}

llvm::Expected<RelayoutAnswer>
mlir::tiled_layout::classifyRelayout(const Shape &operand, const Shape &result,
                                     ElementMap map,
                                     ArrayRef<int64_t> permutation) {
  if (llvm::Error error = checkMap(operand, result, map, permutation))
    return error;
  Layout source = operand.getLayout(), dest = result.getLayout();
  int64_t sourceBits = getBitsPerElement(source, operand.elementType);
  int64_t destBits = getBitsPerElement(dest, result.elementType);

  ComposedIndex index(result.extents());
  if (map == ElementMap::Transpose) {
    SmallVector<int64_t> inverse(permutation.size());
    for (auto [k, dim] : llvm::enumerate(permutation))
      inverse[dim] = k;
    index.select(inverse);
  } else if (map == ElementMap::Reshape) {
    index.reshape(operand.extents());
  }

  if (getBytes(operand) == getBytes(result) &&
      index.keepsPositions(source, sourceBits, dest, destBits))
    return RelayoutAnswer{source.memorySpace == dest.memorySpace
                              ? RelayoutClass::View
                              : RelayoutClass::MemorySpace};
  int64_t length = llvm::divideCeil(runBits, std::min(sourceBits, destBits));
  std::optional<bool> hasRun = index.hasCommonRun(source, dest, length);
  if (hasRun.value_or(false))
    return RelayoutAnswer{RelayoutClass::Repack};
  return RelayoutAnswer{RelayoutClass::Transposition, hasRun.has_value()};
}
