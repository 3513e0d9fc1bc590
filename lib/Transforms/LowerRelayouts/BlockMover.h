//===- BlockMover.h - From a block program to vector operations -*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_BLOCKMOVER_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_BLOCKMOVER_H

#include "AxisLoops.h"

#include "tiled_layout/Relayout/BlockProgram.h"
#include "tiled_layout/Relayout/OverlappedBlocks.h"
#include "tiled_layout/Relayout/RowBuffer.h"
#include "tiled_layout/Relayout/SourceStage.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

class CarriedRows;
class RowWriter;

/// What the padding of the destination receives.
struct BlockPadding {
  /// An integer of as many bits as an element; null if padding is left alone.
  Value bits;
  /// True if nothing but padding is written.
  bool isAlone = false;
};

/// Builds the loops of a plan, and in them the program of its block.
class BlockMover : AxisLoopBuilder {
public:
  /// The arrays are one-dimensional: their elements by position. With a row
  /// buffer, `plan` is the one to the buffer, and `program` of its block.
  BlockMover(Location loc, const RelayoutPlan &plan,
             const BlockProgram &program, const PlanOptions &options,
             Value source, Value dest, const BlockPadding &padding);

  /// Numbers of the axes that are known at run time only: of loops, and of
  /// limits.
  using AxisLoopBuilder::setSizes;

  /// Builds the loops. Where less than a block lies before an edge that is
  /// known at run time only, and blocks would move back from it, they go over
  /// single elements.
  void build(OpBuilder &builder);

  /// Builds the loops of a plan that goes through a buffer; `wholePlan` is the
  /// one to memory.
  void buildThroughBuffer(OpBuilder &builder, const RelayoutPlan &wholePlan,
                          RowBuffer buffer);

  /// Builds the loops of a plan that reads from a stage.
  void buildThroughStage(OpBuilder &builder);

  /// Builds the loops of a plan that puts lines together along rows.
  void buildAlongRows(OpBuilder &builder);

private:
  /// Builds all loops, where blocks can move back from edges.
  void buildAll(OpBuilder &builder);
  /// Returns a condition for blocks to have room to move back from edges that
  /// are known at run time only, or from those of one axis of the block; null
  /// if there are none.
  Value haveRoom(OpBuilder &builder,
                 std::optional<size_t> axis = std::nullopt) const;
  /// The masks of a block that an edge cuts.
  class Masks;
  /// The rows of a block, and where its loops along them are.
  class RowJoiner;
  /// Builds these loops, and in them blocks that are full and whose rows are
  /// written line by line from registers.
  void writeFromRegisters(OpBuilder &builder, ArrayRef<size_t> loops,
                          const RelayoutPlan &wholePlan,
                          const RowBuffer &buffer, const CarriedRows &rows,
                          const RowWriter &writer);
  /// Builds what copies a part of the source, whose beginning the loops around
  /// give, and the loops over its blocks.
  void buildStaged(OpBuilder &builder, const SourceStage &stage,
                   const RelayoutPlan &fromStage, const BlockProgram &blocks);
  /// Copies the part of the source to the stage. `fromStage` has the strides
  /// there.
  void fillStage(OpBuilder &builder, const SourceStage &stage,
                 const RelayoutPlan &fromStage, Value buffer) const;
  /// Returns where the part lies that follows in the order of the loops.
  Value getNextPart(OpBuilder &builder) const;
  /// Fetches what a block must of the part that begins at `part`. `strides` are
  /// the axes in the source itself.
  void fetchRows(OpBuilder &builder, const SourceStage &stage,
                 const RelayoutAxes &strides, Value array, Value part) const;
  /// Builds these loops, and in the innermost of them the blocks.
  void buildBlocks(OpBuilder &builder, ArrayRef<size_t> loops);
  /// Builds these loops, of which the innermost are straight code with
  /// streaming stores where all of its blocks are full and the destination
  /// begins at a line, and loops elsewhere.
  void buildStraightStreams(OpBuilder &builder, ArrayRef<size_t> loops);
  /// True if an edge cuts some block.
  bool cutsAnyBlock() const { return llvm::is_contained(cuts, true); }
  /// Returns a condition for the block to be full, null if all are.
  Value isFullBlock(OpBuilder &builder) const;
  /// Builds the last loop that decides whether an edge cuts a block, and `rest`
  /// inside of it: first over blocks that are full, then over those that are
  /// cut. So an edge that is a constant has code of its own.
  void buildDecidingLoop(OpBuilder &builder, size_t axis,
                         ArrayRef<size_t> rest);
  /// Builds these loops, each that a bound depends on in two parts: where the
  /// bound holds for all that is inside, and the rest. So what an edge leaves
  /// of a block is a constant wherever the extents are.
  void buildPartsOfLoops(OpBuilder &builder, ArrayRef<size_t> loops);
  /// Where a block is cut that only the last value of one loop can cut, makes
  /// that value a constant, and so what the edge leaves of the block.
  void fixLastValue(Builder &builder);
  /// Builds loops over blocks that are full, or that may be cut.
  void moveBlocks(OpBuilder &builder, ArrayRef<size_t> loops, bool areFull);
  /// Returns a condition for bounds that do not depend on the loop over `axis`
  /// to leave the blocks inside of it full, null if all do.
  Value isFullAround(OpBuilder &builder, size_t axis) const;
  /// Returns how many iterations of the loop over `axis` have full blocks, at
  /// most `count`, with no regard to bounds that do not depend on it.
  OpFoldResult getFullCount(OpBuilder &builder, size_t axis,
                            OpFoldResult count) const;
  void moveFullBlock(OpBuilder &builder);
  /// Returns how many elements of a block along the bound are beyond the blocks
  /// before it, if that is known here.
  std::optional<int64_t> getRest(const BlockOverlap &overlap) const;
  /// Returns the plan with a block that is no longer than what the blocks
  /// before leave, if at most half of one is left.
  std::optional<RelayoutPlan> getEndPlan() const;
  /// Moves what the blocks before leave by a shorter block, if that is less
  /// work. Returns false, and builds nothing, if it is not.
  bool moveEnd(OpBuilder &builder);
  /// True if blocks are registers that are stored as they were loaded.
  bool copiesRegisters() const;
  /// Copies the registers of a full block: each is stored before the next is
  /// loaded, or several together in the first-level cache.
  void copyRegisters(OpBuilder &builder);
  void moveCutBlock(OpBuilder &builder);

  /// Puts the lanes of permutes into registers, for all blocks built within.
  void prepareShuffles(OpBuilder &builder);
  /// Returns for each register how many shuffles use it, permutes not counted.
  SmallVector<unsigned> getUsesByShuffles() const;
  SmallVector<Value> runShuffles(OpBuilder &builder,
                                 ArrayRef<Value> loaded) const {
    return runShuffles(builder, loaded, shuffledLanes);
  }
  /// The same with other lanes of permutes.
  SmallVector<Value> runShuffles(OpBuilder &builder, ArrayRef<Value> loaded,
                                 ArrayRef<Value> permuteLanes) const;
  /// Fetches what lies ahead of a block, if the plan says so, less what the
  /// masks leave out of it.
  void prefetch(OpBuilder &builder, const Masks *masks = nullptr);
  void moveElements(OpBuilder &builder);
  /// Moves the element that the loops around stand for.
  void moveElement(OpBuilder &builder);

  /// Loads or stores the registers of one side; `masks` may be null.
  SmallVector<Value> load(OpBuilder &builder, const Masks *masks);
  void store(OpBuilder &builder, ArrayRef<Value> registers, const Masks *masks,
             bool streams);
  void storePiece(OpBuilder &builder, Value vector, Value position, Value mask,
                  bool streams) const;
  /// Stores by streaming stores where the destination allows it.
  void storeBlock(OpBuilder &builder, ArrayRef<Value> registers,
                  const Masks *masks);

  bool unrolls(size_t axis) const override {
    return axis >= firstUnrolled && axis < plan.loops &&
           (!movesCutBlocks || program.shuffles.empty());
  }
  /// Measured on Zen 5. With AVX2, transposes are faster in the loops.
  bool provesCounts() const override { return options.straightParts != 0; }
  bool fillsBeyond(size_t axis) const override {
    return plan.fillsPadding && axis < plan.loops;
  }
  /// Padding from the loop after `axis` on.
  void buildBeyond(OpBuilder &builder, size_t axis) override;
  /// Fills all of a block that the destination has, by whole vectors.
  void padBlock(OpBuilder &builder, bool streams);
  /// Returns how many elements of a block lie together in the destination, from
  /// its first one on, as far as none of these bounds cuts them, and the other
  /// axes of the block.
  std::pair<SmallVector<size_t>, int64_t>
  getRunOfPadding(ArrayRef<bool> cutting) const;
  /// Fills what an edge leaves free in a block, and nothing else.
  void padCutBlock(OpBuilder &builder);
  /// Fills the positions after the tiles.
  void padTail(OpBuilder &builder);
  /// Returns so many elements of padding as integers; zeros if padding is left
  /// alone.
  Value getPadding(OpBuilder &builder, int64_t lanes) const;
  /// True if loads and stores can leave elements out.
  bool hasMasks() const { return options.hasMasks(plan.destBits); }

  /// True if elements that the masks leave out can be left alone: by masks of
  /// the processor, or since it is known which they are.
  bool canLeaveOut(const Masks &masks) const;
  /// Loads some lanes by shorter vectors; the others are padding.
  Value loadLanes(OpBuilder &builder, Value position,
                  ArrayRef<bool> lanes) const;
  /// Stores these lanes with those that were there: false if fewer stores than
  /// that takes are enough.
  bool storeAmongOld(OpBuilder &builder, Value vector, Value position,
                     ArrayRef<bool> lanes) const;
  /// Stores some lanes by shorter vectors.
  void storeLanes(OpBuilder &builder, Value vector, Value position,
                  ArrayRef<bool> lanes) const;

  /// Loads one register of a block that begins at `origin`.
  Value loadRegister(OpBuilder &builder, size_t number, Value origin,
                     const Masks *masks) const;
  /// Calls `use` with the number and the value of each register of the
  /// destination of a full block. Where nothing is shuffled, each is used
  /// before the next is loaded: processors fetch ahead of loads that come in
  /// the order of memory, which compilers may change between stores only.
  void forEachRegister(OpBuilder &builder,
                       function_ref<void(size_t, Value)> use);
  /// Returns where the block begins on a side, moved back from edges that it
  /// would reach beyond, or an element of it if loops over its axes stand
  /// around.
  Value getOrigin(OpBuilder &builder, StrideMember stride);
  /// Returns how far along a bound the block begins. What only the last value
  /// of a loop changes is no arithmetic progression, for which LLVM would take
  /// as long to find the best address of each row as for all the rest.
  OpFoldResult getWayAlong(OpBuilder &builder, const BlockOverlap &overlap,
                           bool isSource) const;
  /// Returns the position of a piece of the block that begins at `origin`.
  Value getPiecePosition(OpBuilder &builder, const BlockRegisters &side,
                         size_t piece, Value origin, const Masks *masks) const;
  /// Returns how far a piece begins from the first element of the block.
  OpFoldResult getPieceOffset(OpBuilder &builder, const BlockRegisters &side,
                              size_t piece) const;
  Value loadPiece(OpBuilder &builder, Value position, Value mask) const;
  Value addOffset(OpBuilder &builder, Value position, int64_t offset) const;
  VectorType getVectorType(int64_t lanes) const;
  VectorType getBitsType(int64_t lanes) const;

  const RelayoutPlan &plan;
  const BlockProgram &program;
  const PlanOptions &options;
  Value source, dest;
  BlockPadding padding;
  /// For each shuffle the lanes of the permute that it is; null if it is none.
  SmallVector<Value> shuffledLanes;
  /// Where the first element lies in the destination.
  int64_t destOffset = 0;
  Type element;
  SmallVector<size_t> blockAxes;
  /// The loops from this one on are straight code.
  size_t firstUnrolled;
  /// True where loops are over blocks that an edge may cut: code for masks and
  /// shuffles would be long.
  bool movesCutBlocks = false;
  /// Where blocks move back, and for each bound whether it cuts them.
  SmallVector<BlockOverlap, 2> overlaps;
  SmallVector<bool> cuts;
  /// For each bound whether it cuts what is stored: not if padding is filled.
  SmallVector<bool> cutsStores;
  /// True where the destination begins at a line; null if no block streams.
  Value startsAtLine;
  /// Builds what comes before each full block; may be empty.
  std::function<void(OpBuilder &)> beforeBlock;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_BLOCKMOVER_H
