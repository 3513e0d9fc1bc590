//===- LaneLoopBuilder.h - Loops that convert elements ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_LANELOOPBUILDER_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_LANELOOPBUILDER_H

#include "AxisLoops.h"
#include "ElementStorage.h"
#include "SymbolicAxes.h"

#include "tiled_layout/Relayout/FetchedRows.h"
#include "tiled_layout/Relayout/PackedColumns.h"
#include "tiled_layout/Relayout/RowBuffer.h"

namespace mlir::tiled_layout {

/// Builds the loops of one plan.
///
/// A block is one run of lanes, or several runs that are interleaved on the
/// packed side. A *column* is the elements of all runs with the same place in
/// their run: consecutive elements of the packed side. Columns follow one
/// another there, or are spread, as in a transpose.
class LaneLoopBuilder : AxisLoopBuilder {
public:
  LaneLoopBuilder(Location loc, const RelayoutPlan &plan,
                  const AxisExprs &exprs, const ElementStorage &source,
                  const ElementStorage &dest, const Target &target)
      : AxisLoopBuilder(loc, plan.axes, plan.threadLoop), plan(plan),
        exprs(exprs), source(source), dest(dest), vectorBits(target.vectorBits),
        permutedBits(target.permutedBits), l1Bytes(target.l1Bytes),
        hasByteMasks(target.hasMasks(8)) {
    this->dest.lineBytes = plan.lineBytes;
  }

  /// Finds out what the block is; false if it has no vector loops.
  bool classify();
  /// True if the block has more lanes than code should be unrolled for.
  bool isTooLarge() const;

  /// Fetches the source this far ahead of runs that are packed, in bytes.
  void setPrefetch(int64_t bytes, const Target &target) {
    prefetchBytes = bytes;
    prefetchLocality = getRowLocality(bytes, target);
  }
  /// Fetches rows that are parts of lines so many bytes ahead, one at a time.
  void fetchShortRows(int64_t bytes) {
    prefetchBytes = bytes;
    fetchesShortRows = true;
  }
  /// Builds loops between two flat arrays.
  void build(OpBuilder &builder, Value flatSource, Value flatDest,
             AxisSizes sizes);
  /// The same where the plan has a loop that carries lines along rows.
  void buildThroughBuffer(OpBuilder &builder, Value flatSource, Value flatDest,
                          const RowBuffer &buffer, bool hasMasks);
  /// Builds loops over all positions of the packed side. If the plan fills
  /// padding, `padding` is written after filled bounds; else nothing is.
  void buildColumns(OpBuilder &builder, Value flatSource, Value flatDest,
                    const PackedColumns &columns, const APInt &padding);
  /// Builds loops over single elements, whatever the block is.
  void buildElements(OpBuilder &builder, Value flatSource, Value flatDest,
                     AxisSizes sizes);

private:
  /// Columns that are moved at a time where an edge cuts a run. They fill whole
  /// bytes, however few bits an element has.
  static constexpr int64_t shortRun = 8;
  /// Interleaved runs of which two vectors, or halves, are stored together.
  static constexpr int64_t minPairedRuns = 8;

  void buildAround(OpBuilder &builder, Value flatSource, Value flatDest,
                   AxisSizes sizes, ArrayRef<size_t> blockLoops, Body body);
  void alongIrregular(OpBuilder &builder, ArrayRef<size_t> irregular,
                      Body body);

  std::optional<int64_t> getKnownStride(size_t axis, StrideMember stride) const;
  std::optional<int64_t> getKnownExtent(size_t axis) const;
  int64_t getStrideDivisor(size_t axis, StrideMember stride) const;

  int64_t countTogether() const;
  void moveTogether(OpBuilder &builder, int64_t count);
  bool isColumn(bool packsDest, bool maySpread);
  bool beginsAtBytes(const ElementStorage &side, StrideMember stride) const;
  bool isAligned(int64_t length) const;
  bool writesLines() const;
  int64_t getColumnBits() const { return slots * packed().bits; }
  bool hasColumnWords() const;
  bool hasColumnsOfItsOwn() const;

  const ElementStorage &packed() const { return inDest ? dest : source; }
  StrideMember packedStride() const {
    return inDest ? &RelayoutAxis::destStride : &RelayoutAxis::sourceStride;
  }
  StrideMember spreadStride() const {
    return inDest ? &RelayoutAxis::sourceStride : &RelayoutAxis::destStride;
  }
  Value getPlace(OpBuilder &builder, StrideMember stride) const {
    bool isDest = stride == &RelayoutAxis::destStride;
    return getPosition(builder, stride,
                       builder.getIndexAttr(isDest ? destOffset : 0));
  }
  void whereWhole(OpBuilder &builder, ArrayRef<size_t> whole, Body body);
  void selectRun(OpBuilder &builder, int64_t number);
  void clearRun();

  void moveBlock(OpBuilder &builder);
  void alongRuns(OpBuilder &builder,
                 function_ref<void(OpBuilder &, int64_t)> body);
  void moveElements(OpBuilder &builder);
  void moveElement(OpBuilder &builder);
  void moveColumns(OpBuilder &builder, int64_t length);
  Value hideBytes(OpBuilder &builder, Value bytes) const;
  Value loadRun(OpBuilder &builder, int64_t number, int64_t length);
  void storeColumns(OpBuilder &builder, Value lanes, bool streams);
  void storeInLines(OpBuilder &builder, int64_t length,
                    function_ref<void(OpBuilder &, bool)> store);
  Value loadColumns(OpBuilder &builder, int64_t length);
  void alongColumns(OpBuilder &builder, int64_t length,
                    function_ref<void(int64_t)> body);
  void pack(OpBuilder &builder, int64_t length);
  SmallVector<Value> separateRuns(OpBuilder &builder, int64_t length);
  bool storesPairs() const;
  bool storesHalves() const;
  void storeRun(OpBuilder &builder, Value run, bool streams) const;
  void unpackPair(OpBuilder &builder);
  void unpack(OpBuilder &builder, int64_t length);
  void packSomeRuns(OpBuilder &builder, int64_t length);
  void unpackSomeRuns(OpBuilder &builder, int64_t length);
  Value loadColumnWords(OpBuilder &builder, int64_t length) const;
  Value loadOtherRuns(OpBuilder &builder, int64_t length) const;
  OpFoldResult getRunCount(OpBuilder &builder) const;
  ValueRange buildRuns(
      OpBuilder &builder, ValueRange initial,
      function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> body);

  bool fillsBeyond(size_t axis) const override {
    return plan.fillsPadding && axis < plan.loops;
  }
  void buildBeyond(OpBuilder &builder, size_t axis) override;
  void alongVectors(OpBuilder &builder, Body body);
  void moveBlockByMasks(OpBuilder &builder);
  void moveCutBlock(OpBuilder &builder);
  void padColumns(OpBuilder &builder);
  Value loadCutRun(OpBuilder &builder, int64_t number);
  Value loadWithinSource(OpBuilder &builder, Value place, Value buffer) const;
  void stageCutRuns(OpBuilder &builder, Value stage);
  void storeCutRun(OpBuilder &builder, int64_t number, Value lanes);
  Value keepPadding(OpBuilder &builder, Value columns);

  /// What an edge leaves of vectors of runs: a bit for each lane of those that
  /// are there, how many are, and a condition for all of all to be.
  struct CutRuns {
    Value lanes;
    OpFoldResult count;
    Value areWhole;
    /// The vectors of all runs, where there are no masks: they come from here.
    Value stage;

    /// True if a run is known not to be there.
    bool lacks(int64_t number) const {
      std::optional<int64_t> known = getConstantIntValue(count);
      return known && number >= *known;
    }
  };
  /// What an edge leaves of a vector of one run.
  struct CutRun {
    Value place;
    Value mask;
  };
  CutRun getCutRun(OpBuilder &builder, int64_t number, StrideMember stride);

  const RelayoutPlan &plan;
  const AxisExprs &exprs;
  ElementStorage source, dest;
  /// Where the first element lies in the destination.
  int64_t destOffset = 0;
  int64_t vectorBits;
  /// Those of the target.
  int64_t permutedBits, l1Bytes;
  bool hasByteMasks;
  /// Columns that are moved at a time.
  int64_t lanes = 1;
  /// The axis of a run: stride 1 on the side where runs are spread.
  size_t run = 0;
  /// Axes whose values are interleaved runs, most minor first on the packed
  /// side.
  SmallVector<size_t> runAxes;
  int64_t numRuns = 1;
  /// Axes of the block that are neither, where a run is less than a vector.
  SmallVector<size_t> extra;
  /// Elements of a column on the packed side, padding included.
  int64_t slots = 1;
  /// Whether columns do not follow one another.
  bool isSpread = false;
  /// Whether the packed side, where runs are interleaved, is the destination.
  bool inDest = true;
  int64_t prefetchBytes = 0;
  bool fetchesShortRows = false;
  unsigned prefetchLocality = 0;
  /// True where blocks are moved whole, whatever an edge leaves of them.
  bool isNeverCut = false;
  /// What lies after filled bounds, and where blocks that these cut are built.
  APInt padding;
  std::optional<CutRuns> cutRuns;
  /// True where the destination begins at a line; null if no run streams.
  Value startsAtLine;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_LANELOOPBUILDER_H
