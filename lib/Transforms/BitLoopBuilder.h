//===- BitLoopBuilder.h - Loops that convert elements -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BITLOOPBUILDER_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BITLOOPBUILDER_H

#include "AxisLoops.h"
#include "ElementStorage.h"

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// Builds the loops of one plan.
///
/// A block is one run of lanes, or several runs that take turns on the packed
/// side. In the words of the packed side, a *column* is the elements of all
/// runs with the same place in their run: consecutive elements.
class BitLoopBuilder : AxisLoopBuilder {
public:
  BitLoopBuilder(Location loc, const RelayoutPlan &plan,
                 const ElementStorage &source, const ElementStorage &dest,
                 int64_t vectorBits, bool useForall)
      : AxisLoopBuilder(loc, plan.axes, {plan.threadLoop, useForall}),
        plan(plan), source(source), dest(dest), vectorBits(vectorBits) {}

  /// Finds out what the block is; false if it has no vector loops.
  bool classify();
  void build(OpBuilder &builder);

private:
  using StrideMember = int64_t RelayoutAxis::*;

  bool isColumn(bool packsDest);
  bool beginsAtBytes(const ElementStorage &side, StrideMember stride) const;
  bool isAligned(int64_t length) const;
  int64_t getColumnBits() const { return slots * packed().bits; }
  bool hasColumnWords() const;

  const ElementStorage &packed() const { return inDest ? dest : source; }
  StrideMember packedStride() const {
    return inDest ? &RelayoutAxis::destStride : &RelayoutAxis::sourceStride;
  }
  StrideMember spreadStride() const {
    return inDest ? &RelayoutAxis::sourceStride : &RelayoutAxis::destStride;
  }
  Value getPlace(OpBuilder &builder, StrideMember stride) const {
    return getPosition(builder, stride, builder.getIndexAttr(0));
  }
  void setTurn(OpBuilder &builder, int64_t turn);
  void clearTurns();

  void moveBlock(OpBuilder &builder);
  void alongRuns(OpBuilder &builder,
                 function_ref<void(OpBuilder &, int64_t)> body);
  void moveElements(OpBuilder &builder);
  void moveColumns(OpBuilder &builder, int64_t length);
  void pack(OpBuilder &builder, int64_t length);
  void unpack(OpBuilder &builder, int64_t length);
  void packSomeTurns(OpBuilder &builder, int64_t length);
  void unpackSomeTurns(OpBuilder &builder, int64_t length);
  Value loadColumnWords(OpBuilder &builder, int64_t length) const;
  OpFoldResult getTurnCount(OpBuilder &builder) const;
  ValueRange buildTurns(
      OpBuilder &builder, ValueRange initial,
      function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> body);

  const RelayoutPlan &plan;
  ElementStorage source, dest;
  int64_t vectorBits;
  /// Columns that are moved at a time.
  int64_t lanes = 1;
  /// The axis of a run: stride 1 on the side where runs are spread.
  size_t run = 0;
  /// Axes whose values take turns, most minor first on the packed side.
  SmallVector<size_t> turns;
  int64_t numTurns = 1;
  /// Elements of a column on the packed side, padding included.
  int64_t slots = 1;
  /// Whether the packed side, where the runs take turns, is the destination.
  bool inDest = true;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BITLOOPBUILDER_H
