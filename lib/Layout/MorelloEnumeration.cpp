//===- MorelloEnumeration.cpp ---------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/MorelloAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;

namespace {

/// Collects layouts of one shape, each function once.
class Enumeration {
public:
  explicit Enumeration(llvm::ArrayRef<int64_t> extents) : extents(extents) {}

  /// Adds the layout, if it applies to the shape.
  void add(const MorelloLayout &layout) {
    if (errorToBool(checkMorelloOnShape(layout, extents)))
      return;
    // Of a whole array, each function has one canonical form.
    MorelloLayout canonical =
        getCanonicalView(MorelloView::getWhole(layout), extents).layout;
    if (!llvm::is_contained(layouts, canonical))
      layouts.push_back(std::move(canonical));
  }

  /// Adds the layout with `piece` appended, if the dimension has whole ones.
  void addWith(MorelloLayout layout, MorelloDim piece) {
    if (piece.size < 2 || extents[piece.dim] % piece.size != 0)
      return;
    layout.dims.push_back(piece);
    add(layout);
  }

  llvm::SmallVector<MorelloLayout> take() { return std::move(layouts); }

private:
  llvm::ArrayRef<int64_t> extents;
  llvm::SmallVector<MorelloLayout> layouts;
};

} // namespace

static llvm::SmallVector<MorelloLayout>
getUnpackedLayouts(llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<MorelloLayout> layouts = {
      MorelloLayout::getRowMajor(extents)};
  if (extents.size() == 2)
    layouts.push_back(MorelloLayout::getColumnMajor(extents));
  if (extents.size() == 4)
    layouts.push_back(MorelloLayout::getNhwc(extents));
  return layouts;
}

llvm::SmallVector<MorelloLayout> mlir::tiled_layout::enumerateMorelloLayouts(
    llvm::ArrayRef<int64_t> extents, int64_t elementBytes,
    llvm::ArrayRef<int64_t> vectorBytes) {
  llvm::SmallVector<int64_t> packs = {2}, strips;
  for (int64_t bytes : vectorBytes) {
    packs.push_back(bytes / elementBytes);
    strips.push_back(bytes / elementBytes * 2);
  }

  Enumeration result(extents);
  llvm::SmallVector<MorelloLayout> unpacked = getUnpackedLayouts(extents);
  for (const MorelloLayout &layout : unpacked)
    result.add(layout);
  for (const MorelloLayout &layout : unpacked) {
    if (layout.dims.empty())
      continue;
    for (const MorelloDim &dim : llvm::drop_end(layout.dims))
      for (int64_t size : packs)
        result.addWith(layout, MorelloDim::getPacked(dim.dim, size));
    for (const MorelloDim &dim : layout.dims)
      for (int64_t size : strips)
        result.addWith(layout, MorelloDim::getOddEven(dim.dim, size));
  }
  return result.take();
}
