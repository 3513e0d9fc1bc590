//===- AxisLoops.h - Loops over the axes of a relayout ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_AXISLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_AXISLOOPS_H

#include "tiled_layout/Relayout/Axes.h"

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns whether a memref begins at a line of so many bytes: only there may
/// stores stream.
Value testLineStart(OpBuilder &builder, Location loc, Value array,
                    int64_t lineBytes);

/// The numbers of a list of axes where they may only be known at run time.
struct AxisSizes {
  /// By axis.
  SmallVector<OpFoldResult> extents, sourceStrides, destStrides;
  /// By bound.
  SmallVector<OpFoldResult> limits;
  /// By axis: where steps are not all alike, the position as an expression of
  /// d0, the value of the axis, and of the symbols; else null. Empty if all
  /// are.
  SmallVector<AffineExpr> sourceTables, destTables;
  SmallVector<Value> symbols;

  /// Returns the numbers that the axes have themselves; null for strides that
  /// are not known.
  static AxisSizes get(MLIRContext *context, const RelayoutAxes &axes);
};

/// Builds loops over axes within their bounds.
class AxisLoopBuilder {
public:
  using Body = function_ref<void(OpBuilder &)>;

  AxisLoopBuilder(Location loc, const RelayoutAxes &axes,
                  std::optional<size_t> sharedAxis = std::nullopt)
      : loc(loc), axes(axes), values(axes.axes.size()),
        holds(axes.bounds.size(), false),
        sizes(AxisSizes::get(loc.getContext(), axes)), sharedAxis(sharedAxis) {}

  /// Uses numbers that are known at run time in the place of those of the axes.
  void setSizes(AxisSizes newSizes) { sizes = std::move(newSizes); }

  /// Returns the values of the axes whose loops stand around; null for the
  /// others.
  ArrayRef<OpFoldResult> getValues() const { return values; }

  /// Takes the values of axes whose loops stand around from another builder.
  void setValues(ArrayRef<OpFoldResult> around) {
    llvm::copy(around, values.begin());
  }

  /// Returns how far an axis goes, given the loops around.
  OpFoldResult getCount(OpBuilder &builder, size_t axis) const;

  /// Returns a position given the loops around; `offset` is added.
  Value getPosition(OpBuilder &builder, StrideMember stride,
                    OpFoldResult offset) const;

  /// Returns the largest multiple of `size` that is not above `count`.
  OpFoldResult roundDown(OpBuilder &builder, OpFoldResult count,
                         int64_t size) const;

  /// Returns a condition for no bound that depends on one of `cutAxes` to cut
  /// the axes without a loop around, or null if none can.
  Value isFull(OpBuilder &builder, ArrayRef<size_t> cutAxes) const;

  /// Builds a loop, or what a loop with one known iteration is. With `unroll`,
  /// builds each iteration if all are known.
  void buildLoop(OpBuilder &builder, OpFoldResult begin, OpFoldResult end,
                 int64_t step,
                 function_ref<void(OpBuilder &, OpFoldResult)> body,
                 bool unroll = false) const;

  /// Builds loops over these axes, outermost first. The one that threads share
  /// is a parallel loop from 0, even where it has a single iteration.
  ///
  /// Where a filled bound ends a loop before the last value of its axis, what
  /// `buildBeyond` builds follows for the other values.
  void buildLoops(OpBuilder &builder, ArrayRef<size_t> loops, Body body);

  /// Builds both bodies and a branch, or the first alone if there is no
  /// condition.
  void buildIf(OpBuilder &builder, Value condition, Body yes, Body no) const;

  virtual ~AxisLoopBuilder() = default;

protected:
  /// True if a loop over the axis becomes straight code where its iterations
  /// are known.
  virtual bool unrolls(size_t axis) const { return false; }
  /// True if counts that no value of the loops around can change are constants,
  /// so that such loops can become straight code.
  virtual bool provesCounts() const { return false; }
  /// True if something is done after filled bounds of an axis.
  virtual bool fillsBeyond(size_t axis) const { return false; }
  /// Builds what is done for a value of `axis` after a filled bound, all of
  /// whose positions are padding.
  virtual void buildBeyond(OpBuilder &builder, size_t axis) {}
  /// Builds a loop over the values of an axis from `count` on that have
  /// positions, all of them padding.
  void buildLoopBeyond(OpBuilder &builder, size_t axis, OpFoldResult count);
  /// True if a filled bound may end loops over the axis, and positions after
  /// it are filled.
  bool endsInPadding(size_t axis) const;
  /// Builds with no regard to filled bounds.
  void withoutFilledBounds(function_ref<void()> build);

  /// Returns the limit of a bound as an expression. What is only known at run
  /// time becomes an operand, the next dimension of the expression.
  AffineExpr getLimit(size_t k, SmallVectorImpl<OpFoldResult> &operands) const;

  /// Returns the largest share that the axes with a loop around have in a
  /// bound, but for axis `except`; `std::nullopt` if that is known at run time
  /// only.
  std::optional<int64_t> getLargest(const AxisBound &bound,
                                    size_t except = -1) const;

  /// Returns a condition for bound `k` to be met whatever the axes without a
  /// loop around are.
  Value isMet(OpBuilder &builder, size_t k) const;

  /// Returns a condition for all of the bounds that `counts` says to be met so,
  /// null if there are none.
  Value meetAll(OpBuilder &builder, function_ref<bool(size_t k)> counts) const;

  Location loc;
  const RelayoutAxes &axes;
  /// See `getValues`.
  SmallVector<OpFoldResult> values;
  /// Bounds that are known to be met here.
  SmallVector<bool> holds;
  AxisSizes sizes;

private:
  /// True if bound `k` leaves all values of an axis, whatever those of the
  /// loops around are.
  bool neverLimits(size_t k, size_t axis) const;
  /// Returns the bound on the first of these loops, if there is one alone, and
  /// nothing but straight code inside of the loop depends on it.
  std::optional<size_t> getOnlyBound(ArrayRef<size_t> loops) const;
  /// Returns the position that an axis with a table adds.
  OpFoldResult lookUp(OpBuilder &builder, AffineExpr table,
                      OpFoldResult value) const;
  /// Builds the loop that threads share.
  void buildParallelLoop(
      OpBuilder &builder, size_t axis, OpFoldResult count,
      function_ref<void(OpBuilder &, OpFoldResult)> buildElements);

  /// The axis whose loop threads share, if they do.
  std::optional<size_t> sharedAxis;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_AXISLOOPS_H
