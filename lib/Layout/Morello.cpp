//===- Morello.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Morello.h"

#include "tiled_layout/Layout/MorelloAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

/// Returns the dynamic pieces of these dimensions, without those of extent 1.
template <typename Range>
static MorelloLayout getDynamicDims(Range &&dims,
                                    llvm::ArrayRef<int64_t> extents) {
  MorelloLayout layout;
  for (int64_t dim : dims)
    if (extents[dim] != 1)
      layout.dims.push_back(MorelloDim::getDynamic(dim));
  return layout;
}

MorelloLayout MorelloLayout::getRowMajor(llvm::ArrayRef<int64_t> extents) {
  return getDynamicDims(llvm::seq<int64_t>(0, extents.size()), extents);
}

MorelloLayout MorelloLayout::getColumnMajor(llvm::ArrayRef<int64_t> extents) {
  return getDynamicDims(llvm::reverse(llvm::seq<int64_t>(0, extents.size())),
                        extents);
}

MorelloLayout
MorelloLayout::getBatchedColumnMajor(llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<int64_t> order;
  for (int64_t dim = extents.size() - 1; dim > 0; --dim)
    order.push_back(dim);
  if (!extents.empty())
    order.insert(order.begin(), 0);
  return getDynamicDims(order, extents);
}

MorelloLayout MorelloLayout::getNhwc(llvm::ArrayRef<int64_t> extents) {
  assert(extents.size() == 4 && "NHWC has four dimensions");
  return getDynamicDims(llvm::ArrayRef<int64_t>{0, 2, 3, 1}, extents);
}

MorelloLayout MorelloLayout::getNchwc(llvm::ArrayRef<int64_t> extents,
                                      int64_t channels) {
  assert(extents.size() == 4 && "NCHWc has four dimensions");
  assert(channels >= 2 && "a block of channels has at least two");
  MorelloLayout layout = getRowMajor(extents);
  if (extents[1] == 1)
    return layout;
  // Where height and width are left out, the channels are one piece again.
  if (layout.dims.back().dim != 1)
    layout.dims.push_back(MorelloDim::getPacked(1, channels));
  return layout;
}

//===----------------------------------------------------------------------===//
// Index expression
//===----------------------------------------------------------------------===//

/// Returns where a strip of this size keeps its value: even ones first.
static int64_t interleave(int64_t value, int64_t size) {
  return value / 2 + value % 2 * (size / 2);
}

int64_t mlir::tiled_layout::getMorelloPosition(const MorelloLayout &layout,
                                               llvm::ArrayRef<int64_t> extents,
                                               llvm::ArrayRef<int64_t> index) {
  llvm::SmallVector<int64_t> rest(index);
  int64_t position = 0, volume = 1;
  llvm::SmallVector<int64_t> sizes = getMorelloPhysicalShape(layout, extents);
  for (auto [dim, size] : llvm::reverse(llvm::zip_equal(layout.dims, sizes))) {
    // The digit alone is permuted, so that no two indices share a position
    // where a strip has pieces of its own dimension inside.
    int64_t digit = rest[dim.dim] % size;
    rest[dim.dim] /= size;
    if (dim.isOddEven())
      digit = interleave(digit, size);
    position += volume * digit;
    volume *= size;
  }
  return position;
}
