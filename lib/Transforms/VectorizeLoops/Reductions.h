//===- Reductions.h - What a loop combines into one value -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_REDUCTIONS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_REDUCTIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiled_layout {

/// A value that a loop combines with others, one in each iteration, in an order
/// that does not matter.
struct Reduction {
  /// The operation, and which of its two operands is the accumulator.
  Operation *combine = nullptr;
  unsigned accumulator = 0;
  vector::CombiningKind kind = vector::CombiningKind::ADD;

  Type getType() const { return combine->getResult(0).getType(); }
  /// Returns what is combined into the accumulator.
  Value getOther() const { return combine->getOperand(1 - accumulator); }
};

/// Returns the operation that combines `accumulator`, its only use, into
/// `result`, if its operands may be taken in any order: on integers, and on
/// floats with the flag `reassoc`.
std::optional<Reduction> getReduction(Value accumulator, Value result);

/// Returns the element that changes nothing, or null where the accumulator
/// itself does not.
Value getNeutral(OpBuilder &builder, Location loc, const Reduction &reduction);

/// Combines two accumulators, or vectors of them.
Value combine(OpBuilder &builder, const Reduction &reduction, Value a, Value b);

/// Returns what partial results and `first` give together.
Value combineLanes(OpBuilder &builder, Location loc, const Reduction &reduction,
                   Value first, Value partial);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_REDUCTIONS_H
