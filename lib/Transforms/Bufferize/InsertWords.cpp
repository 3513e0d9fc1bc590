//===- InsertWords.cpp - Rows that are inserted word by word --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector along one of several rows that share words has the other rows
// between its elements. Without masks, such a row is stored element by element;
// all rows of its words together are stored as they lie.
//
//===----------------------------------------------------------------------===//

#include "InsertWords.h"

#include "BufferizeSteps.h"

#include "../RowVectors.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Builds a loop that carries `dest`, unless it is known to have no iteration.
static Value buildLoop(OpBuilder &builder, Location loc, Value from, Value to,
                       int64_t step, Value dest, InsertAt body) {
  std::optional<int64_t> first = getConstantIntValue(from);
  std::optional<int64_t> stop = getConstantIntValue(to);
  if (first && stop && *first >= *stop)
    return dest;
  // Its body is built where affine operations see the loop around them.
  auto loop = scf::ForOp::create(
      builder, loc, from, to,
      arith::ConstantIndexOp::create(builder, loc, step), dest);
  OpBuilder inner = OpBuilder::atBlockEnd(loop.getBody());
  Value result = body(inner, loop.getInductionVar(), loop.getRegionIterArg(0));
  scf::YieldOp::create(inner, loc, result);
  return loop.getResult(0);
}

Value mlir::tiled_layout::insertElement(OpBuilder &builder,
                                        tensor::InsertSliceOp op,
                                        const llvm::SmallBitVector &dropped,
                                        ValueRange indices, Value dest) {
  Value element =
      tensor::ExtractOp::create(builder, op.getLoc(), op.getSource(), indices);
  return tensor::InsertOp::create(
      builder, op.getLoc(), element, dest,
      getWholeIndices(builder, op, dropped, indices));
}

Value mlir::tiled_layout::insertWordsAndRows(OpBuilder &builder,
                                             tensor::InsertSliceOp op,
                                             int64_t rows, Value dest,
                                             InsertAt insertWord,
                                             InsertAt insertRow) {
  Location loc = op.getLoc();
  OpFoldResult height = op.getMixedSizes()[op.getDestType().getRank() - 2];
  AffineExpr count = builder.getAffineSymbolExpr(0);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value end = getValueOrCreateConstantIndexOp(builder, loc, height);
  Value wordsEnd = getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(
          builder, loc, count.floorDiv(rows) * rows, {height}));
  dest = buildLoop(builder, loc, zero, wordsEnd, rows, dest, insertWord);
  return buildLoop(builder, loc, wordsEnd, end, 1, dest, insertRow);
}

Value mlir::tiled_layout::insertColumnsOfWords(
    OpBuilder &builder, tensor::InsertSliceOp op,
    const llvm::SmallBitVector &dropped, int64_t rows, ValueRange outer,
    Value dest) {
  Location loc = op.getLoc();
  auto type = VectorType::get({rows}, op.getSourceType().getElementType());
  auto getRowMap = [&](int64_t rank) {
    return AffineMap::get(rank, 0, builder.getAffineDimExpr(rank - 2),
                          builder.getContext());
  };
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value columns =
      getValueOrCreateConstantIndexOp(builder, loc, op.getMixedSizes().back());
  bool inBounds = true;
  auto insertWord = [&](OpBuilder &at, ValueRange indices, Value old) {
    Value word = vector::TransferReadOp::create(
        at, loc, type, op.getSource(), indices, /*padding=*/std::nullopt,
        getRowMap(indices.size()), ArrayRef(inBounds));
    SmallVector<Value> whole = getWholeIndices(at, op, dropped, indices);
    return vector::TransferWriteOp::create(at, loc, word, old, whole,
                                           getRowMap(whole.size()),
                                           ArrayRef(inBounds))
        .getResult();
  };
  auto insertEachColumn =
      [&](OpBuilder &at, Value row, Value carried,
          function_ref<Value(OpBuilder &, ValueRange, Value)> insert) {
        return buildLoop(at, loc, zero, columns, 1, carried,
                         [&](OpBuilder &inner, Value column, Value old) {
                           SmallVector<Value> indices(outer);
                           indices.append({row, column});
                           return insert(inner, indices, old);
                         });
      };
  return insertWordsAndRows(
      builder, op, rows, dest,
      [&](OpBuilder &at, Value row, Value old) {
        return insertEachColumn(at, row, old, insertWord);
      },
      [&](OpBuilder &at, Value row, Value old) {
        return insertEachColumn(
            at, row, old, [&](OpBuilder &inner, ValueRange indices, Value in) {
              return insertElement(inner, op, dropped, indices, in);
            });
      });
}

WordInserter::WordInserter(OpBuilder &builder, tensor::InsertSliceOp op,
                           const llvm::SmallBitVector &dropped, int64_t lanes,
                           int64_t rows, bool hasMasks)
    : op(op), dropped(dropped), loc(op.getLoc()), lanes(lanes), rows(rows),
      hasMasks(hasMasks) {
  int64_t dim = op.getDestType().getRank() - 2;
  OpFoldResult offset = op.getMixedOffsets()[dim];
  OpFoldResult size = op.getMixedSizes()[dim];
  AffineExpr from, count;
  bindSymbols(builder.getContext(), from, count);
  auto get = [&](AffineExpr expr, ArrayRef<OpFoldResult> operands) {
    return getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(builder, loc, expr, operands));
  };
  start = getValueOrCreateConstantIndexOp(builder, loc, offset);
  end = get(from + count, {offset, size});
  firstWord = get(from.ceilDiv(rows) * rows, {offset});
  wordsEnd = get((from + count).floorDiv(rows) * rows, {offset, size});
  // Rows within one word are all before the first whole one.
  before = builder.createOrFold<arith::MinSIOp>(loc, firstWord, end);
  after = builder.createOrFold<arith::MaxSIOp>(loc, before, wordsEnd);
  OpFoldResult width = op.getMixedSizes().back();
  columns = getValueOrCreateConstantIndexOp(builder, loc, width);
  wholeColumns = get(from.floorDiv(lanes) * lanes, {width});
  restColumns = get(from % lanes, {width});
}

SmallVector<Value> WordInserter::getSourceIndices(OpBuilder &builder,
                                                  ValueRange outer, Value row,
                                                  int64_t further,
                                                  Value column) {
  SmallVector<Value> indices(outer);
  AffineExpr of, first;
  bindSymbols(builder.getContext(), of, first);
  indices.push_back(affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(0, 2, of - first + further),
      ValueRange({row, start})));
  indices.push_back(column);
  return indices;
}

Value WordInserter::insertElements(OpBuilder &builder, ValueRange outer,
                                   Value dest, Value from, Value to,
                                   Value column) {
  return buildLoop(builder, loc, from, to, 1, dest,
                   [&](OpBuilder &at, Value row, Value carried) {
                     return buildLoop(
                         at, loc, column, columns, 1, carried,
                         [&](OpBuilder &inner, Value place, Value old) {
                           return insertElement(
                               inner, op, dropped,
                               getSourceIndices(inner, outer, row, 0, place),
                               old);
                         });
                   });
}

Value WordInserter::insertSome(OpBuilder &builder, ValueRange outer, Value dest,
                               Value from, Value to) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  if (!hasMasks)
    return insertElements(builder, outer, dest, from, to, zero);
  // One iteration at most: the rows are within one word.
  return buildLoop(
      builder, loc, from, to, rows, dest,
      [&](OpBuilder &at, Value row, Value carried) {
        AffineExpr of = getAffineSymbolExpr(0, at.getContext());
        auto apply = [&](AffineExpr expr, Value value) {
          return affine::AffineApplyOp::create(
                     at, loc, AffineMap::get(0, 1, expr), value)
              .getResult();
        };
        Value word = apply(of.floorDiv(rows) * rows, row);
        Value first = apply(of % rows, row);
        Value stop = arith::SubIOp::create(at, loc, to, word);
        return buildLoop(
            at, loc, zero, columns, lanes, carried,
            [&](OpBuilder &in, Value column, Value old) {
              Value count = arith::SubIOp::create(in, loc, columns, column);
              return insertWords(in, outer, old, word, column,
                                 createMask(in, first, stop, count));
            });
      });
}

Value WordInserter::createMask(OpBuilder &builder, Value first, Value stop,
                               Value count) {
  auto type = VectorType::get({rows, lanes}, builder.getI1Type());
  auto create = [&](Value rowCount) {
    return vector::CreateMaskOp::create(builder, loc, type,
                                        ValueRange{rowCount, count})
        .getResult();
  };
  Value mask = create(stop);
  return first ? arith::XOrIOp::create(builder, loc, mask, create(first))
                     .getResult()
               : mask;
}

Value WordInserter::insertWords(OpBuilder &builder, ValueRange outer,
                                Value dest, Value row, Value column,
                                Value mask) {
  Type element = op.getSourceType().getElementType();
  auto along = [&](int64_t rank, ArrayRef<int64_t> fromLast) {
    SmallVector<AffineExpr> dims;
    for (int64_t after : fromLast)
      dims.push_back(builder.getAffineDimExpr(rank - 1 - after));
    return AffineMap::get(rank, 0, dims, builder.getContext());
  };
  SmallVector<bool> inBounds = {true, true};
  SmallVector<Value> vectors, first;
  for (int64_t number = 0; number < rows; ++number) {
    SmallVector<Value> indices =
        getSourceIndices(builder, outer, row, number, column);
    // What another row of a word adds to bits of this one must not be poison.
    Value rowMask, padding;
    if (mask) {
      rowMask = vector::ExtractOp::create(builder, loc, mask, number);
      padding =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
    } else {
      padding = ub::PoisonOp::create(builder, loc, element);
    }
    vectors.push_back(vector::TransferReadOp::create(
        builder, loc, VectorType::get({lanes}, element), op.getSource(),
        indices, AffineMapAttr::get(along(indices.size(), {0})), padding,
        rowMask, builder.getBoolArrayAttr({true})));
    if (number == 0)
      first = std::move(indices);
  }
  // The index of a whole word is a multiple of its rows, as it stands.
  SmallVector<Value> whole = getWholeIndices(builder, op, dropped, first);
  whole[whole.size() - 2] = row;
  return vector::TransferWriteOp::create(
             builder, loc, joinRows(builder, loc, vectors), dest, whole,
             AffineMapAttr::get(along(whole.size(), {0, 1})), mask,
             builder.getBoolArrayAttr(inBounds))
      .getResult();
}

Value WordInserter::insert(OpBuilder &builder, ValueRange outer, Value dest) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  dest = insertSome(builder, outer, dest, start, before);
  dest = buildLoop(
      builder, loc, firstWord, wordsEnd, rows, dest,
      [&](OpBuilder &at, Value row, Value carried) {
        carried = buildLoop(at, loc, zero, wholeColumns, lanes, carried,
                            [&](OpBuilder &in, Value column, Value old) {
                              return insertWords(in, outer, old, row, column);
                            });
        if (hasMasks)
          return buildLoop(
              at, loc, wholeColumns, columns, lanes, carried,
              [&](OpBuilder &in, Value column, Value old) {
                Value all = arith::ConstantIndexOp::create(in, loc, rows);
                return insertWords(
                    in, outer, old, row, column,
                    createMask(in, /*first=*/Value(), all, restColumns));
              });
        AffineExpr of = getAffineSymbolExpr(0, at.getContext());
        Value next = affine::AffineApplyOp::create(
            at, loc, AffineMap::get(0, 1, of + rows), row);
        return insertElements(at, outer, carried, row, next, wholeColumns);
      });
  return insertSome(builder, outer, dest, after, end);
}
