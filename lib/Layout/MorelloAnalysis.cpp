//===- MorelloAnalysis.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/MorelloAnalysis.h"

#include "MorelloDigits.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

/// True if all pieces are dynamic and each pair of neighbours passes `test`.
template <typename Test>
static bool areWholeDims(const MorelloLayout &layout, Test test) {
  llvm::ArrayRef<MorelloDim> dims = layout.dims;
  if (!llvm::all_of(dims, [](const MorelloDim &d) { return d.isDynamic(); }))
    return false;
  for (size_t i = 1; i < dims.size(); ++i)
    if (!test(dims[i - 1].dim, dims[i].dim))
      return false;
  return true;
}

bool MorelloView::isRowMajor() const {
  return isDense() && areWholeDims(layout, std::less<int64_t>());
}

bool MorelloView::isColumnMajor() const {
  return isDense() && areWholeDims(layout, std::greater<int64_t>());
}

//===----------------------------------------------------------------------===//
// Rewriting the pieces of a view
//===----------------------------------------------------------------------===//

/// Keeps the pieces that `isKept`, called with their number, wants. The dense
/// run shortens by the pieces that leave it.
template <typename Predicate>
static MorelloView keepPieces(const MorelloView &view, Predicate isKept) {
  int64_t firstDense = view.layout.dims.size() - view.numDense;
  MorelloView result;
  for (auto [i, dim] : llvm::enumerate(view.layout.dims)) {
    if (!isKept(i))
      continue;
    result.layout.dims.push_back(dim);
    result.numDense += static_cast<int64_t>(i) >= firstDense;
  }
  return result;
}

/// Makes the first piece of each dimension dynamic if it is a pack. Requires
/// that it takes all that is left of its dimension.
static void makeOutermostPacksDynamic(MorelloLayout &layout) {
  llvm::SmallDenseSet<int64_t> seen;
  for (MorelloDim &dim : layout.dims)
    if (seen.insert(dim.dim).second && dim.isPacked())
      dim = MorelloDim::getDynamic(dim.dim);
}

MorelloView
mlir::tiled_layout::getCanonicalView(const MorelloView &view,
                                     llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<int64_t> sizes =
      getMorelloPhysicalShape(view.layout, extents);
  MorelloView result =
      keepPieces(view, [&](size_t i) { return sizes[i] != 1; });
  for (MorelloDim &dim : result.layout.dims)
    if (dim == MorelloDim::getOddEven(dim.dim, 2))
      dim = MorelloDim::getPacked(dim.dim, 2);
  makeOutermostPacksDynamic(result.layout);
  return mergeAdjacent(result);
}

MorelloView
mlir::tiled_layout::dropUnneededPacks(const MorelloView &view,
                                      llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<int64_t> sizes =
      getMorelloPhysicalShape(view.layout, extents);
  // A piece of extent 1 is kept if nothing of its dimension lies inside it.
  auto isKept = [&](size_t i) {
    int64_t dim = view.layout.dims[i].dim;
    return sizes[i] != 1 ||
           llvm::none_of(
               llvm::drop_begin(view.layout.dims, i + 1),
               [&](const MorelloDim &inner) { return inner.dim == dim; });
  };
  MorelloView result = keepPieces(view, isKept);
  makeOutermostPacksDynamic(result.layout);
  return result;
}

MorelloView mlir::tiled_layout::mergeAdjacent(const MorelloView &view) {
  int64_t firstDense = view.layout.dims.size() - view.numDense;
  MorelloView result{{}, view.numDense};
  for (auto [number, dim] : llvm::enumerate(view.layout.dims)) {
    int64_t i = number;
    MorelloDim *outer =
        result.layout.dims.empty() ? nullptr : &result.layout.dims.back();
    bool bothDense = i > firstDense;
    bool isMerged =
        outer && outer->dim == dim.dim && dim.isPacked() &&
        (outer->isDynamic() ? bothDense : outer->isPacked() && i != firstDense);
    if (!isMerged) {
      result.layout.dims.push_back(dim);
      continue;
    }
    if (outer->isPacked())
      outer->size *= dim.size;
    result.numDense -= bothDense;
  }
  return result;
}

MorelloView mlir::tiled_layout::dropDims(const MorelloView &view,
                                         llvm::ArrayRef<int64_t> dropped) {
  MorelloView result = keepPieces(view, [&](size_t i) {
    return !llvm::is_contained(dropped, view.layout.dims[i].dim);
  });
  for (MorelloDim &dim : result.layout.dims)
    dim.dim -= llvm::count_if(
        llvm::SmallDenseSet<int64_t>(dropped.begin(), dropped.end()),
        [&](int64_t other) { return other < dim.dim; });
  return mergeAdjacent(result);
}

MorelloView mlir::tiled_layout::swapDims(const MorelloView &view, int64_t a,
                                         int64_t b) {
  MorelloView result = view;
  for (MorelloDim &dim : result.layout.dims) {
    if (dim.dim == a)
      dim.dim = b;
    else if (dim.dim == b)
      dim.dim = a;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static Error checkBlock(const MorelloLayout &layout,
                        llvm::ArrayRef<int64_t> extents,
                        llvm::ArrayRef<int64_t> block) {
  if (block.size() != extents.size())
    return llvm::createStringError(
        llvm::formatv("block has {0} dimensions, but the array has {1}",
                      block.size(), extents.size())
            .str());
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip_equal(extents, block))) {
    auto [extent, blockExtent] = sizes;
    if (blockExtent > extent)
      return llvm::createStringError(
          llvm::formatv("size of dimension {0} of the block must be at most "
                        "{1}, but is {2}",
                        dim, extent, blockExtent)
              .str());
  }
  for (llvm::ArrayRef<int64_t> shape : {extents, block})
    if (Error error = checkMorelloOnShape(layout, shape))
      return error;
  return Error::success();
}

Expected<int64_t>
mlir::tiled_layout::getDenseSuffixOfBlock(const MorelloView &view,
                                          llvm::ArrayRef<int64_t> extents,
                                          llvm::ArrayRef<int64_t> block) {
  if (Error error = checkBlock(view.layout, extents, block))
    return error;
  llvm::SmallVector<int64_t> sizes =
      getMorelloPhysicalShape(view.layout, extents);
  llvm::SmallVector<int64_t> blockSizes =
      getMorelloPhysicalShape(view.layout, block);

  // What the pieces so far cover of each logical dimension.
  llvm::SmallVector<int64_t> covered(extents.size(), 1);
  int64_t numDense = 0;
  for (size_t i = sizes.size(); i > 0 && numDense < view.numDense; --i) {
    int64_t dim = view.layout.dims[i - 1].dim, size = sizes[i - 1];
    covered[dim] *= size;
    // The block's values of this piece are consecutive if none of them lies
    // past the end of the piece's block: there is no end, or one of the two
    // sizes divides the other, and so does the offset.
    bool isWhole = covered[dim] == extents[dim];
    if (!isWhole && block[dim] % covered[dim] != 0 &&
        covered[dim] % block[dim] != 0)
      break;
    ++numDense;
    if (blockSizes[i - 1] != size)
      break;
  }
  return numDense;
}

Expected<MorelloView>
mlir::tiled_layout::getViewOfBlock(const MorelloView &view,
                                   llvm::ArrayRef<int64_t> extents,
                                   llvm::ArrayRef<int64_t> block) {
  Expected<int64_t> numDense = getDenseSuffixOfBlock(view, extents, block);
  if (!numDense)
    return numDense.takeError();
  return getCanonicalView({view.layout, *numDense}, block);
}

//===----------------------------------------------------------------------===//
// Strides and cache lines
//===----------------------------------------------------------------------===//

Expected<llvm::SmallVector<int64_t>>
mlir::tiled_layout::getMorelloStrides(const MorelloLayout &layout,
                                      llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<PieceDigit> digits = getDigits(layout, extents);
  mergeDigits(digits);
  llvm::SmallVector<int64_t> strides(extents.size(), 0);
  int64_t step = 1;
  for (const PieceDigit &digit : llvm::reverse(digits)) {
    int64_t &stride = strides[digit.dim];
    if (stride != 0)
      return llvm::createStringError(
          llvm::formatv("dimension {0} of {1} has no single stride: it lies in "
                        "two places, with steps of {2} and {3}",
                        digit.dim, toString(layout), stride, step)
              .str());
    stride = step;
    step *= digit.size;
  }
  return strides;
}

int64_t mlir::tiled_layout::estimateCacheLines(const MorelloView &view,
                                               llvm::ArrayRef<int64_t> extents,
                                               int64_t elementBytes,
                                               int64_t lineBytes) {
  llvm::SmallVector<int64_t> sizes =
      getMorelloPhysicalShape(view.layout, extents);
  int64_t runs = 1, runBytes = elementBytes;
  int64_t firstDense = sizes.size() - view.numDense;
  for (auto [i, size] : llvm::enumerate(sizes))
    (static_cast<int64_t>(i) < firstDense ? runs : runBytes) *= size;
  return runs * ceilDivide(runBytes, lineBytes);
}
