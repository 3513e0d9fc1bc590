//===- IndexForms.h - Indices as sums of values ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_INDEXFORMS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_INDEXFORMS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// A constant plus a sum of values with coefficients. It always has the value
/// modulo 2^64, and thus modulo powers of two.
struct LinearIndex {
  int64_t constant = 0;
  /// True if the sum may differ from the value by multiples of 2^64, since
  /// arithmetic may wrap around.
  bool mayWrap = false;
  /// Each value once; none with coefficient 0.
  SmallVector<std::pair<Value, int64_t>> terms;

  int64_t getCoefficient(Value value) const;
  /// Adds `value * coefficient * factor`.
  void addTerm(Value value, int64_t coefficient, int64_t factor = 1);
  void add(const LinearIndex &other, int64_t factor);
};

/// Returns a value of type `index` as a sum, looking through `arith` sums and
/// products by constants and through `affine.apply`. What is not linear is a
/// term of its own. `tiled_layout.assume_multiple` is looked through where
/// `variable` lies after it, and else kept for the prover.
LinearIndex getLinearIndex(Value value, Value variable);

/// Returns an affine expression of values as a sum, or `std::nullopt` if it
/// divides.
std::optional<LinearIndex> getLinearIndex(AffineExpr expr, ValueRange dims,
                                          ValueRange symbols, Value variable);

/// One access to an array: its logical index is `map` of `operands`.
struct ArrayAccess {
  Operation *op;
  Value array;
  AffineMap map;
  SmallVector<Value> operands;
  bool isStore;

  MemRefType getType() const { return cast<MemRefType>(array.getType()); }
  /// Returns the index in one dimension as a sum, or `std::nullopt` if it
  /// divides.
  std::optional<LinearIndex> getIndex(int64_t dim, Value variable) const;
};

/// Returns the accesses in `root` to memrefs that have an index for each
/// dimension; those of vectors are their first element's.
SmallVector<ArrayAccess> getAccesses(Operation *root);

/// Where a layout's position stops to be linear in the index: wherever `expr`,
/// a linear expression of the logical index d0, d1, ..., passes a multiple of
/// `width`.
struct TileEdge {
  AffineExpr expr;
  int64_t width;

  bool operator==(const TileEdge &other) const {
    return expr == other.expr && width == other.width;
  }
};

/// Returns the edges of the tiles of an array, none if it has no layout of
/// ours; `std::nullopt` if tiles depend on extents that are not static, or if
/// an expression that is not linear is divided.
std::optional<SmallVector<TileEdge>> getTileEdges(MemRefType type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_INDEXFORMS_H
