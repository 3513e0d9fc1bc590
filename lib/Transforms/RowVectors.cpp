//===- RowVectors.cpp - Vectors of rows that share words ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowVectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;

static bool isBigEndian(Operation *op) {
  auto endianness =
      dyn_cast_or_null<StringAttr>(DataLayout::closest(op).getEndianness());
  return endianness && endianness.getValue() == "big";
}

Value mlir::tiled_layout::joinRows(OpBuilder &builder, Location loc,
                                   ArrayRef<Value> rows) {
  auto row = cast<VectorType>(rows.front().getType());
  int64_t lanes = row.getNumElements(), number = rows.size();
  int64_t bits = row.getElementTypeBitWidth();
  auto joined = VectorType::get({lanes, number}, row.getElementType());
  constexpr int64_t longestWord = 64;
  Operation *around = builder.getInsertionBlock()->getParentOp();
  if (bits * number > longestWord || isBigEndian(around)) {
    auto transposed = VectorType::get({number, lanes}, row.getElementType());
    Value all = ub::PoisonOp::create(builder, loc, transposed);
    for (auto [index, vector] : llvm::enumerate(rows))
      all = vector::InsertOp::create(builder, loc, vector, all, index);
    return vector::TransposeOp::create(builder, loc, all,
                                       ArrayRef<int64_t>{1, 0});
  }
  auto integers = VectorType::get({lanes}, builder.getIntegerType(bits));
  auto words = VectorType::get({lanes}, builder.getIntegerType(bits * number));
  Value sum;
  for (auto [index, vector] : llvm::enumerate(rows)) {
    Value part = vector;
    if (part.getType() != integers)
      part = arith::BitcastOp::create(builder, loc, integers, part);
    if (integers != words)
      part = arith::ExtUIOp::create(builder, loc, words, part);
    if (index != 0) {
      Value distance = arith::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(
              words,
              builder.getIntegerAttr(words.getElementType(), bits * index)));
      part = arith::ShLIOp::create(builder, loc, part, distance);
      part = arith::OrIOp::create(builder, loc, sum, part);
    }
    sum = part;
  }
  auto flat = VectorType::get({lanes * number}, row.getElementType());
  return vector::ShapeCastOp::create(
      builder, loc, joined, vector::BitCastOp::create(builder, loc, flat, sum));
}
