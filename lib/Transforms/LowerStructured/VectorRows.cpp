//===- VectorRows.cpp - Arrays of one dimension by their rows -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XLA's layouts of one dimension put neighbours into different words, and
// elements 128 apart into one. Along rows there are vectors.
//
//===----------------------------------------------------------------------===//

#include "VectorRows.h"

#include "ArrayParts.h"
#include "LinearArrays.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Some of the elements of `count` rows, of which the first one is `row`: those
/// from column `begin` to `end`.
struct RowBlock {
  OpFoldResult row, count;
  int64_t begin;
  OpFoldResult end;
  /// True if rows may begin in the middle of a tile: there is but one.
  bool isLast;
};

} // namespace

/// Returns the columns at which some array goes on to its next row.
static SmallVector<int64_t> getCuts(ArrayRef<LinearArray> arrays,
                                    int64_t columns) {
  SmallVector<int64_t> cuts;
  for (const LinearArray &array : arrays) {
    int64_t column = array.offset % columns;
    int64_t cut = array.isReversed ? column + 1 : columns - column;
    if (array.rows && cut != columns)
      cuts.push_back(cut);
  }
  llvm::sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  return cuts;
}

/// True if rows of an array from an element of its first row on begin where a
/// tile does.
static bool isAligned(const LinearArray &array, int64_t begin) {
  return !array.rows ||
         (array.offset + begin) / array.getColumns() % array.getTileRows() == 0;
}

namespace {

/// Creates the operations on rows.
class RowBuilder {
public:
  RowBuilder(RewriterBase &rewriter, linalg::LinalgOp op,
             ArrayRef<LinearArray> arrays, int64_t columns)
      : rewriter(rewriter), op(op), arrays(arrays), columns(columns) {}

  OpFoldResult apply(AffineExpr expr, ArrayRef<OpFoldResult> operands) {
    return affine::makeComposedFoldedAffineApply(rewriter, op.getLoc(), expr,
                                                 operands);
  }

  linalg::LinalgOp create(const RowBlock &block);

private:
  Value getRows(const LinearArray &array);
  Value getTiledPart(const LinearArray &array, const RowBlock &block,
                     AffineMap &map);
  Value getPlainPart(const LinearArray &array, const RowBlock &block);
  void loadFromRows(memref::LoadOp load, const LinearArray &array, Value rows,
                    const RowBlock &block);
  void replaceIndex(linalg::IndexOp index, const RowBlock &block);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  ArrayRef<LinearArray> arrays;
  int64_t columns;
};

} // namespace

/// Returns all of a tiled array as rows, those of padding included.
Value RowBuilder::getRows(const LinearArray &array) {
  auto type = cast<MemRefType>(array.array.getType());
  Location loc = op.getLoc();
  int64_t tileRows = array.getTileRows();
  OpFoldResult count =
      apply(rewriter.getAffineDimExpr(0).ceilDiv(tileRows * columns) * tileRows,
            memref::getMixedSize(rewriter, loc, array.array, 0));
  // The type of the array may not say a length that is known.
  SmallVector<Value> dynamic;
  if (!type.hasStaticShape())
    dynamic.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, count));
  int64_t rows = type.hasStaticShape() ? *getConstantIntValue(count)
                                       : ShapedType::kDynamic;
  auto rowType =
      MemRefType::get({rows, columns}, type.getElementType(),
                      TiledLayoutAttr::get(rewriter.getContext(), *array.rows),
                      type.getMemorySpace());
  Value flat =
      ToPhysicalOp::create(rewriter, loc, getFlatType(type), array.array);
  return FromPhysicalOp::create(rewriter, loc, rowType, flat, dynamic);
}

/// Returns what a block has of a tiled array. Sets the map of its indices where
/// its rows begin in the middle of a tile.
Value RowBuilder::getTiledPart(const LinearArray &array, const RowBlock &block,
                               AffineMap &map) {
  Location loc = op.getLoc();
  AffineExpr row, column;
  bindDims(rewriter.getContext(), row, column);
  int64_t first = array.offset + block.begin;
  Value rows = getRows(array);
  OpFoldResult begin = rewriter.getIndexAttr(first % columns);
  OpFoldResult length = apply(row - block.begin, block.end);
  if (block.isLast || isAligned(array, block.begin)) {
    OpFoldResult start = apply(row + first / columns, block.row);
    return getPart(rewriter, loc, rows, {start, begin}, {block.count, length});
  }
  map = AffineMap::get(2, 0, {row + first / columns, column},
                       rewriter.getContext());
  return getPart(rewriter, loc, rows, {rewriter.getIndexAttr(0), begin},
                 {memref::getMixedSize(rewriter, loc, rows, 0), length});
}

/// Returns what a block has of an array without a layout: a part of whole rows,
/// or what there is of one.
Value RowBuilder::getPlainPart(const LinearArray &array,
                               const RowBlock &block) {
  Location loc = op.getLoc();
  AffineExpr row = rewriter.getAffineDimExpr(0);
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  OpFoldResult length = apply(row - block.begin, block.end);
  int64_t first = array.offset + (block.isLast ? block.begin : 0);
  OpFoldResult start = apply(row * columns + first, block.row);
  OpFoldResult size = block.isLast ? length : apply(row * columns, block.count);
  Value part =
      memref::SubViewOp::create(rewriter, loc, array.array, start, size, one);
  SmallVector<OpFoldResult> shape = {
      block.count, block.isLast ? length : rewriter.getIndexAttr(columns)};
  SmallVector<ReassociationIndices> group = {{0, 1}};
  FailureOr<MemRefType> expanded = memref::ExpandShapeOp::computeExpandedType(
      cast<MemRefType>(part.getType()), decomposeMixedValues(shape).first,
      group);
  assert(succeeded(expanded) && "one dimension has one stride");
  part = memref::ExpandShapeOp::create(rewriter, loc, *expanded, part, group,
                                       shape);
  if (block.isLast)
    return part;
  SmallVector<OpFoldResult> starts = {zero, rewriter.getIndexAttr(block.begin)};
  return memref::SubViewOp::create(rewriter, loc, part, starts,
                                   {block.count, length}, {one, one});
}

/// Returns `index`, one of the loops over rows, and `constant`.
static Value addConstant(OpBuilder &builder, Location loc, Value index,
                         int64_t constant, bool isReversed = false) {
  if (constant == 0 && !isReversed)
    return index;
  Value number = arith::ConstantIndexOp::create(builder, loc, constant);
  if (isReversed)
    return arith::SubIOp::create(builder, loc, number, index);
  return arith::AddIOp::create(builder, loc, index, number);
}

/// Loads from the rows of an array instead of the array.
void RowBuilder::loadFromRows(memref::LoadOp load, const LinearArray &array,
                              Value rows, const RowBlock &block) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(load);
  Location loc = load.getLoc();
  int64_t sign = array.isReversed ? -1 : 1;
  int64_t first =
      array.offset +
      sign * (*getConstantIntValue(block.row) * columns + block.begin);
  Value row =
      addConstant(rewriter, loc, linalg::IndexOp::create(rewriter, loc, 0),
                  first / columns, array.isReversed);
  Value column =
      addConstant(rewriter, loc, linalg::IndexOp::create(rewriter, loc, 1),
                  first % columns, array.isReversed);
  rewriter.replaceOpWithNewOp<memref::LoadOp>(load, rows,
                                              ValueRange{row, column});
}

/// Computes the index of the loop from those of rows and columns.
void RowBuilder::replaceIndex(linalg::IndexOp index, const RowBlock &block) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(index);
  Location loc = index.getLoc();
  Value row = linalg::IndexOp::create(rewriter, loc, 0);
  if (auto first = dyn_cast<Value>(block.row))
    row = arith::AddIOp::create(rewriter, loc, row, first);
  else
    row = addConstant(rewriter, loc, row, *getConstantIntValue(block.row));
  Value length = arith::ConstantIndexOp::create(rewriter, loc, columns);
  Value start = arith::MulIOp::create(rewriter, loc, row, length);
  Value column = addConstant(
      rewriter, loc, linalg::IndexOp::create(rewriter, loc, 1), block.begin);
  rewriter.replaceOpWithNewOp<arith::AddIOp>(index, start, column);
}

linalg::LinalgOp RowBuilder::create(const RowBlock &block) {
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    const LinearArray &array = arrays[operand.getOperandNumber()];
    AffineMap map = AffineMap::get(2, 0, rewriter.getContext());
    Value part = operand.get();
    if (array.array) {
      map = rewriter.getMultiDimIdentityMap(2);
      part = array.rows ? getTiledPart(array, block, map)
                        : getPlainPart(array, block);
    }
    (op.isDpsInit(&operand) ? outputs : inputs).push_back(part);
    maps.push_back(map);
  }
  ArrayRef<LinearArray> loaded = arrays.drop_front(op->getNumOperands());
  SmallVector<Value> loadedRows = llvm::map_to_vector(
      loaded, [&](const LinearArray &array) { return getRows(array); });
  utils::IteratorType kind = op.getIteratorTypesArray().front();
  auto rows = linalg::GenericOp::create(
      rewriter, op.getLoc(), TypeRange(), inputs, outputs, maps,
      ArrayRef<utils::IteratorType>{kind, kind});
  IRMapping mapping;
  rewriter.cloneRegionBefore(op->getRegion(0), rows.getRegion(),
                             rows.getRegion().begin(), mapping);
  auto indices = llvm::to_vector(rows.getBody()->getOps<linalg::IndexOp>());
  for (auto [array, arrayRows] : llvm::zip_equal(loaded, loadedRows)) {
    memref::LoadOp load = array.load;
    loadFromRows(cast<memref::LoadOp>(mapping.lookup(load.getOperation())),
                 array, arrayRows, block);
  }
  for (linalg::IndexOp index : indices)
    replaceIndex(index, block);
  for (Operation &part :
       llvm::make_early_inc_range(llvm::reverse(*rows.getBody())))
    if (isOpTriviallyDead(&part))
      rewriter.eraseOp(&part);
  return cast<linalg::LinalgOp>(rows.getOperation());
}

/// True if the order of elements is that of their rows: all of them are
/// computed on their own, or rows follow one another.
static bool mayBeSplit(linalg::LinalgOp op, ArrayRef<LinearArray> arrays,
                       ArrayRef<int64_t> cuts, bool hasRows) {
  bool isParallel = op.getNumParallelLoops() == 1;
  if ((!isParallel && !cuts.empty()) || cuts.size() > 3)
    return false;
  // The loops have the extents of an array that begins where tiles do.
  bool hasExtents = false;
  for (OpOperand &operand : op->getOpOperands()) {
    const LinearArray &array = arrays[operand.getOperandNumber()];
    if (!array.array)
      continue;
    bool areAligned =
        isAligned(array, 0) &&
        llvm::all_of(cuts, [&](int64_t cut) { return isAligned(array, cut); });
    hasExtents |= areAligned;
    if (hasRows && !areAligned && op.isDpsInit(&operand))
      return false;
  }
  return hasExtents || !hasRows;
}

/// Returns the extent of the loop of an operation.
static OpFoldResult getLength(OpBuilder &builder, linalg::LinalgOp op) {
  int64_t extent = op.getStaticLoopRanges()[0];
  if (!ShapedType::isDynamic(extent))
    return builder.getIndexAttr(extent);
  for (OpOperand &operand : op->getOpOperands())
    if (op.getMatchingIndexingMap(&operand).isIdentity())
      return memref::getMixedSize(builder, op.getLoc(), operand.get(), 0);
  return {};
}

SmallVector<linalg::LinalgOp>
mlir::tiled_layout::splitIntoRows(RewriterBase &rewriter, linalg::LinalgOp op) {
  SmallVector<LinearArray, 0> arrays;
  std::optional<int64_t> columns = getLinearArrays(op, arrays);
  if (!columns)
    return {};
  SmallVector<int64_t> cuts = getCuts(arrays, *columns);
  int64_t extent = op.getStaticLoopRanges()[0];
  bool isDynamic = ShapedType::isDynamic(extent);
  // Where a row of run-time length is cut is not known.
  if (extent == 0 || (isDynamic && !cuts.empty()) ||
      !mayBeSplit(op, arrays, cuts, isDynamic || extent >= *columns))
    return {};
  RowBuilder builder(rewriter, op, arrays, *columns);
  rewriter.setInsertionPoint(op);
  OpFoldResult length = getLength(rewriter, op);
  AffineExpr d0 = rewriter.getAffineDimExpr(0);
  OpFoldResult rows = builder.apply(d0.floorDiv(*columns), length);
  OpFoldResult rest = builder.apply(d0 % *columns, length);
  SmallVector<int64_t> begins = {0};
  llvm::append_range(begins, cuts);
  SmallVector<linalg::LinalgOp> parts;
  for (auto [i, begin] : llvm::enumerate(begins)) {
    int64_t end = i + 1 < begins.size() ? begins[i + 1] : *columns;
    if (!isZeroInteger(rows))
      parts.push_back(builder.create({rewriter.getIndexAttr(0), rows, begin,
                                      rewriter.getIndexAttr(end), false}));
    if (isDynamic)
      parts.push_back(
          builder.create({rows, rewriter.getIndexAttr(1), begin, rest, true}));
    else if (int64_t last = std::min(end, extent % *columns); last > begin)
      parts.push_back(builder.create({rows, rewriter.getIndexAttr(1), begin,
                                      rewriter.getIndexAttr(last), true}));
  }
  rewriter.eraseOp(op);
  return parts;
}
