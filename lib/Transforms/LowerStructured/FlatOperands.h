//===- FlatOperands.h - Operands as positions in memory ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_FLATOPERANDS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_FLATOPERANDS_H

#include "tiled_layout/IR/StructuredOps.h"

#include <map>

namespace mlir::tiled_layout {

/// Index arithmetic that folds constants.
struct IndexMath {
  OpBuilder &builder;
  Location loc;

  Value constant(int64_t value) const;
  Value add(Value a, Value b) const;
  Value sub(Value a, Value b) const;
  Value mul(Value a, Value b) const;
  Value div(Value a, int64_t by) const;
  Value rem(Value a, int64_t by) const;
  Value min(Value a, int64_t b) const;
};

/// The operands of a structured operation as arrays of one dimension, and the
/// strides that are known at run time only.
class FlatOperands {
public:
  /// Makes the views in front of the operation.
  FlatOperands(OpBuilder &builder, linalg::LinalgOp op,
               const StructuredProblem &problem);

  /// The array, of bytes if it has predicates, or the value of an operand that
  /// is none.
  Value getArray(int64_t operand) const { return arrays[operand]; }
  /// Puts another array in the place of an operand.
  void setArray(int64_t operand, Value array) { arrays[operand] = array; }
  /// The position of index 0 of all dimensions.
  Value getStart(int64_t operand) const { return starts[operand]; }
  /// Returns a distance; what is known at run time only is computed in front of
  /// the operation, once.
  Value getDistance(int64_t operand, const Stride &stride);
  /// Returns how far `count` indices lie after the first one, where the steps
  /// of a dimension begin anew; they may cross the edges of these steps.
  Value getDistanceAcross(int64_t operand, ArrayRef<AccessStep> steps,
                          Value count);
  /// Returns a distance if the array has more than so many bytes, else 0.
  Value getDistanceAhead(int64_t operand, const Stride &stride,
                         int64_t leastBytes);

private:
  /// Returns an operand and its dimension that have the extent of a factor:
  /// the first with this index, so that operands whose extents the operation
  /// makes equal have the same strides.
  std::pair<int64_t, int64_t> findExtent(int64_t operand,
                                         const RuntimeFactor &factor);
  Value getFactor(int64_t operand, int64_t dim, int64_t divisor);
  Value makeArray(Value array);

  OpBuilder &builder;
  linalg::LinalgOp op;
  SmallVector<AffineMap> maps;
  SmallVector<Value> arrays, starts;
  /// What is known in front of the loops ends here.
  Operation *last;
  /// By operand, dimension, and divisor.
  std::map<std::tuple<int64_t, int64_t, int64_t>, Value> factors;
  /// By the stride, whose extents are those of `findExtent`.
  std::map<std::vector<int64_t>, Value> distances;
  /// By operand.
  std::map<int64_t, Value> distancesAhead;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_FLATOPERANDS_H
