//===- Interleave.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interleave.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

Value mlir::tiled_layout::interleaveAll(OpBuilder &builder, Location loc,
                                        ArrayRef<Value> vectors) {
  if (vectors.size() == 1)
    return vectors.front();
  SmallVector<Value> even, odd;
  for (auto [i, vector] : llvm::enumerate(vectors))
    (i % 2 == 0 ? even : odd).push_back(vector);
  Value first = interleaveAll(builder, loc, even);
  Value second = interleaveAll(builder, loc, odd);
  return vector::InterleaveOp::create(builder, loc, first, second);
}

void mlir::tiled_layout::deinterleaveAll(OpBuilder &builder, Location loc,
                                         Value vector, size_t count,
                                         SmallVectorImpl<Value> &vectors) {
  if (count == 1)
    return vectors.push_back(vector);
  auto halves = vector::DeinterleaveOp::create(builder, loc, vector);
  SmallVector<Value> even, odd;
  deinterleaveAll(builder, loc, halves.getRes1(), count / 2, even);
  deinterleaveAll(builder, loc, halves.getRes2(), count / 2, odd);
  for (auto [first, second] : llvm::zip_equal(even, odd)) {
    vectors.push_back(first);
    vectors.push_back(second);
  }
}
