//===- Reshape.h - What both reshapes share ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both directions walk through the levels with one list: an axis of the array
// with few dimensions is a group of consecutive axes of the one with many, its
// row-major index the combined one. A tile of the group is a tile for each of
// its parts: from the most minor one, parts that it covers, one that it cuts,
// and parts that it leaves alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_RESHAPE_H
#define TILED_LAYOUT_LIB_LAYOUT_RESHAPE_H

#include "KnownProduct.h"

#include "tiled_layout/Layout/PhysicalShape.h"

namespace mlir::tiled_layout::reshape {

/// The axes of the array with many dimensions that make up one axis of the
/// array with few, most major first.
struct Group {
  llvm::SmallVector<int64_t, 2> extents;
  /// The dimension of the array that is reshaped, for messages.
  int64_t dimension = -1;

  /// The product of the extents, or `kDynamic`.
  int64_t getExtent() const {
    int64_t product = 1;
    for (int64_t extent : extents)
      product = multiplyKnown(product, extent);
    return product;
  }
};

using Groups = llvm::SmallVector<Group>;

/// Returns how many parts a list of groups has.
inline size_t countParts(llvm::ArrayRef<Group> groups) {
  size_t parts = 0;
  for (const Group &group : groups)
    parts += group.extents.size();
  return parts;
}

inline int64_t divide(int64_t extent, int64_t size) {
  return extent == kDynamic ? kDynamic : ceilDivide(extent, size);
}

/// Returns the outer and the inner parts of a group of which part `cut` is
/// split by `size`, those after it are covered and those before it left alone.
inline std::pair<Group, Group> splitGroup(const Group &group, size_t cut,
                                          int64_t size) {
  Group outer = group, inner = group;
  for (size_t i = 0; i < group.extents.size(); ++i) {
    if (i < cut)
      inner.extents[i] = 1;
    else if (i > cut)
      outer.extents[i] = 1;
  }
  outer.extents[cut] = divide(group.extents[cut], size);
  inner.extents[cut] = size;
  return {outer, inner};
}

/// Copies what a reshape leaves as it is.
inline void copyReshapeProperties(const Layout &from, Layout &to) {
  to.tailPaddingAlignment = from.tailPaddingAlignment;
  to.elementBits = from.elementBits;
  to.memorySpace = from.memorySpace;
  to.metadataPrefixBytes = from.metadataPrefixBytes;
  to.exact = from.exact;
}

} // namespace mlir::tiled_layout::reshape

#endif // TILED_LAYOUT_LIB_LAYOUT_RESHAPE_H
