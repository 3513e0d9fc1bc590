//===- LoopNest.h - The loops of a planned operation ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_LOOPNEST_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_LOOPNEST_H

#include "Panels.h"
#include "RegisterBlock.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tiled_layout {

/// Emits the loops of a plan in front of an operation. `packed` is the
/// operation as the loops within the packs see it.
///
/// Whole and last blocks for the caches are one program. What is left of a
/// dimension after whole blocks of registers comes after their loop: a
/// smaller block for each size that it may have, blocks of falling powers of
/// two where its size is not known, and one vector under a mask.
class LoopNest {
public:
  /// `fill` is what the output is filled with, null if it has something else.
  LoopNest(OpBuilder &builder, linalg::LinalgOp op, const Target &target,
           const StructuredProblem &problem, const StructuredProblem &packed,
           const StructuredPlan &plan, Value fill);

  void emit();

private:
  /// What is within a loop, given the number of the step.
  using Within = llvm::function_ref<void(BlockState &, Value)>;

  void emit(size_t level, BlockState &state);
  void emitStreaming(BlockState &state);
  Value writesLines(int64_t output);
  Value isLarge(const BlockState &state);
  void emitPanels(size_t level, BlockState &state);
  void emitPack(size_t level, BlockState &state);
  void emitResults(size_t level, BlockState &state);
  void emitCorrections(size_t level, BlockState &state);
  void emitLast(size_t level, BlockState &state);
  void emitOuter(size_t level, BlockState &state);
  void emitBlocks(size_t level, BlockState &state, Value count, int64_t size);
  void emitRest(size_t level, BlockState &state, Value rest);
  void emitVectorRest(size_t level, BlockState &state, Value rest);
  void emitBlock(size_t level, BlockState &state, int64_t size);
  bool hasShortVectors() const;
  void emitTail(size_t level, BlockState &state, Value rest);
  void emitLoop(size_t level, BlockState &state, OpFoldResult count,
                int64_t step, Within within);
  void emitIf(Value condition, BlockState &state,
              llvm::function_ref<void(BlockState &)> within);
  BlockState advance(const BlockState &state, int64_t dim, Value count,
                     int64_t step);
  bool isLast(size_t level) const;
  void limitUnrolling(size_t level, const BlockState &state, scf::ForOp loop,
                      std::optional<int64_t> count);
  Value getValue(OpFoldResult number);
  Value isEqual(Value value, int64_t number);
  Value isZero(Value value);
  Value isNonZero(Value value);

  OpBuilder &builder;
  linalg::LinalgOp op;
  const Target &target;
  const StructuredProblem &problem;
  const StructuredPlan &plan;
  Location loc;
  IndexMath math;
  FlatOperands operands;
  Panels panels;
  RegisterBlock registers;
  SmallVector<PlanLoop> loops;
  /// Loops around others over the same dimension do whole blocks first; those
  /// over rows of unknown extents only if the body is short.
  bool splitsOuter = false;
  /// For each pack, the loops around it.
  SmallVector<size_t> packLevels;
  /// From this loop on all are reductions.
  size_t firstReduction;
  /// In front of this loop, corrections of dot products are computed.
  size_t correctionLevel = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_LOOPNEST_H
