//===- RunVectors.h - Bodies of loops on whole vectors ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a loop along a run of neighbouring elements that combines values
// into an accumulator, and its copy in which a vector stands for as many
// iterations as it has lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNVECTORS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNVECTORS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::tiled_layout {

/// A value that a loop combines with others, one in each iteration, in an order
/// that does not matter.
struct Reduction {
  /// The operation, and which of its two operands is the accumulator.
  Operation *combine = nullptr;
  unsigned accumulator = 0;
  vector::CombiningKind kind = vector::CombiningKind::ADD;

  Type getType() const { return combine->getResult(0).getType(); }
};

/// Returns the operation that combines `accumulator`, its only use, into
/// `result`, if its operands may be taken in any order: on integers, and on
/// floats with the flag `reassoc`.
std::optional<Reduction> getReduction(Value accumulator, Value result);

/// Returns partial results that leave the final one as it is: `first` itself if
/// the operation takes it any number of times, or else what changes nothing.
Value getNeutralLanes(OpBuilder &builder, Location loc,
                      const Reduction &reduction, Value first, int64_t lanes);

/// Returns the element that changes nothing, or null where the accumulator
/// itself does not.
Value getNeutral(OpBuilder &builder, Location loc, const Reduction &reduction);

/// Combines two accumulators, or vectors of them.
Value combine(OpBuilder &builder, const Reduction &reduction, Value a, Value b);

/// Returns what partial results and `first` give together.
Value combineLanes(OpBuilder &builder, Location loc, const Reduction &reduction,
                   Value first, Value partial);

/// The body of an innermost loop of step 1.
class RunBody {
public:
  /// The loop, its reductions, and operations of the body that `emit` leaves
  /// out: they get the accumulator from memory and back.
  RunBody(affine::AffineForOp loop, ArrayRef<Reduction> reductions,
          ArrayRef<Operation *> leftOut)
      : loop(loop), reductions(reductions), leftOut(leftOut) {}

  /// True if the body reads neighbouring elements of a tiled array, and all of
  /// it can be done on vectors.
  bool canBeVectors();

  /// Copies the body. `mapping` has the induction variables of all loops around
  /// it, `partial` the accumulators; returns what becomes of these.
  SmallVector<Value> emit(OpBuilder &builder, IRMapping &mapping,
                          ArrayRef<Value> partial);

private:
  bool classify(Operation &op);
  bool isUniform(Value value);
  Value toLanes(OpBuilder &builder, IRMapping &mapping, Value value,
                int64_t count);

  affine::AffineForOp loop;
  ArrayRef<Reduction> reductions;
  ArrayRef<Operation *> leftOut;
  /// Values of the body that are vectors, and those that are the same for all
  /// iterations.
  llvm::DenseSet<Value> lanes, uniform;
  bool readsTiled = false;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNVECTORS_H
