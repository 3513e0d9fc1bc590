//===- InsertPatterns.cpp - Slices that are inserted anywhere -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"
#include "InsertWords.h"

#include "../../IR/TypeDigits.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Elements that lie further apart share no vector: a vector of rows that share
/// words has the other rows between its elements.
static constexpr int64_t maxStride = 4;

/// Returns the layout of a tensor, which may have none of ours.
static Layout getLayoutOf(RankedTensorType type) {
  return isTiled(type) ? *getTileLayout(type)
                       : Layout::getRowMajor(type.getRank());
}

/// Returns how far neighbours along a dimension lie apart, of which there are
/// so many, the first a multiple of their number; 0 if that is not even, or too
/// far for a vector.
static int64_t getStride(RankedTensorType type, int64_t dim, int64_t count) {
  auto digits = expectedToOptional(getArrayDigits(type));
  if (!digits)
    return 0;
  SmallVector<ArrayDigit> last = getPaddedDigitsOf(*digits, dim);
  if (last.empty())
    return 0;
  const ArrayDigit &digit = last.front();
  bool isWhole =
      digit.places == kDynamic || digit.places % count == 0 || last.size() == 1;
  return isWhole && digit.stride.isStatic() && digit.stride.get() <= maxStride
             ? digit.stride.get()
             : 0;
}

/// Returns the dimension of a tensor along which neighbours lie closest.
static int64_t getMinorDim(RankedTensorType type) {
  return getLayoutOf(type).minorToMajor.front();
}

/// Returns how many rows of a tensor share words that are whole in memory, such
/// as 2 of T(8,128)(2,1); 1 if none do.
static int64_t getRowsOfWord(RankedTensorType type) {
  auto digits = expectedToOptional(getArrayDigits(type));
  if (!digits || type.getRank() < 2)
    return 1;
  int64_t rows = getSideBySide(*digits, type.getRank() - 2);
  return rows <= maxStride ? rows : 1;
}

/// Returns how many rows of a slice are inserted at a time, those of a word, or
/// else 1.
static int64_t countRows(tensor::InsertSliceOp op,
                         const llvm::SmallBitVector &dropped, int64_t lanes) {
  RankedTensorType source = op.getSourceType(), dest = op.getDestType();
  int64_t rank = dest.getRank(), size = source.getShape().back();
  ArrayRef<int64_t> steps = op.getStaticStrides();
  if (rank < 2 || source.getRank() < 2 || dropped.test(rank - 1) ||
      dropped.test(rank - 2) || op.getStaticOffsets().back() != 0 ||
      steps[rank - 1] != 1 || steps[rank - 2] != 1 ||
      (ShapedType::isStatic(size) && size < lanes) ||
      getStride(source, source.getRank() - 1, lanes) == 0)
    return 1;
  int64_t rows = getRowsOfWord(dest), height = op.getStaticSizes()[rank - 2];
  bool hasWords = ShapedType::isDynamic(height) || height >= rows;
  return hasWords && getStride(dest, rank - 1, lanes) == rows ? rows : 1;
}

/// Returns how many rows share a word in the slice as in the tensor, the first
/// one the first of a word in both; 1 if none do.
static int64_t countCommonRows(tensor::InsertSliceOp op,
                               const llvm::SmallBitVector &dropped) {
  RankedTensorType source = op.getSourceType(), dest = op.getDestType();
  int64_t rank = dest.getRank(), rows = getRowsOfWord(dest);
  if (rows == 1 || !isTiled(source) || !isPlainStorage(source) ||
      dropped.test(rank - 1) || dropped.test(rank - 2) ||
      getRowsOfWord(source) != rows)
    return 1;
  int64_t start = op.getStaticOffsets()[rank - 2];
  ArrayRef<int64_t> steps = op.getStaticStrides();
  return ShapedType::isStatic(start) && start % rows == 0 &&
                 steps[rank - 1] == 1 && steps[rank - 2] == 1
             ? rows
             : 1;
}

/// Returns how many elements of a vector of the target a slice may be inserted
/// by; 1 if there are no such vectors.
static int64_t getLanes(tensor::InsertSliceOp op) {
  RankedTensorType source = op.getSourceType(), dest = op.getDestType();
  FailureOr<Target> target = getTargetOf(op);
  std::optional<int64_t> bits = getBitsPerElement(dest);
  if (failed(target) || runsOnDevice(op) || source.getRank() == 0 ||
      !dest.getElementType().isSignlessIntOrFloat() || !isPlainStorage(dest) ||
      !bits || *bits % 8 != 0)
    return 1;
  return std::max<int64_t>(1, target->vectorBits / *bits);
}

/// Returns the dimension of a slice that is a dimension of the tensor, which is
/// not dropped.
static int64_t getKeptDim(const llvm::SmallBitVector &dropped, int64_t dim) {
  return dim - llvm::count_if(llvm::seq<int64_t>(0, dim), [&](int64_t before) {
           return dropped.test(before);
         });
}

/// Returns how many elements of a slice along the most minor dimension of the
/// tensor are inserted at a time: those of a vector if the target has masks for
/// the ends of rows, or else 1. Where tiles cut the row in places that are
/// known, loops over elements that follow one another are as fast without
/// masks.
static int64_t countLanes(tensor::InsertSliceOp op,
                          const llvm::SmallBitVector &dropped) {
  RankedTensorType source = op.getSourceType(), dest = op.getDestType();
  int64_t lanes = getLanes(op);
  if (lanes == 1 || !getTargetOf(op)->hasMasks(*getBitsPerElement(dest)))
    return 1;
  int64_t dim = getMinorDim(dest), size = op.getStaticSizes()[dim];
  bool isKnown = ShapedType::isStatic(size) &&
                 ShapedType::isStatic(op.getStaticOffsets()[dim]);
  if (dropped.test(dim) || op.getStaticStrides()[dim] != 1 ||
      (ShapedType::isStatic(size) && size < lanes))
    return 1;
  int64_t from = getStride(source, getKeptDim(dropped, dim), lanes);
  int64_t to = getStride(dest, dim, lanes);
  bool isLast = dim == dest.getRank() - 1;
  return from == 0 || to == 0 || (isKnown && isLast && from == 1 && to == 1)
             ? 1
             : lanes;
}

namespace {

/// Inserts a row of a slice along the most minor dimension of the tensor,
/// vector by vector: up to the first index of the tensor that is a multiple of
/// the lanes, then whole vectors, which no edge of a tile of the tensor cuts,
/// then the rest. Or all rows of words together, which the slice has as the
/// tensor has them.
class RowInserter {
public:
  /// Vectors have so many elements of each row. Words of several rows have them
  /// along the last dimension but one, and each row along the last.
  RowInserter(OpBuilder &builder, tensor::InsertSliceOp op,
              const llvm::SmallBitVector &dropped, int64_t lanes,
              int64_t rowsOfWord = 1);

  /// The dimension of the slice that rows go along.
  int64_t getDim() const { return keptDim; }

  /// Returns `dest` with the row at `outer`, the indices of the slice along its
  /// other dimensions.
  Value insert(OpBuilder &builder, ValueRange outer, Value dest);

private:
  /// Returns where the vectors' elements lie in an array of so many dimensions.
  AffineMap getMap(OpBuilder &builder, int64_t rank, int64_t dim) const;
  /// Writes the vector that begins at the index `first` of the tensor, under a
  /// mask if it is not null.
  Value write(OpBuilder &builder, ValueRange outer, Value dest, Value first,
              Value mask);
  /// Writes `count` elements from `first` on, if there are any: fewer than the
  /// lanes.
  Value writeSome(OpBuilder &builder, ValueRange outer, Value dest,
                  OpFoldResult first, OpFoldResult count);

  tensor::InsertSliceOp op;
  const llvm::SmallBitVector &dropped;
  Location loc;
  int64_t lanes, rowsOfWord;
  /// The dimension of rows in the tensor and in the slice.
  int64_t dim, keptDim;
  /// The vectors that are moved.
  VectorType type;
  /// Indices of the tensor: of the first whole vector, and after the last one;
  /// how many elements of the slice come before and after.
  OpFoldResult begin, end, before, after;
};

} // namespace

RowInserter::RowInserter(OpBuilder &builder, tensor::InsertSliceOp op,
                         const llvm::SmallBitVector &dropped, int64_t lanes,
                         int64_t rowsOfWord)
    : op(op), dropped(dropped), loc(op.getLoc()), lanes(lanes),
      rowsOfWord(rowsOfWord), dim(getMinorDim(op.getDestType())),
      keptDim(getKeptDim(dropped, dim)) {
  SmallVector<int64_t> shape = {lanes};
  if (rowsOfWord > 1)
    shape.push_back(rowsOfWord);
  type = VectorType::get(shape, op.getSourceType().getElementType());
  OpFoldResult start = op.getMixedOffsets()[dim];
  OpFoldResult size = op.getMixedSizes()[dim];
  AffineExpr first, count;
  bindSymbols(builder.getContext(), first, count);
  auto apply = [&](AffineExpr expr) {
    return affine::makeComposedFoldedAffineApply(builder, loc, expr,
                                                 {start, size});
  };
  AffineExpr toVector = first.ceilDiv(lanes) * lanes;
  AffineExpr stop = (first + count).floorDiv(lanes) * lanes;
  begin = apply(toVector);
  end = apply(stop);
  before = affine::makeComposedFoldedAffineMin(
      builder, loc,
      AffineMap::get(0, 2, {toVector - first, count}, builder.getContext()),
      {start, size});
  // No vector may hold both ends: the end is a vector before the beginning
  // then, and nothing is left.
  after = affine::makeComposedFoldedAffineMin(
      builder, loc,
      AffineMap::get(0, 2, {first + count - stop, stop - toVector + lanes},
                     builder.getContext()),
      {start, size});
}

AffineMap RowInserter::getMap(OpBuilder &builder, int64_t rank,
                              int64_t dim) const {
  SmallVector<AffineExpr> results = {builder.getAffineDimExpr(dim)};
  if (rowsOfWord > 1)
    results.push_back(builder.getAffineDimExpr(dim - 1));
  return AffineMap::get(rank, 0, results, builder.getContext());
}

Value RowInserter::write(OpBuilder &builder, ValueRange outer, Value dest,
                         Value first, Value mask) {
  SmallVector<Value> indices(outer);
  indices.insert(
      indices.begin() + keptDim,
      arith::SubIOp::create(builder, loc, first,
                            getValueOrCreateConstantIndexOp(
                                builder, loc, op.getMixedOffsets()[dim])));
  Value padding = ub::PoisonOp::create(builder, loc, type.getElementType());
  ArrayAttr inBounds =
      builder.getBoolArrayAttr(SmallVector<bool>(type.getRank(), true));
  Value vector = vector::TransferReadOp::create(
      builder, loc, type, op.getSource(), indices,
      AffineMapAttr::get(getMap(builder, indices.size(), keptDim)), padding,
      mask, inBounds);
  SmallVector<Value> whole = getWholeIndices(builder, op, dropped, indices);
  whole[dim] = first;
  return vector::TransferWriteOp::create(
             builder, loc, vector, dest, whole,
             AffineMapAttr::get(getMap(builder, whole.size(), dim)), mask,
             inBounds)
      .getResult();
}

Value RowInserter::writeSome(OpBuilder &builder, ValueRange outer, Value dest,
                             OpFoldResult first, OpFoldResult count) {
  std::optional<int64_t> known = getConstantIntValue(count);
  if (known && *known <= 0)
    return dest;
  auto writeMasked = [&](OpBuilder &at, Value dest) {
    // In the order of the tensor's dimensions.
    SmallVector<int64_t> shape(llvm::reverse(type.getShape()));
    SmallVector<Value> counts;
    if (rowsOfWord > 1)
      counts.push_back(arith::ConstantIndexOp::create(at, loc, rowsOfWord));
    counts.push_back(getValueOrCreateConstantIndexOp(at, loc, count));
    Value mask = vector::CreateMaskOp::create(
        at, loc, VectorType::get(shape, at.getI1Type()), counts);
    return write(at, outer, dest,
                 getValueOrCreateConstantIndexOp(at, loc, first), mask);
  };
  if (known)
    return writeMasked(builder, dest);
  // A loop of one iteration or none: a branch that yields the tensor as it is
  // keeps bufferization from writing in place.
  AffineExpr number = builder.getAffineSymbolExpr(0);
  Value iterations = getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineMin(
          builder, loc,
          AffineMap::get(0, 1, {number, builder.getAffineConstantExpr(1)},
                         builder.getContext()),
          {count}));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return scf::ForOp::create(
             builder, loc, zero, iterations, one, dest,
             [&](OpBuilder &at, Location, Value, ValueRange carried) {
               scf::YieldOp::create(at, loc, writeMasked(at, carried.front()));
             })
      .getResult(0);
}

Value RowInserter::insert(OpBuilder &builder, ValueRange outer, Value dest) {
  dest = writeSome(builder, outer, dest, op.getMixedOffsets()[dim], before);
  Value from = getValueOrCreateConstantIndexOp(builder, loc, begin);
  Value to = getValueOrCreateConstantIndexOp(builder, loc, end);
  Value step = arith::ConstantIndexOp::create(builder, loc, lanes);
  dest = scf::ForOp::create(
             builder, loc, from, to, step, dest,
             [&](OpBuilder &at, Location, Value first, ValueRange carried) {
               scf::YieldOp::create(
                   at, loc,
                   write(at, outer, carried.front(), first, /*mask=*/Value()));
             })
             .getResult(0);
  return writeSome(builder, outer, dest, end, after);
}

/// Returns the dimensions of a slice in the order of the tensor's memory, the
/// most major first.
static SmallVector<int64_t>
getDimsInMemory(tensor::InsertSliceOp op, const llvm::SmallBitVector &dropped) {
  SmallVector<int64_t> dims;
  Layout layout = getLayoutOf(op.getDestType());
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    if (!dropped.test(dim))
      dims.push_back(getKeptDim(dropped, dim));
  return dims;
}

/// Returns the index along each of some dimensions, the lowest dimension first.
static SmallVector<Value> sortByDim(ArrayRef<int64_t> dims,
                                    ValueRange indices) {
  SmallVector<std::pair<int64_t, Value>> byDim;
  for (auto [dim, index] : llvm::zip_equal(dims, indices))
    byDim.emplace_back(dim, index);
  llvm::sort(byDim, llvm::less_first());
  return SmallVector<Value>(llvm::make_second_range(byDim));
}

namespace {

/// Inserts a slice along its rows, or its words of several rows, by vectors
/// where there are such, else element by element.
struct SliceInserter {
  SliceInserter(OpBuilder &builder, tensor::InsertSliceOp op,
                const llvm::SmallBitVector &dropped)
      : op(op), dropped(dropped) {
    if (int64_t lanes = countLanes(op, dropped); lanes > 1) {
      rows.emplace(builder, op, dropped, lanes);
      if (rows->getDim() == op.getSourceType().getRank() - 1)
        commonRows = countCommonRows(op, dropped);
      int64_t count = commonRows > 1 ? 1 : countRows(op, dropped, lanes);
      if (commonRows > 1)
        commonWords.emplace(builder, op, dropped, lanes / commonRows,
                            commonRows);
      else if (count > 1)
        words.emplace(builder, op, dropped, lanes / count, count,
                      /*hasMasks=*/true);
      if (words)
        rows.reset();
    } else if (int64_t lanes = getLanes(op); lanes > 1) {
      if (int64_t count = countRows(op, dropped, lanes); count > 1)
        words.emplace(builder, op, dropped, lanes, count, /*hasMasks=*/false);
      else
        commonRows = countCommonRows(op, dropped);
    }
  }

  /// Returns `dest` with what the slice has at `outer`, the indices along its
  /// dimensions but for those of a row or word.
  Value insert(OpBuilder &builder, ValueRange outer, Value dest) {
    auto insertBy = [&](std::optional<RowInserter> &inserter) {
      return [&](OpBuilder &at, Value row, Value old) {
        SmallVector<Value> indices(outer);
        indices.push_back(row);
        return inserter->insert(at, indices, old);
      };
    };
    auto insertWord = insertBy(commonWords), insertRow = insertBy(rows);
    if (commonWords)
      return insertWordsAndRows(builder, op, commonRows, dest, insertWord,
                                insertRow);
    if (words)
      return words->insert(builder, outer, dest);
    if (rows)
      return rows->insert(builder, outer, dest);
    if (commonRows > 1)
      return insertColumnsOfWords(builder, op, dropped, commonRows, outer,
                                  dest);
    return insertElement(builder, op, dropped, outer, dest);
  }

  tensor::InsertSliceOp op;
  const llvm::SmallBitVector &dropped;
  /// Inserts rows, and words that the slice has as the tensor has them.
  std::optional<RowInserter> rows, commonWords;
  /// Inserts words of other rows.
  std::optional<WordInserter> words;
  /// How many rows share a word in the slice as in the tensor.
  int64_t commonRows = 1;
};

} // namespace

/// A slice that is no view of its tensor -> loops that insert vectors, or
/// elements, up to where it is a view. What is inserted in a view is copied,
/// from whatever layout.
static LogicalResult convertInsertSlice(tensor::InsertSliceOp op,
                                        PatternRewriter &rewriter) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  std::string reason;
  if (!isTiled(op.getDestType()) ||
      isViewOf(op.getDestType(), op, dropped, reason))
    return rewriter.notifyMatchFailure(op, "writes to a view");
  bool hasMasks =
      getStride(op.getDestType(), op.getDestType().getRank() - 1, 1) == 1 ||
      countLanes(op, dropped) > 1;
  if (std::optional<SplitInsertion> parts =
          splitAtTile(rewriter, op, hasMasks)) {
    rewriter.replaceOp(op, parts->result);
    if (!parts->head)
      return success();
    op = parts->head;
    dropped = op.getDroppedDims();
    rewriter.setInsertionPoint(op);
  }
  Location loc = op.getLoc();
  SmallVector<Value> sizes =
      getValueOrCreateConstantIndexOp(rewriter, loc, getKeptSizes(op, dropped));
  SliceInserter inserter(rewriter, op, dropped);
  int64_t rank = sizes.size();
  bool insertsWords = inserter.words || inserter.commonRows > 1;
  SmallVector<int64_t> order = getDimsInMemory(op, dropped);
  llvm::erase_if(order, [&](int64_t dim) {
    return (insertsWords && dim >= rank - 2) ||
           (inserter.rows && dim == inserter.rows->getDim());
  });
  auto createBody = [&](OpBuilder &builder, Location, ValueRange variables,
                        ValueRange dest) -> scf::ValueVector {
    return {
        inserter.insert(builder, sortByDim(order, variables), dest.front())};
  };
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  SmallVector<Value> starts(order.size(), zero), steps(order.size(), one);
  SmallVector<Value> ends =
      llvm::map_to_vector(order, [&](int64_t dim) { return sizes[dim]; });
  scf::LoopNest loops = scf::buildLoopNest(rewriter, loc, starts, ends, steps,
                                           op.getDest(), createBody);
  rewriter.replaceOp(op, loops.results);
  return success();
}

void mlir::tiled_layout::populateInsertPatterns(RewritePatternSet &patterns) {
  patterns.add(convertInsertSlice);
}
