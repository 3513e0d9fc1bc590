//===- RelayoutPlan.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "PlanBlock.h"
#include "PlanBuffer.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/FetchedRows.h"
#include "tiled_layout/Relayout/RowBuffer.h"
#include "tiled_layout/Relayout/SourceStage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// How blocks that transpose follow each other.
struct TransposedRuns {
  /// How much of each row of the source is read before the next rows, in bits.
  int64_t sourceBits;
  /// How many lines of each row of the destination are written before the next
  /// ones, and of how many rows of the source they come at most.
  int64_t destLines;
  int64_t rows;
  /// How far ahead each row of the source is fetched.
  int64_t prefetchBytes;
};
/// What is copied before it is transposed: so many lines of each of so many
/// rows of the source. More lines at pitches of powers of two would push each
/// other out of the second-level cache, to which they are fetched.
static constexpr int64_t stagedLines = 4;
static constexpr int64_t stagedRows = 128;
/// How many rows are read so before more is read of each of them, up to a page:
/// of pages that are left and come back, addresses are found in slow tables.
static constexpr int64_t innerRows = 512;
/// Lines of each row of the source that are fetched ahead.
static constexpr int64_t fetchedLines = 2;
/// Vectors of less than a line are not streamed in shorter runs.
static constexpr int64_t minStreamedLines = 4;
/// The same where runs are copied, whose stores follow one another.
static constexpr int64_t minCopiedLines = 2;

bool RelayoutPlan::cutsBlocks(size_t k) const {
  return llvm::any_of(axes.bounds[k].terms, [&](const AxisBound::Term &term) {
    return term.axis >= loops;
  });
}

bool RelayoutPlan::hasKnownBlock() const {
  return llvm::all_of(
      llvm::drop_begin(axes.axes, loops),
      [](const RelayoutAxis &axis) { return axis.hasKnownExtent(); });
}

bool RelayoutPlan::hasKnownBlockStrides() const {
  return llvm::all_of(
      llvm::drop_begin(axes.axes, loops), [](const RelayoutAxis &axis) {
        return axis.sourceStride.isStatic() && axis.destStride.isStatic();
      });
}

/// Streaming pays where whole lines are written, and where what is written
/// would not stay in the cache anyway: since it is much, or since much is read.
static bool shouldStream(const RelayoutPlan &plan, int64_t destBytes,
                         const PlanOptions &options) {
  int64_t widening = ceilDivide(plan.sourceBits, plan.destBits);
  return destBytes > options.streamingBytes / widening &&
         plan.destRun >= ceilDivide(plan.getLineBits(), plan.destBits);
}

bool mlir::tiled_layout::writesLines(const RelayoutPlan &plan) {
  int64_t line = ceilDivide(plan.getLineBits(), plan.destBits);
  return plan.destRun % line == 0 &&
         llvm::all_of(plan.axes.axes, [&](const RelayoutAxis &axis) {
           return axis.destStride < plan.destRun ||
                  axis.destStride.isMultipleOf(line);
         });
}

/// Adds the loop that goes on where the blocks of a side end to `innermost`, as
/// much of it as makes runs of `wanted` elements, so that lines are read and
/// written while their neighbours are; and the loops that go on there, outside
/// of it, if it makes less than a quarter of them.
static void addInnerLoops(RelayoutPlan &plan, int64_t run, int64_t wanted,
                          StrideMember stride,
                          llvm::SmallVectorImpl<size_t> &innermost) {
  size_t first = innermost.size();
  while (run < (innermost.size() == first ? wanted : wanted / 4)) {
    std::optional<size_t> next;
    for (size_t loop = 0; loop < plan.loops && !next; ++loop)
      if (plan.axes.axes[loop].*stride == run &&
          !llvm::is_contained(innermost, loop))
        next = loop;
    if (!next)
      return;
    int64_t factor = ceilDivide(wanted, run);
    if (plan.axes.axes[*next].extent > factor)
      next = plan.axes.split(*next, factor);
    run *= plan.axes.axes[*next].extent;
    innermost.insert(innermost.begin() + first, *next);
  }
}

/// True if elements are moved as they are, and are whole bytes.
static bool movesBytes(const RelayoutPlan &plan) {
  return plan.sourceBits == plan.destBits && plan.destBits % 8 == 0;
}

/// True if a block reads from far apart and writes short runs.
static bool transposes(const RelayoutPlan &plan) {
  using Kind = BlockPermutation::Kind;
  return plan.permutation.kind != Kind::None &&
         plan.permutation.kind != Kind::Interleave &&
         plan.permutation.kind != Kind::Deinterleave;
}

bool mlir::tiled_layout::writesPartsOfLines(const RelayoutPlan &plan,
                                            int64_t vectorBits) {
  if (!plan.streaming || plan.carryLoop || plan.stageLoop ||
      plan.destBits % 8 != 0)
    return false;
  bool copies = plan.permutation.kind == BlockPermutation::Kind::None;
  int64_t lines = copies ? minCopiedLines : minStreamedLines;
  bool writesHalfLines =
      vectorBits < plan.getLineBits() &&
      plan.destRun * plan.destBits < lines * plan.getLineBits();
  return writesHalfLines || !writesLines(plan);
}

/// True if the lines that a block reads share a few places of the first-level
/// cache.
static bool readsCrowdedLines(const RelayoutPlan &plan,
                              const PlanOptions &options) {
  return isCrowded(plan, &RelayoutAxis::sourceStride, plan.sourceBits, options);
}

/// True if the buffer of rows should stay in the first-level cache: where
/// blocks that transpose read lines in many parts, unless these share places
/// there.
static bool wantsSmallBuffer(const RelayoutPlan &plan,
                             const PlanOptions &options) {
  return movesBytes(plan) && transposes(plan) &&
         !readsCrowdedLines(plan, options) &&
         plan.sourceRun * plan.sourceBits <= plan.getLineBits() / 4;
}

static TransposedRuns getTransposedRuns(bool fetches,
                                        const PlanOptions &options) {
  int64_t lineBits = 8 * options.lineBytes;
  // Rows that are fetched line by line may be many, and what is written can be
  // longer runs for it. Otherwise it is a page of few rows, since at pitches of
  // powers of two all rows share a few places of the first-level cache.
  if (fetches)
    return {32 * lineBits, 8, 256, fetchedLines * options.lineBytes};
  return {8 * options.pageBytes, 2, 64, 0};
}

/// Returns the loops that are innermost where elements change places, outermost
/// first. They may be parts of loops, split off.
static SmallVector<size_t> takeInnermostLoops(RelayoutPlan &plan,
                                              const PlanOptions &options) {
  SmallVector<size_t> innermost;
  if (!movesBytes(plan) || !transposes(plan))
    return innermost;
  // Of crowded lines that are read in parts, what was fetched would be gone
  // before the next block reads more.
  bool readsParts = plan.sourceRun * plan.sourceBits < plan.getLineBits();
  bool isCrowded = readsCrowdedLines(plan, options);
  bool fetches = plan.streaming && options.prefetchBytes != 0 &&
                 !(readsParts && isCrowded);
  TransposedRuns runs = getTransposedRuns(fetches, options);
  addInnerLoops(plan, plan.sourceRun, runs.sourceBits / plan.sourceBits,
                &RelayoutAxis::sourceStride, innermost);
  addInnerLoops(
      plan, plan.destRun,
      std::min(runs.destLines * plan.getLineBits() / plan.destBits, runs.rows),
      &RelayoutAxis::destStride, innermost);
  plan.prefetchBytes = runs.prefetchBytes;
  // More rows in turn than any processor fetches ahead of by itself.
  if (plan.streaming && !isCrowded &&
      runs.destLines * plan.getLineBits() / plan.destBits > options.readStreams)
    plan.prefetchBytes = fetchedLines * plan.lineBytes;
  return innermost;
}

/// Sorts the loops by their strides, the largest first, but for those of
/// `inner`, which come last and as they are. They may have been split off and
/// stand after the axes of the block, of which there are `blockAxes`.
static void sortLoops(RelayoutPlan &plan, size_t blockAxes,
                      ArrayRef<size_t> inner, StrideMember member) {
  SmallVector<size_t> order;
  for (size_t loop = 0; loop < plan.loops; ++loop)
    if (!llvm::is_contained(inner, loop))
      order.push_back(loop);
  // No two axes have the same stride on one side.
  llvm::sort(order, [&](size_t a, size_t b) {
    return plan.axes.axes[a].*member > plan.axes.axes[b].*member;
  });
  llvm::append_range(order, inner);
  size_t firstBlockAxis = plan.loops;
  plan.loops = order.size();
  llvm::append_range(
      order, llvm::seq<size_t>(firstBlockAxis, firstBlockAxis + blockAxes));
  plan.axes.reorder(order);
}

/// Returns how many elements of some axes follow one another on a side.
static int64_t getRunOf(const RelayoutPlan &plan, SmallVector<size_t> axes,
                        StrideMember stride) {
  int64_t run = 1;
  takeAxesAlong(plan, stride, axes, run);
  return run;
}

/// Returns the plan with its loops sorted so that blocks read from a stage;
/// `std::nullopt` if they should not.
static std::optional<RelayoutPlan> getStagedPlan(RelayoutPlan plan,
                                                 const PlanOptions &options) {
  if (!plan.streaming || !movesBytes(plan) || !transposes(plan) ||
      !writesLines(plan))
    return std::nullopt;
  // Stores of half a line wait for what is read between them.
  bool writesHalfLines = options.vectorBits < plan.getLineBits();
  if (!writesHalfLines &&
      (options.prefetchBytes == 0 || !readsCrowdedLines(plan, options)))
    return std::nullopt;
  size_t endBlockAxes = plan.axes.axes.size();
  SmallVector<size_t> inner;
  addInnerLoops(plan, plan.sourceRun,
                stagedLines * plan.getLineBits() / plan.sourceBits,
                &RelayoutAxis::sourceStride, inner);
  addInnerLoops(plan, plan.destRun, stagedRows, &RelayoutAxis::destStride,
                inner);
  size_t staged = inner.size();
  SmallVector<size_t> axes(inner);
  llvm::append_range(axes, llvm::seq(plan.loops, endBlockAxes));
  addInnerLoops(plan, getRunOf(plan, axes, &RelayoutAxis::destStride),
                innerRows, &RelayoutAxis::destStride, inner);
  size_t rowLoops = inner.size() - staged;
  addInnerLoops(plan, getRunOf(plan, axes, &RelayoutAxis::sourceStride),
                8 * options.pageBytes / plan.sourceBits,
                &RelayoutAxis::sourceStride, inner);
  // What is around comes first, the pages of the source outermost.
  std::rotate(inner.begin(), inner.begin() + staged, inner.end());
  std::rotate(inner.begin(), inner.begin() + rowLoops, inner.end() - staged);
  sortLoops(plan, endBlockAxes - plan.loops, inner, &RelayoutAxis::destStride);
  plan.stageLoop = plan.loops - staged;
  if (!getSourceStage(plan, *plan.stageLoop))
    return std::nullopt;
  return plan;
}

/// Returns how many blocks follow one another along the longest axis of a block
/// before a loop goes another way, in the order of a side.
static int64_t getBlocksAlong(const RelayoutPlan &plan, StrideMember member) {
  ArrayRef<RelayoutAxis> axes = plan.axes.axes;
  auto block = axes.drop_front(plan.loops);
  if (block.empty())
    return 1;
  auto *longest =
      std::max_element(block.begin(), block.end(),
                       [](auto &a, auto &b) { return a.extent < b.extent; });
  SmallVector<const RelayoutAxis *> loops;
  for (const RelayoutAxis &loop : axes.take_front(plan.loops))
    loops.push_back(&loop);
  llvm::sort(loops, [&](auto *a, auto *b) { return a->*member < b->*member; });
  int64_t blocks = 1;
  for (const RelayoutAxis *loop : loops) {
    if (loop->digits.back().dims != longest->digits.front().dims)
      break;
    blocks *= loop->extent;
  }
  return blocks;
}

/// True if loops follow the source. Streaming stores may jump by whole runs at
/// no cost, so that the source is read in its order. Blocks that join several
/// runs of the source, or that read from far apart, follow the destination: it
/// jumps less than the runs would. Plain stores follow the side whose tiles are
/// done one after the other.
static bool followsSource(const RelayoutPlan &plan) {
  if (plan.streaming)
    return !transposes(plan) && plan.sourceRun >= plan.destRun;
  return movesBytes(plan) && !transposes(plan) &&
         getBlocksAlong(plan, &RelayoutAxis::sourceStride) <
             getBlocksAlong(plan, &RelayoutAxis::destStride);
}

/// True if blocks are lines in registers, and those of each row come in its
/// order, so that the rest of a line can be carried on from block to block.
static bool canCarryInRegisters(const RelayoutPlan &plan,
                                const RowBuffer &buffer,
                                const PlanOptions &options) {
  int64_t blockRows = 1;
  for (size_t axis : buffer.rows)
    if (axis >= plan.loops)
      blockRows *= plan.axes.axes[axis].extent;
  // `along` is in the order of the destination, and loops are numbered from the
  // outermost one on.
  SmallVector<size_t> loops = llvm::to_vector(llvm::make_filter_range(
      buffer.along, [&](size_t axis) { return axis < plan.loops; }));
  return options.permutedBits != 0 && plan.destBits >= options.permutedBits &&
         options.vectorBits == plan.getLineBits() && movesBytes(plan) &&
         plan.rowLoops == 0 && plan.destRun % buffer.line == 0 &&
         blockRows <= getRowsInRegisters(options) &&
         llvm::is_sorted(loops, std::greater<>());
}

/// Sorts the loops. Where elements change places, the innermost loops complete
/// runs of a few lines on both sides.
static void orderLoops(RelayoutPlan &plan, const PlanOptions &options) {
  size_t blockAxes = plan.axes.axes.size() - plan.loops;
  bool followSource = followsSource(plan);
  if (std::optional<RelayoutPlan> staged = getStagedPlan(plan, options)) {
    plan = std::move(*staged);
    return;
  }
  SmallVector<size_t> innermost;
  if (writesPartsOfLines(plan, options.vectorBits)) {
    innermost =
        takeCarryingLoops(plan, wantsSmallBuffer(plan, options), options);
    plan.streaming = !innermost.empty();
    followSource = followsSource(plan);
  }
  bool carries = !innermost.empty();
  if (!carries)
    innermost = takeInnermostLoops(plan, options);
  StrideMember member =
      followSource ? &RelayoutAxis::sourceStride : &RelayoutAxis::destStride;
  if (followSource && plan.streaming && !carries)
    plan.prefetchBytes = options.prefetchBytes;
  sortLoops(plan, blockAxes, innermost, member);
  if (!carries) {
    if (int64_t bytes = getBytesAheadOfShortRows(plan, options))
      plan.prefetchBytes = bytes;
    else if (plan.prefetchBytes == 0)
      plan.prefetchBytes = getBytesAheadOfRows(plan, options);
    return;
  }
  plan.carryLoop = plan.loops - innermost.size();
  std::optional<RowBuffer> buffer = getRowBuffer(plan);
  if (!buffer) {
    plan.carryLoop.reset();
    plan.rowLoops = 0;
    plan.streaming = false;
    return;
  }
  // Behind a small buffer, each row of a chunk is read a part of a line at a
  // time: more rows in turn than any processor fetches ahead of by itself.
  bool readsManyRows =
      plan.rowLoops != 0 && buffer->width > options.readStreams;
  if (movesBytes(plan) && transposes(plan) &&
      !readsCrowdedLines(plan, options) &&
      (options.prefetchBytes != 0 || readsManyRows))
    plan.prefetchBytes = fetchedLines * plan.lineBytes;
  plan.carriesInRegisters = canCarryInRegisters(plan, *buffer, options);
}

bool mlir::tiled_layout::canSplitThreads(const RelayoutPlan &plan,
                                         size_t loop) {
  size_t end = plan.carryLoop.value_or(
      plan.stageLoop.value_or(plan.loops - plan.alongLoops));
  // In units of the gcd, so that no product overflows.
  return loop < end && plan.axes.axes[loop].destStride.isMultipleOf(
                           8 / std::gcd<int64_t>(plan.destBits, 8));
}

void mlir::tiled_layout::splitThreads(RelayoutPlan &plan, int64_t threads) {
  for (size_t loop = 0; loop < plan.loops; ++loop) {
    if (!canSplitThreads(plan, loop))
      continue;
    int64_t possible = std::min(plan.axes.axes[loop].extent, threads);
    if (possible <= plan.threads)
      continue;
    plan.threads = possible;
    plan.threadLoop = loop;
  }
}

RelayoutPlan mlir::tiled_layout::makePlan(RelayoutAxes axes, int64_t sourceBits,
                                          int64_t destBits, int64_t destBytes,
                                          const PlanOptions &options,
                                          bool byVectors) {
  RelayoutPlan plan;
  plan.sourceBits = sourceBits;
  plan.destBits = destBits;
  plan.lineBytes = options.lineBytes;
  plan.axes = std::move(axes);
  plan.axes.merge();
  // Streaming stores are whole lines, which runs of any length are not.
  chooseBlock(plan, options.vectorBits,
              /*overlaps=*/byVectors && movesBytes(plan) &&
                  destBytes <= options.streamingBytes,
              /*isCached=*/destBytes <= options.streamingBytes);
  plan.streaming = shouldStream(plan, destBytes, options);
  orderLoops(plan, options);
  if (byVectors)
    carryAlongRows(plan, options);
  splitThreads(plan, options.threads);
  if (byVectors)
    takeStraightLoops(plan, options);
  return plan;
}

RelayoutPlan mlir::tiled_layout::getRelayoutPlan(
    const Layout &source, const Layout &dest, ArrayRef<int64_t> extents,
    int64_t sourceBits, int64_t destBits, const PlanOptions &options) {
  RelayoutAxes axes = getRelayoutAxes(source, dest, extents);
  if (options.fillsPadding)
    if (auto plan =
            getFillingPlan(axes, dest, extents, sourceBits, destBits, options))
      return *plan;
  if (auto plan = getColumnPlan(axes, source, dest, extents, sourceBits,
                                destBits, options))
    return *plan;
  return makePlan(std::move(axes), sourceBits, destBits,
                  getBytes(getElements(dest, extents), destBits), options,
                  /*byVectors=*/true);
}

RelayoutPlan mlir::tiled_layout::getRelayoutPlan(RelayoutAxes axes,
                                                 int64_t sourceBits,
                                                 int64_t destBits,
                                                 int64_t destBytes,
                                                 const PlanOptions &options) {
  return makePlan(std::move(axes), sourceBits, destBits, destBytes, options,
                  /*byVectors=*/false);
}
