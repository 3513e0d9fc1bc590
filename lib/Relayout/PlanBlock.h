//===- PlanBlock.h - What is moved in registers -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_RELAYOUT_PLANBLOCK_H
#define TILED_LAYOUT_LIB_RELAYOUT_PLANBLOCK_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// Chooses the block among merged axes: splits axes where a part is enough,
/// and moves those of the block after the others. Sets `axes`, `loops`,
/// `sourceRun`, `destRun` and `permutation` of the plan. With `overlaps`, a run
/// that is copied may be a block though it is no whole vectors. `isCached` says
/// that the destination stays in caches.
void chooseBlock(RelayoutPlan &plan, int64_t vectorBits, bool overlaps,
                 bool isCached);

/// Sets `sourceRun`, `destRun` and `permutation` of a plan whose axes have been
/// chosen.
void describeBlock(RelayoutPlan &plan, int64_t vectorBits);

/// Returns the numbers of the axes of the block, most minor on a side first.
llvm::SmallVector<size_t> sortBlock(const RelayoutPlan &plan,
                                    StrideMember member);

/// Returns how many elements of a block follow one another on a side.
int64_t getBlockRun(const RelayoutPlan &plan, StrideMember member);

/// Returns the elements of a block.
int64_t getBlockElements(const RelayoutPlan &plan);

/// Takes from `axes` those that go on where `run` elements follow one another
/// on a side, one after the other, and makes them part of `run`.
llvm::SmallVector<size_t> takeAxesAlong(const RelayoutPlan &plan,
                                        StrideMember member,
                                        llvm::SmallVectorImpl<size_t> &axes,
                                        int64_t &run);

/// Returns the loops that go on along the runs of the destination, the
/// innermost first.
llvm::SmallVector<size_t> getLoopsAlong(const RelayoutPlan &plan);

/// True if lines of a block share a few places of the first-level cache on a
/// side, whose elements have `bits`.
bool isCrowded(const RelayoutPlan &plan, StrideMember member, int64_t bits,
               const Target &target);

/// Axes that go over padding as well, and the tail padding after them.
struct FilledAxes {
  RelayoutAxes axes;
  int64_t tailBegin = 0, tailEnd = 0;
};

/// Returns the axes of a relayout that fills padding; `std::nullopt` if there
/// is no padding, or if none of them could.
std::optional<FilledAxes> getFilledAxes(const RelayoutAxes &axes,
                                        const Layout &dest,
                                        llvm::ArrayRef<int64_t> extents);

/// Plans a relayout over axes. With `byVectors`, blocks are moved by a
/// `BlockProgram`.
RelayoutPlan makePlan(RelayoutAxes axes, int64_t sourceBits, int64_t destBits,
                      int64_t destBytes, const PlanOptions &options,
                      bool byVectors);

/// Returns the plan that fills padding; `std::nullopt` if there is none, or if
/// it must be filled on its own: where elements change but are not packed to
/// whole columns, or go one by one, or where lines are carried along rows.
std::optional<RelayoutPlan> getFillingPlan(const RelayoutAxes &axes,
                                           const Layout &dest,
                                           llvm::ArrayRef<int64_t> extents,
                                           int64_t sourceBits, int64_t destBits,
                                           const PlanOptions &options);

/// Returns the plan over all positions of the side with elements of less than
/// a byte, which leaves its padding as it is; `std::nullopt` if that side has
/// no padding, or if blocks are no whole columns of whole bytes.
std::optional<RelayoutPlan>
getColumnPlan(RelayoutAxes axes, const Layout &source, const Layout &dest,
              llvm::ArrayRef<int64_t> extents, int64_t sourceBits,
              int64_t destBits, const PlanOptions &options);

/// Returns of how many rows a block may carry a line each in registers, a power
/// of two: more would not leave enough of them for what the block does.
int64_t getRowsInRegisters(const Target &target);

/// True if blocks are whole lines of a destination that begins at a line.
bool writesLines(const RelayoutPlan &plan);

/// Makes the loops along rows the innermost ones, and sets `alongLoops`, where
/// plain stores of whole lines need it.
void carryAlongRows(RelayoutPlan &plan, const PlanOptions &options);

/// True if streaming stores of blocks would be parts of lines.
bool writesPartsOfLines(const RelayoutPlan &plan, int64_t vectorBits);

/// Splits the outermost loop that has work for all threads, else the longest.
void splitThreads(RelayoutPlan &plan, int64_t threads);

/// Sets how many of the innermost loops are straight code, and splits a loop of
/// which only a part is.
void takeStraightLoops(RelayoutPlan &plan, const PlanOptions &options);

/// Returns how far ahead each block that joins rows fetches its part of them:
/// as far as the next rows where these are too near to each other for any
/// processor to do so by itself. Loops are sorted.
int64_t getBytesAheadOfRows(const RelayoutPlan &plan,
                            const PlanOptions &options);

/// True if iterations of a loop share no byte of the destination, no line that
/// is carried on, and no stage.
bool canSplitThreads(const RelayoutPlan &plan, size_t loop);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_RELAYOUT_PLANBLOCK_H
