//===- RowVectors.cpp - Vectors of rows that share words ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowVectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;

bool mlir::tiled_layout::isBigEndian(Operation *op) {
  auto endianness =
      dyn_cast_or_null<StringAttr>(DataLayout::closest(op).getEndianness());
  return endianness && endianness.getValue() == "big";
}

/// Views vectors of one length as others.
static Value viewElementsAs(OpBuilder &builder, Location loc, Value vector,
                            Type element) {
  auto type = cast<VectorType>(vector.getType());
  return builder.createOrFold<vector::BitCastOp>(loc, type.clone(element),
                                                 vector);
}

Value mlir::tiled_layout::joinWords(OpBuilder &builder, Location loc,
                                    ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts.front();
  auto type = cast<VectorType>(parts.front().getType());
  int64_t bits = type.getElementTypeBitWidth(), count = parts.size();
  auto words = type.clone(builder.getIntegerType(bits * count));
  Value all;
  for (auto [number, part] : llvm::enumerate(parts)) {
    Value word = arith::ExtUIOp::create(
        builder, loc, words,
        viewElementsAs(builder, loc, part, builder.getIntegerType(bits)));
    if (number > 0) {
      word = arith::ShLIOp::create(
          builder, loc, word,
          createScalarOrSplatConstant(builder, loc, words, bits * number));
      word = arith::OrIOp::create(builder, loc, all, word);
    }
    all = word;
  }
  return vector::BitCastOp::create(
      builder, loc,
      VectorType::get({type.getNumElements() * count}, type.getElementType()),
      all);
}

SmallVector<Value> mlir::tiled_layout::splitWords(OpBuilder &builder,
                                                  Location loc, Value value,
                                                  int64_t parts) {
  auto type = cast<VectorType>(value.getType());
  int64_t bits = type.getElementTypeBitWidth();
  auto words = VectorType::get({type.getNumElements() / parts},
                               builder.getIntegerType(bits * parts));
  Value all = vector::BitCastOp::create(builder, loc, words, value);
  SmallVector<Value> result;
  for (int64_t number = 0; number < parts; ++number) {
    Value word = all;
    if (number > 0)
      word = arith::ShRUIOp::create(
          builder, loc, all,
          createScalarOrSplatConstant(builder, loc, words, bits * number));
    word = arith::TruncIOp::create(
        builder, loc, words.clone(builder.getIntegerType(bits)), word);
    result.push_back(viewElementsAs(builder, loc, word, type.getElementType()));
  }
  return result;
}

Value mlir::tiled_layout::joinRows(OpBuilder &builder, Location loc,
                                   ArrayRef<Value> rows) {
  auto row = cast<VectorType>(rows.front().getType());
  int64_t lanes = row.getNumElements(), number = rows.size();
  constexpr int64_t longestWord = 64;
  Operation *around = builder.getInsertionBlock()->getParentOp();
  if (row.getElementTypeBitWidth() * number > longestWord ||
      isBigEndian(around)) {
    auto transposed = VectorType::get({number, lanes}, row.getElementType());
    Value all = ub::PoisonOp::create(builder, loc, transposed);
    for (auto [index, vector] : llvm::enumerate(rows))
      all = vector::InsertOp::create(builder, loc, vector, all, index);
    return vector::TransposeOp::create(builder, loc, all,
                                       ArrayRef<int64_t>{1, 0});
  }
  auto joined = VectorType::get({lanes, number}, row.getElementType());
  return vector::ShapeCastOp::create(builder, loc, joined,
                                     joinWords(builder, loc, rows));
}
