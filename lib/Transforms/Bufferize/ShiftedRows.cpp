//===- ShiftedRows.cpp - Slices that begin within a tile ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice that begins within a tile is no view, but an operation can read it by
// an indexing map such as `(i, j) -> (i + 3, j + 35)` of a slice that has all
// rows and columns. Its plan takes whole words of rows, and vectors of columns,
// where an index in the body may be any.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "../../IR/TypeDigits.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Offsets, sizes and steps of a slice.
struct SliceParts {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  explicit SliceParts(OffsetSizeAndStrideOpInterface slice)
      : offsets(slice.getMixedOffsets()), sizes(slice.getMixedSizes()),
        strides(slice.getMixedStrides()) {}

  /// Returns the slice of a tensor, without dropped dimensions.
  tensor::ExtractSliceOp extractFrom(OpBuilder &builder, Location loc,
                                     Value tensor) const {
    auto type = cast<RankedTensorType>(tensor.getType());
    auto [shape, dynamic] = decomposeMixedValues(sizes);
    return tensor::ExtractSliceOp::create(
        builder, loc,
        RankedTensorType::get(shape, type.getElementType(), type.getEncoding()),
        tensor, offsets, sizes, strides);
  }
};

} // namespace

/// True if neighbours along a dimension follow one another in memory, up to the
/// end of a tile.
static bool isMinor(RankedTensorType array, int64_t dim) {
  return static_cast<int64_t>(getTileLayout(array)->minorToMajor.front()) ==
         dim;
}

/// Returns the indices of a dimension that tiles take together: 8 for rows in
/// T(8,128); 0 if that is not known.
static int64_t getTileRows(RankedTensorType array, int64_t dim) {
  auto digits = expectedToOptional(getArrayDigits(array));
  return digits ? getTileIndices(*digits, dim) : 0;
}

/// Fewer neighbours that lie together make no vector; a vector may lie in two
/// groups of so many.
static constexpr int64_t kLeastColumns = 16;

/// Returns the dimensions along which a slice begins within a tile, where an
/// indexing map can say so.
static SmallVector<int64_t> findShiftedDims(tensor::ExtractSliceOp slice) {
  RankedTensorType array = slice.getSourceType();
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < array.getRank(); ++dim) {
    int64_t offset = slice.getStaticOffsets()[dim];
    int64_t tile = getTileRows(array, dim);
    if (tile == 0 || dropped.test(dim) || ShapedType::isDynamic(offset) ||
        slice.getStaticStrides()[dim] != 1 || offset % tile == 0)
      continue;
    if (!isMinor(array, dim) || tile % kLeastColumns == 0 ||
        std::gcd(offset, tile) >= kLeastColumns)
      dims.push_back(dim);
  }
  return dims;
}

std::optional<IndexedTensor>
mlir::tiled_layout::getIndexedTensor(OpBuilder &builder,
                                     tensor::ExtractSliceOp slice) {
  if (AffineMap steps = getSteps(slice))
    return IndexedTensor{slice.getSource(), steps};
  SmallVector<int64_t> shifted = findShiftedDims(slice);
  if (shifted.empty())
    return std::nullopt;
  RankedTensorType array = slice.getSourceType();
  SliceParts whole(slice);
  for (int64_t dim : shifted) {
    whole.offsets[dim] = builder.getIndexAttr(0);
    whole.sizes[dim] =
        tensor::getMixedSize(builder, slice.getLoc(), slice.getSource(), dim);
  }
  if (!isViewOf(array, whole.offsets, whole.sizes, whole.strides))
    return std::nullopt;
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<AffineExpr> indices;
  int64_t kept = 0;
  for (int64_t dim = 0; dim < array.getRank(); ++dim) {
    AffineExpr index = dropped.test(dim) ? builder.getAffineConstantExpr(0)
                                         : builder.getAffineDimExpr(kept++);
    indices.push_back(llvm::is_contained(shifted, dim)
                          ? index + slice.getStaticOffsets()[dim]
                          : index);
  }
  return IndexedTensor{
      whole.extractFrom(builder, slice.getLoc(), slice.getSource()),
      AffineMap::get(kept, 0, indices, builder.getContext())};
}

Value mlir::tiled_layout::copyIndexed(OpBuilder &builder, Location loc,
                                      const IndexedTensor &source, Value init) {
  auto type = cast<RankedTensorType>(init.getType());
  int64_t rank = type.getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, source.tensor, init,
             ArrayRef<AffineMap>{source.map,
                                 builder.getMultiDimIdentityMap(rank)},
             iterators,
             [](OpBuilder &builder, Location loc, ValueRange elements) {
               linalg::YieldOp::create(builder, loc, elements.front());
             })
      .getResult(0);
}

/// Returns how many rows share words, of which views have all or none.
static int64_t getWordRows(RankedTensorType array, int64_t dim) {
  auto digits = expectedToOptional(getArrayDigits(array));
  return digits ? getSideBySide(*digits, dim) : 1;
}

/// Returns where parts of what is inserted within a tile begin that may be
/// views; none if it has none. What is in front of them is not.
static SmallVector<int64_t> getPartStarts(RankedTensorType dest, int64_t dim,
                                          int64_t offset, OpFoldResult size,
                                          int64_t tile, bool hasMasks) {
  int64_t nextTile = llvm::alignTo(offset, tile);
  std::optional<int64_t> known = getConstantIntValue(size);
  if (!known) {
    // Fewer rows than a tile has begin and end within tiles.
    bool isLast =
        !dest.isDynamicDim(dim) && dest.getDimSize(dim) - nextTile < tile;
    return isLast ? SmallVector<int64_t>() : SmallVector<int64_t>{nextTile};
  }
  // Columns up to the next tile are a view, and so are whole words of rows, of
  // which masks write a part as fast.
  int64_t first = nextTile;
  if (isMinor(dest, dim))
    first = offset;
  else if (!hasMasks)
    first = llvm::alignTo(offset, getWordRows(dest, dim));
  SmallVector<int64_t> starts = {first};
  if (first != nextTile)
    starts.push_back(nextTile);
  llvm::erase_if(starts,
                 [&](int64_t start) { return start >= offset + *known; });
  return starts;
}

namespace {

/// A part of what is inserted, and where it goes.
struct InsertedPart {
  SliceParts source, dest;

  explicit InsertedPart(tensor::InsertSliceOp op) : source(op), dest(op) {
    source.offsets.assign(source.offsets.size(), Builder(op).getIndexAttr(0));
  }
};

/// Where what is inserted is cut along a dimension: it begins at `offset`, and
/// parts that may be views at `starts`.
struct InsertionCut {
  int64_t dim, offset;
  SmallVector<int64_t> starts;

  /// True if something lies in front of the first view.
  bool hasHead() const { return starts.front() != offset; }
};

} // namespace

/// Returns the dimensions along which a slice is inserted within a tile.
static SmallVector<InsertionCut> findCuts(tensor::InsertSliceOp op,
                                          bool hasMasks) {
  RankedTensorType dest = op.getDestType();
  SmallVector<InsertionCut> cuts;
  for (int64_t dim = 0; dim < dest.getRank(); ++dim) {
    int64_t offset = op.getStaticOffsets()[dim];
    int64_t tile = getTileRows(dest, dim);
    if (tile == 0 || ShapedType::isDynamic(offset) || offset % tile == 0)
      continue;
    SmallVector<int64_t> starts = getPartStarts(
        dest, dim, offset, op.getMixedSizes()[dim], tile, hasMasks);
    if (!starts.empty())
      cuts.push_back({dim, offset, starts});
  }
  return cuts;
}

/// Cuts a part of what is inserted along a dimension. The first part is what
/// lies in front of the first view.
static SmallVector<InsertedPart, 0> cutInsertion(OpBuilder &builder,
                                                 Location loc,
                                                 const InsertedPart &whole,
                                                 const InsertionCut &cut) {
  AffineExpr all, own;
  bindSymbols(builder.getContext(), all, own);
  OpFoldResult left = whole.dest.sizes[cut.dim];
  SmallVector<InsertedPart, 0> parts;
  for (size_t number = 0; number <= cut.starts.size(); ++number) {
    int64_t begin = number == 0 ? cut.offset : cut.starts[number - 1];
    InsertedPart part = whole;
    part.source.offsets[cut.dim] = builder.getIndexAttr(begin - cut.offset);
    part.dest.offsets[cut.dim] = builder.getIndexAttr(begin);
    OpFoldResult size = left;
    if (number < cut.starts.size()) {
      AffineExpr most =
          builder.getAffineConstantExpr(cut.starts[number] - begin);
      size = affine::makeComposedFoldedAffineMin(
          builder, loc, AffineMap::get(0, 1, {all, most}, builder.getContext()),
          {left});
      left = affine::makeComposedFoldedAffineApply(builder, loc, all - own,
                                                   {left, size});
    }
    part.source.sizes[cut.dim] = part.dest.sizes[cut.dim] = size;
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Returns a tensor by whose indices a part of what is inserted is read.
static std::optional<IndexedTensor>
readPart(OpBuilder &builder, tensor::InsertSliceOp op, const SliceParts &part) {
  RankedTensorType type = op.getSourceType();
  auto slice = part.extractFrom(builder, op.getLoc(), op.getSource());
  if (!isTiled(type) || isViewOf(type, part.offsets, part.sizes, part.strides))
    return IndexedTensor{slice, builder.getMultiDimIdentityMap(type.getRank())};
  std::optional<IndexedTensor> indexed = getIndexedTensor(builder, slice);
  slice.erase();
  return indexed;
}

/// Splits an insertion along some dimensions, of which at most one has parts in
/// front of views. Does nothing if the other parts are no views.
static std::optional<SplitInsertion> splitAlong(OpBuilder &builder,
                                                tensor::InsertSliceOp op,
                                                ArrayRef<InsertionCut> cuts) {
  Location loc = op.getLoc();
  std::optional<InsertedPart> head;
  SmallVector<InsertedPart, 0> views = {InsertedPart(op)};
  auto cutAll = [&](bool withHead) {
    for (const InsertionCut &cut : cuts) {
      if (cut.hasHead() != withHead)
        continue;
      SmallVector<InsertedPart, 0> parts;
      for (const InsertedPart &view : views) {
        SmallVector<InsertedPart, 0> own =
            cutInsertion(builder, loc, view, cut);
        if (withHead)
          head = own.front();
        llvm::append_range(parts, ArrayRef(own).drop_front());
      }
      views = std::move(parts);
    }
  };
  cutAll(/*withHead=*/true);
  cutAll(/*withHead=*/false);
  SmallVector<IndexedTensor> reads;
  for (const InsertedPart &part : views)
    if (!isViewOf(op.getDestType(), part.dest.offsets, part.dest.sizes,
                  part.dest.strides))
      return std::nullopt;
  for (const InsertedPart &part : views) {
    std::optional<IndexedTensor> read = readPart(builder, op, part.source);
    if (!read)
      return std::nullopt;
    reads.push_back(*read);
  }
  SplitInsertion result = {{}, op.getDest()};
  auto insert = [&](Value tensor, const SliceParts &part) {
    auto insertion =
        tensor::InsertSliceOp::create(builder, loc, tensor, result.result,
                                      part.offsets, part.sizes, part.strides);
    result.result = insertion.getResult();
    return insertion;
  };
  if (head)
    result.head = insert(head->source.extractFrom(builder, loc, op.getSource()),
                         head->dest);
  for (auto [part, read] : llvm::zip_equal(views, reads))
    insert(copyIndexed(builder, loc, read,
                       part.dest.extractFrom(builder, loc, result.result)),
           part.dest);
  return result;
}

std::optional<SplitInsertion>
mlir::tiled_layout::splitAtTile(OpBuilder &builder, tensor::InsertSliceOp op,
                                bool hasMasks) {
  if (op.getDroppedDims().any() || !op.hasUnitStride())
    return std::nullopt;
  SmallVector<InsertionCut> cuts = findCuts(op, hasMasks);
  for (const InsertionCut &cut : cuts)
    if (std::optional<SplitInsertion> result = splitAlong(builder, op, cut))
      return result;
  if (cuts.size() < 2 ||
      llvm::count_if(cuts,
                     [](const InsertionCut &cut) { return cut.hasHead(); }) > 1)
    return std::nullopt;
  return splitAlong(builder, op, cuts);
}
