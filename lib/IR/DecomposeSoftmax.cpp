//===- DecomposeSoftmax.cpp - Softmax of memrefs --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream decomposes a softmax of tensors only. This is the same of memrefs,
// in the same operations, so that the results are equal.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/StructuredOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Decomposes one operation.
class SoftmaxDecomposer {
public:
  explicit SoftmaxDecomposer(linalg::SoftmaxOp op)
      : builder(op), op(op), loc(op.getLoc()),
        type(cast<MemRefType>(op.getOutput().getType())) {
    iterators.assign(type.getRank(), utils::IteratorType::parallel);
    whole = builder.getMultiDimIdentityMap(type.getRank());
    reduced = whole.dropResult(op.getDimension());
  }

  void run() {
    Value input = op.getInput(), output = op.getOutput();
    Value maximum = reduce(input, arith::AtomicRMWKind::maxnumf);
    compute({input, maximum}, output, [&](OpBuilder &body, ValueRange values) {
      Value distance = arith::SubFOp::create(body, loc, values[0], values[1]);
      return math::ExpOp::create(body, loc, distance);
    });
    Value sum = reduce(output, arith::AtomicRMWKind::addf);
    compute({output, sum}, output, [&](OpBuilder &body, ValueRange values) {
      return arith::DivFOp::create(body, loc, values[0], values[1]);
    });
    for (Value buffer : {maximum, sum})
      memref::DeallocOp::create(builder, loc, buffer);
    op.erase();
  }

private:
  using Body = function_ref<Value(OpBuilder &, ValueRange)>;

  /// Returns a buffer with one number for each row along the dimension.
  Value reduce(Value array, arith::AtomicRMWKind kind) {
    SmallVector<int64_t> shape;
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (static_cast<uint64_t>(dim) == op.getDimension())
        continue;
      shape.push_back(type.getDimSize(dim));
      if (type.isDynamicDim(dim))
        sizes.push_back(
            memref::DimOp::create(builder, loc, op.getOutput(), dim));
    }
    Value result = memref::AllocOp::create(
        builder, loc, MemRefType::get(shape, type.getElementType()), sizes);
    Value first =
        arith::getIdentityValue(kind, type.getElementType(), builder, loc,
                                /*useOnlyFiniteValue=*/true);
    linalg::FillOp::create(builder, loc, first, result);
    SmallVector<utils::IteratorType> reduction = iterators;
    reduction[op.getDimension()] = utils::IteratorType::reduction;
    linalg::GenericOp::create(
        builder, loc, array, result, {whole, reduced}, reduction,
        [&](OpBuilder &body, Location loc, ValueRange values) {
          linalg::YieldOp::create(
              body, loc,
              arith::getReductionOp(kind, body, loc, values[0], values[1]));
        });
    return result;
  }

  /// Computes the output from an array and a number for each of its rows.
  void compute(ValueRange inputs, Value output, Body getValue) {
    linalg::GenericOp::create(
        builder, loc, inputs, output, {whole, reduced, whole}, iterators,
        [&](OpBuilder &body, Location loc, ValueRange values) {
          linalg::YieldOp::create(body, loc, getValue(body, values));
        });
  }

  OpBuilder builder;
  linalg::SoftmaxOp op;
  Location loc;
  MemRefType type;
  SmallVector<utils::IteratorType> iterators;
  AffineMap whole, reduced;
};

} // namespace

void mlir::tiled_layout::decomposeSoftmaxes(Operation *root) {
  root->walk([](linalg::SoftmaxOp op) {
    if (op.hasPureBufferSemantics())
      SoftmaxDecomposer(op).run();
  });
}
