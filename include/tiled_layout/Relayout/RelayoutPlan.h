//===- RelayoutPlan.h - How a relayout will be done -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides, and only decides: loops around a block that holds a vector's worth
// of contiguous elements on both sides, and what happens to a block in
// registers. docs/RelayoutPlans.md explains the decisions.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_RELAYOUTPLAN_H
#define TILED_LAYOUT_RELAYOUT_RELAYOUTPLAN_H

#include "tiled_layout/Relayout/Axes.h"
#include "tiled_layout/Target/Target.h"

namespace mlir::tiled_layout {

/// What the plan depends on besides the layouts: a processor, and these.
struct PlanOptions : Target {
  int64_t threads = 1;
  /// Padding receives a value.
  bool fillsPadding = false;
};

/// Returns what plans for a target depend on.
PlanOptions getPlanOptions(const Target &target, int64_t threads = 1);

/// How the elements of a block, as they come from the source, get the order of
/// the destination.
struct BlockPermutation {
  enum class Kind {
    /// Runs are copied.
    None,
    /// Runs of the source become elements that take turns. Done in registers
    /// by interleaving pairs.
    Interleave,
    /// The inverse of `Interleave`.
    Deinterleave,
    /// Rows become columns, and both are at least a vector.
    Transpose,
    /// Digits of powers of two change their order.
    Bits,
    /// Element by element: digits that are no powers of two change their
    /// order, in more than one place.
    Elements,
  };

  Kind kind = Kind::None;
  /// Elements that stay together and move as one.
  int64_t unit = 1;
  /// The digits of the block, in units, in the order of the source, most minor
  /// first. Their product times `unit` is the size of the block.
  llvm::SmallVector<int64_t, 4> sizes;
  /// The digits, as numbers into `sizes`, in the order of the destination,
  /// most minor first.
  llvm::SmallVector<size_t, 4> order;
};

/// The decisions of a plan about its loops, which are numbered from the
/// outermost one on.
struct PlanDecisions {
  /// What memory moves at a time: see `Target::lineBytes`.
  int64_t lineBytes = 64;

  int64_t getLineBits() const { return 8 * lineBytes; }

  /// Elements of a block are loaded and stored run by run, column by column,
  /// or one by one, as the edges leave them; else a `BlockProgram` moves it.
  bool byLanes = false;
  /// Padding is written in the order of the loops, which go over all positions
  /// of the destination: after filled bounds lies padding. False if none is
  /// wanted, if there is none, or if it must be written on its own.
  bool fillsPadding = false;
  /// Stores that do not read the line before.
  bool streaming = false;
  /// How far ahead along its runs blocks fetch the source, in bytes; 0 for not
  /// at all.
  int64_t prefetchBytes = 0;
  /// The loop that goes along rows of the destination where these begin
  /// anywhere in a line: the loops inside of it, and the block, write to a
  /// buffer, from which whole lines are written to memory, and what is left of
  /// a line is carried on to the next iteration. `std::nullopt` if blocks are
  /// written to where they belong.
  std::optional<size_t> carryLoop;
  /// True if what that loop carries, and writes, is put together in registers
  /// where neither a row begins or ends nor an edge cuts a block.
  bool carriesInRegisters = false;
  /// How many loops follow that one that go on to other rows, each iteration
  /// with the buffer for itself, while what all of their rows carry is kept.
  size_t rowLoops = 0;

  /// The first loop that stands inside of the buffer, if there is one: what the
  /// loops before add to positions is no position in the buffer.
  size_t getBufferLoop() const {
    return carryLoop ? *carryLoop + 1 + rowLoops : 0;
  }

  /// How many of the innermost loops go along rows of the destination whose
  /// lines are put together in registers, each from the vector before and the
  /// next one; 0 if vectors are stored where they belong.
  size_t alongLoops = 0;

  /// The first of the loops that read, with the block, from a buffer to which
  /// their part of the source is copied: see SourceStage.h. Where an edge cuts
  /// that part, they read the source itself.
  std::optional<size_t> stageLoop;
  /// How many of the innermost loops are straight code.
  size_t straightLoops = 0;
  /// Threads that work at the same time, and the loop that is split among
  /// them; 1 and `std::nullopt` if no loop can be.
  int64_t threads = 1;
  std::optional<size_t> threadLoop;
};

/// A relayout as loops around blocks. A value; nothing refers to it.
///
/// Example: `bf16[16,256]` from `{1,0}` to `{1,0:T(8,128)(2,1)}`, printed:
///
///   loops:
///     a0: 2 of d0/8, source 2048, destination 2048
///     a1: 2 of d1/128, source 128, destination 1024
///     a2: 4 of d0/2, source 512, destination 256
///     a3: 4 of d1/32, source 32, destination 64
///   block:
///     a4: 32 of d1, source 1, destination 2
///     a5: 2 of d0, source 256, destination 1
///   runs: source 32, destination 64
///   permutation: interleave 2 runs of 32
///   stores: plain
struct RelayoutPlan : PlanDecisions {
  /// Bits per element.
  int64_t sourceBits;
  int64_t destBits;
  /// Merged and split axes: loops, outermost first, then those of the block,
  /// in the order of descending destination stride. Irregular dimensions are
  /// loops around all others, index by index.
  RelayoutAxes axes;
  size_t loops = 0;

  /// Elements of a block that follow one another on that side.
  int64_t sourceRun = 1;
  int64_t destRun = 1;
  BlockPermutation permutation;

  /// If padding is filled, the positions after the tiles: from `tailBegin` to
  /// `tailEnd`, 0 if there are none.
  int64_t tailBegin = 0;
  int64_t tailEnd = 0;
  /// Axes go over all positions of the side that is packed to less than bytes,
  /// and filled bounds say where its padding begins. Masks leave padding out of
  /// blocks of whole columns (see PackedColumns.h), and it keeps its bits.
  bool masksColumns = false;

  /// True if bound number `k` depends on an axis of the block, so that some
  /// blocks are not full.
  bool cutsBlocks(size_t k) const;
  /// True if all extents of the block are known.
  bool hasKnownBlock() const;
  /// True if all strides of the block are known.
  bool hasKnownBlockStrides() const;
};

/// Plans the relayout of a static shape. Bits are those of an element on
/// either side.
///
/// Requires the rules of Rules.h to hold for both layouts.
RelayoutPlan getRelayoutPlan(const Layout &source, const Layout &dest,
                             llvm::ArrayRef<int64_t> extents,
                             int64_t sourceBits, int64_t destBits,
                             const PlanOptions &options = {});

/// Plans a relayout over these axes, not yet merged, into a destination of
/// `destBytes` bytes.
RelayoutPlan getRelayoutPlan(RelayoutAxes axes, int64_t sourceBits,
                             int64_t destBits, int64_t destBytes,
                             const PlanOptions &options = {});

/// Prints a permutation: `interleave 2 runs of 32`.
void print(llvm::raw_ostream &os, const BlockPermutation &permutation);
/// Prints a plan as in the example at `RelayoutPlan`.
void print(llvm::raw_ostream &os, const RelayoutPlan &plan);

std::string toString(const RelayoutPlan &plan);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_RELAYOUTPLAN_H
