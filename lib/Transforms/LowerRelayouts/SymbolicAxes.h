//===- SymbolicAxes.h - Axes of arrays of any shape -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which digits the axes of a relayout are does not depend on extents and
// strides that are known at run time only; how far they go and what their
// strides are does. The expressions here say what they are in every run.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_SYMBOLICAXES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_SYMBOLICAXES_H

#include "AxisLoops.h"

#include "../../Layout/ArrayDigits.h"
#include "tiled_layout/Relayout/RelayoutArrays.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

/// The numbers of a list of axes as expressions of the symbols of their
/// `SymbolicAxes`; constants where all is static.
struct AxisExprs {
  /// By axis.
  SmallVector<AffineExpr> extents, sourceStrides, destStrides;
  /// By bound.
  SmallVector<AffineExpr> limits;
  /// By axis: the position as an expression of d0, the value of an irregular
  /// axis; null for others.
  SmallVector<AffineExpr> sourceTables, destTables;

  /// Returns the numbers that static axes have themselves.
  static AxisExprs get(MLIRContext *context, const RelayoutAxes &axes);

  /// Returns what divides all steps of an axis: the largest known divisor of
  /// its stride, or of what is in its table.
  int64_t getDivisor(const RelayoutAxis &axis, size_t number,
                     bool ofSource) const;

  /// Returns the stride if it is a constant.
  static std::optional<int64_t> getConstant(AffineExpr expr);
};

/// The common axes of two memrefs, any of whose extents may be dynamic, and
/// which may be strided, or views of tiled arrays.
///
/// Where the edges of a dimension do not chain (6 against 4), its axes are the
/// periods (12), the pieces of a period that no edge cuts (6 of 2), and the
/// indices of a piece; the axis of pieces is irregular.
class SymbolicAxes {
public:
  /// Returns the axes from the layout, or strides, of `source` to those of
  /// `dest`; `std::nullopt` where either has a map that is neither, where a
  /// tile is sized by a dynamic extent, and where dimensions that a tile
  /// combines are not all static, or have strides of a view that are not. With
  /// `planned`, as if that were all that is known of the two.
  static std::optional<SymbolicAxes>
  get(MemRefType source, MemRefType dest,
      const std::optional<RelayoutArrays> &planned = std::nullopt);
  /// The same of two values, which may say what divides strides.
  static std::optional<SymbolicAxes>
  get(Value source, Value dest,
      const std::optional<RelayoutArrays> &planned = std::nullopt);

  const RelayoutAxes &getAxes() const { return axes; }
  /// True if all numbers are known.
  bool isStatic() const;

  /// Returns the numbers of axes that were merged, split and reordered.
  AxisExprs describe(const RelayoutAxes &planned) const;

  /// Builds what the expressions are for these two arrays.
  AxisSizes build(OpBuilder &builder, Location loc, Value source, Value dest,
                  const AxisExprs &exprs) const;

private:
  /// How one side lies in memory.
  struct Side {
    MemRefType type;
    /// The tiles, or row-major order of a strided memref.
    Layout layout;
    /// Of the physical dimensions of a view, or the dimensions of a strided
    /// memref; none where the layout decides.
    SmallVector<int64_t> strides;
    /// What strides of a view that are not known are multiples of; 1 or more.
    SmallVector<int64_t> divisors;
    /// The first of the symbols for `strides`: for how often a stride has its
    /// divisor.
    unsigned firstSymbol = 0;
    /// A map of the index to the position, of the symbols; null if strided.
    AffineMap position;
    /// By physical dimension; none where tiles combine dimensions.
    std::optional<SmallVector<ArrayDigit>> digits;
  };

  bool initialize(MemRefType source, MemRefType dest, RelayoutArrays arrays);
  bool initializeSide(Side &side);
  bool initializeView(Side &side);
  AffineExpr getExpr(const Side &side, const Stride &stride) const;
  AffineExpr getExpr(const RuntimeExtent &extent) const;
  AffineExpr getRuntimeStride(const Side &side, unsigned number) const;
  std::optional<SmallVector<int64_t>> getCuts(const Side &side,
                                              int64_t dim) const;
  static std::optional<SymbolicAxes>
  get(MemRefType source, MemRefType dest,
      const std::optional<RelayoutArrays> &planned,
      ArrayRef<int64_t> sourceDivisors, ArrayRef<int64_t> destDivisors);
  bool addIrregular(int64_t dim);
  Stride getStride(const Side &side, int64_t dim, int64_t divisor) const;
  AffineExpr getTable(const Side &side, const RelayoutAxis &axis) const;

  /// The longest period of edges that do not chain.
  static constexpr int64_t maxPeriod = 4096;

  MLIRContext *context;
  /// Extents, `kDynamic` where neither type knows.
  SmallVector<int64_t> shape;
  /// Symbol d is the extent of dimension d; those after are the strides of the
  /// source and then of the destination.
  unsigned numSymbols;
  Side source, dest;
  RelayoutAxes axes;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_SYMBOLICAXES_H
