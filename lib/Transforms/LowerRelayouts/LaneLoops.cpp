//===- LaneLoops.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoops.h"

#include "CarriedRows.h"
#include "LaneLoopBuilder.h"

#include "tiled_layout/IR/ViewAlignment.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// The most values of irregular axes that there is code for each of.
static constexpr int64_t maxUnrolled = 16;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void LaneLoopBuilder::build(OpBuilder &builder, Value flatSource,
                            Value flatDest, AxisSizes newSizes) {
  bool streams = plan.streaming && writesLines();
  if (streams)
    startsAtLine = testLineStart(builder, loc, flatDest, plan.lineBytes);
  buildAround(builder, flatSource, flatDest, std::move(newSizes), extra,
              [&](OpBuilder &inner) {
                if (fetchesShortRows)
                  source.prefetch(inner, loc,
                                  getPlace(inner, &RelayoutAxis::sourceStride),
                                  prefetchBytes * 8 / source.bits,
                                  /*locality=*/3);
                moveBlock(inner);
              });
  // Streaming stores are not ordered with others.
  if (streams)
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
}

void LaneLoopBuilder::buildThroughBuffer(OpBuilder &builder, Value flatSource,
                                         Value flatDest,
                                         const RowBuffer &buffer,
                                         bool hasMasks) {
  size_t carryLoop = *plan.carryLoop;
  auto outer = llvm::to_vector(llvm::seq<size_t>(0, carryLoop));
  auto inside = llvm::to_vector(llvm::seq(plan.getBufferLoop(), plan.loops));
  llvm::append_range(inside, extra);
  source.flat = flatSource;
  destOffset = buffer.getFirst();
  setSizes(
      AxisSizes::get(builder.getContext(), getPlanToBuffer(plan, buffer).axes));
  auto flat = cast<MemRefType>(flatSource.getType());
  isNeverCut = readsWholeBlocks(
      plan, flat.getDimSize(0) * flat.getElementTypeBitWidth() / source.bits);
  CarriedRows rows(loc, plan, buffer, *this, flatDest, hasMasks);
  buildLoops(builder, outer, [&](OpBuilder &inner) {
    rows.build(inner, [&](OpBuilder &innermost, Value chunks) {
      dest.flat = chunks;
      buildLoops(innermost, inside,
                 [&](OpBuilder &block) { moveBlock(block); });
    });
  });
}

void LaneLoopBuilder::buildElements(OpBuilder &builder, Value flatSource,
                                    Value flatDest, AxisSizes newSizes) {
  auto block = llvm::to_vector(llvm::seq<size_t>(plan.loops, axes.axes.size()));
  auto moveAll = [&](OpBuilder &inner) {
    buildLoops(inner, block,
               [&](OpBuilder &innermost) { moveElement(innermost); });
  };
  int64_t together = countTogether();
  buildAround(builder, flatSource, flatDest, std::move(newSizes), {},
              [&](OpBuilder &inner) {
                if (together <= 1)
                  return moveAll(inner);
                buildIf(
                    inner, isFull(inner, block),
                    [&](OpBuilder &whole) { moveTogether(whole, together); },
                    moveAll);
              });
}

/// Builds the loops around blocks: regular ones, those over axes of the block,
/// then irregular ones.
void LaneLoopBuilder::buildAround(OpBuilder &builder, Value flatSource,
                                  Value flatDest, AxisSizes newSizes,
                                  ArrayRef<size_t> blockLoops, Body body) {
  source.flat = flatSource;
  dest.flat = flatDest;
  setSizes(std::move(newSizes));
  SmallVector<size_t> loops, irregular;
  for (size_t axis = 0; axis < plan.loops; ++axis)
    (axes.axes[axis].isIrregular ? irregular : loops).push_back(axis);
  llvm::append_range(loops, blockLoops);
  buildLoops(builder, loops,
             [&](OpBuilder &inner) { alongIrregular(inner, irregular, body); });
}

/// Builds `body` for all values of irregular axes, as constants where these are
/// few and no edge cuts them: then positions are, too.
void LaneLoopBuilder::alongIrregular(OpBuilder &builder,
                                     ArrayRef<size_t> irregular, Body body) {
  int64_t count = 1;
  for (size_t axis : irregular)
    count *= axes.axes[axis].extent;
  if (irregular.empty() || count > maxUnrolled)
    return buildLoops(builder, irregular, body);
  SmallVector<size_t> inside(irregular);
  llvm::append_range(inside, llvm::seq<size_t>(plan.loops, axes.axes.size()));
  auto isInside = [&](const AxisBound &bound) {
    return llvm::any_of(inside,
                        [&](size_t axis) { return bound.getWeight(axis); });
  };
  auto unroll = [&](OpBuilder &inner) {
    SmallVector<bool> before = holds;
    for (auto [k, bound] : llvm::enumerate(axes.bounds))
      holds[k] |= isInside(bound);
    for (int64_t number = 0; number < count; ++number) {
      int64_t rest = number;
      for (size_t axis : llvm::reverse(irregular)) {
        values[axis] = inner.getIndexAttr(rest % axes.axes[axis].extent);
        rest /= axes.axes[axis].extent;
      }
      body(inner);
    }
    for (size_t axis : irregular)
      values[axis] = OpFoldResult();
    holds = before;
  };
  buildIf(builder, isFull(builder, inside), unroll,
          [&](OpBuilder &inner) { buildLoops(inner, irregular, body); });
}

void LaneLoopBuilder::selectRun(OpBuilder &builder, int64_t number) {
  for (size_t axis : runAxes) {
    values[axis] = builder.getIndexAttr(number % axes.axes[axis].extent);
    number /= axes.axes[axis].extent;
  }
}

void LaneLoopBuilder::clearRun() {
  for (size_t axis : runAxes)
    values[axis] = OpFoldResult();
}

/// Builds `body` where no bound of these axes cuts them.
void LaneLoopBuilder::whereWhole(OpBuilder &builder, ArrayRef<size_t> whole,
                                 Body body) {
  SmallVector<bool> before = holds;
  for (size_t k = 0; k < holds.size(); ++k)
    holds[k] |= llvm::any_of(
        whole, [&](size_t axis) { return axes.bounds[k].getWeight(axis); });
  body(builder);
  holds = before;
}

/// Moves a block: by columns where all runs are there, else by runs where a
/// column is an integer, else by element.
void LaneLoopBuilder::moveBlock(OpBuilder &builder) {
  bool areIndependent = llvm::none_of(axes.bounds, [&](const AxisBound &bound) {
    return bound.getWeight(run) && llvm::any_of(runAxes, [&](size_t axis) {
             return bound.getWeight(axis);
           });
  });
  auto moveRuns = [&](OpBuilder &inner, int64_t length) {
    if (inDest)
      packSomeRuns(inner, length);
    else
      unpackSomeRuns(inner, length);
  };
  SmallVector<size_t> cut = runAxes;
  if (!areIndependent)
    cut.push_back(run);
  auto moveAll = [&](OpBuilder &inner) {
    alongRuns(inner, [&](OpBuilder &innermost, int64_t length) {
      // What an edge leaves of a run is not worth code for each run.
      if (length < lanes && numRuns > 1 && hasColumnWords())
        moveRuns(innermost, length);
      else
        moveColumns(innermost, length);
    });
  };
  auto moveSome = [&](OpBuilder &inner) {
    if (!areIndependent || !hasColumnWords())
      return moveElements(inner);
    alongRuns(inner, moveRuns);
  };
  if (slots != numRuns)
    return moveSome(builder);
  if (isNeverCut)
    cut = llvm::to_vector(llvm::seq<size_t>(plan.loops, axes.axes.size()));
  buildIf(
      builder, isNeverCut ? Value() : isFull(builder, cut),
      [&](OpBuilder &inner) { whereWhole(inner, cut, moveAll); }, moveSome);
}

/// Builds `body` for pieces of a run: whole vectors, then short ones, then
/// single columns, or elements where those cut bytes.
void LaneLoopBuilder::alongRuns(OpBuilder &builder,
                                function_ref<void(OpBuilder &, int64_t)> body) {
  auto buildPieces = [&](OpBuilder &inner, OpFoldResult begin, OpFoldResult end,
                         int64_t length) {
    buildLoop(inner, begin, end, length,
              [&](OpBuilder &innermost, OpFoldResult value) {
                values[run] = value;
                if (isAligned(length))
                  body(innermost, length);
                else
                  moveElements(innermost);
                values[run] = OpFoldResult();
              });
  };
  SmallVector<int64_t> lengths = {lanes, shortRun, 1};
  bool arePairs = storesPairs() && axes.axes[run].extent >= 2 * lanes;
  if (arePairs)
    lengths.insert(lengths.begin(), 2 * lanes);
  auto buildAll = [&](OpBuilder &inner, OpFoldResult count, bool isCut) {
    OpFoldResult begin = inner.getIndexAttr(0);
    for (int64_t length : lengths) {
      // Less than a vector has none.
      if ((length > lanes && !(arePairs && length == 2 * lanes)) ||
          (isCut && length >= lanes))
        continue;
      OpFoldResult end = roundDown(inner, count, length);
      buildPieces(inner, begin, end, length);
      begin = end;
    }
  };
  int64_t extent = axes.axes[run].extent;
  // A long run has a loop for its whole vectors in any case.
  bool isVector = getKnownExtent(run) == lanes;
  Value full = isVector ? isFull(builder, {run}) : Value();
  OpFoldResult count = getCount(builder, run);
  if (!full)
    return buildAll(builder, count, /*isCut=*/false);
  buildIf(
      builder, full,
      [&](OpBuilder &inner) {
        buildAll(inner, inner.getIndexAttr(extent), /*isCut=*/false);
      },
      [&](OpBuilder &inner) { buildAll(inner, count, /*isCut=*/true); });
}

/// Moves all elements of a block, which lie in one order on both sides.
void LaneLoopBuilder::moveTogether(OpBuilder &builder, int64_t count) {
  auto type = VectorType::get(
      {count}, cast<MemRefType>(source.flat.getType()).getElementType());
  Value vector =
      vector::LoadOp::create(builder, loc, type, source.flat,
                             getPlace(builder, &RelayoutAxis::sourceStride));
  vector::StoreOp::create(builder, loc, vector, dest.flat,
                          getPlace(builder, &RelayoutAxis::destStride));
}

/// Moves the elements of a block, or of one place in its runs, one by one.
void LaneLoopBuilder::moveElements(OpBuilder &builder) {
  SmallVector<size_t> loops = llvm::to_vector(llvm::reverse(runAxes));
  if (!values[run])
    loops.push_back(run);
  buildLoops(builder, loops, [&](OpBuilder &inner) { moveElement(inner); });
}

void LaneLoopBuilder::moveElement(OpBuilder &builder) {
  Value element = source.loadElement(
      builder, loc, getPlace(builder, &RelayoutAxis::sourceStride));
  dest.storeElement(builder, loc, element,
                    getPlace(builder, &RelayoutAxis::destStride));
}

//===----------------------------------------------------------------------===//
// The way in
//===----------------------------------------------------------------------===//

/// True if bits of this number per element are handled here.
static bool isKnownWidth(std::optional<int64_t> bits) {
  return bits && *bits >= 1 && *bits <= 64 && llvm::isPowerOf2_64(*bits);
}

/// True for arrays of which elements can be lanes.
static bool hasLanes(Value from, Value to) {
  auto source = cast<MemRefType>(from.getType()),
       dest = cast<MemRefType>(to.getType());
  Type element = dest.getElementType();
  return beginsAtByte(from) && beginsAtByte(to) && source.getRank() > 0 &&
         isa<IntegerType, FloatType>(element) &&
         isKnownWidth(getValueBits(element)) &&
         isKnownWidth(getBitsPerElement(ShapedType(source))) &&
         isKnownWidth(getBitsPerElement(ShapedType(dest)));
}

/// Returns the bytes of an array of static shape; 0 for a strided one or a
/// view.
static int64_t getFlatBytes(MemRefType type) {
  std::optional<Layout> layout = getLayout(ShapedType(type));
  return layout ? getBytes(getElements(*layout, type.getShape()),
                           *getBitsPerElement(ShapedType(type)))
                : 0;
}

static ElementStorage getStorage(MemRefType type) {
  Type element = type.getElementType();
  int64_t valueBits = *getValueBits(element);
  ElementStorage storage;
  storage.bits = *getBitsPerElement(ShapedType(type));
  storage.valueBits = valueBits;
  // Upstream takes the upper bits of a narrow integer to be zero.
  storage.isSigned =
      isTiled(type) && element.isSignlessInteger() && valueBits > 1;
  storage.laneBits = std::max<int64_t>(valueBits, 8);
  storage.ownsGaps = getLayout(ShapedType(type)).has_value();
  return storage;
}

namespace {

/// Makes plans of one relayout.
class LanePlanner {
public:
  LanePlanner(Location loc, const SymbolicAxes &axes, MemRefType source,
              MemRefType dest)
      : loc(loc), axes(axes), from(getStorage(source)), to(getStorage(dest)) {}

  /// Plans for a destination of `destBytes` bytes, or 0 if that is not known.
  RelayoutPlan make(int64_t destBytes, const PlanOptions &options) {
    RelayoutPlan plan =
        getRelayoutPlan(axes.getAxes(), from.bits, to.bits, destBytes, options);
    plan.byLanes = true;
    AxisExprs exprs = axes.describe(plan.axes);
    // No two threads may share a byte, whatever the extents are, and wherever
    // the loops around begin.
    auto beginsWithinByte = [&](size_t axis) {
      return exprs.getDivisor(plan.axes.axes[axis], axis, /*ofSource=*/false) %
                 to.getElementsPerByte() !=
             0;
    };
    if (plan.threadLoop &&
        llvm::any_of(llvm::seq<size_t>(0, *plan.threadLoop + 1),
                     beginsWithinByte))
      plan.threadLoop.reset();
    LaneLoopBuilder loops(loc, plan, exprs, from, to, options);
    hasVectors = loops.classify();
    isTooLarge = hasVectors && loops.isTooLarge();
    return plan;
  }

  Location loc;
  const SymbolicAxes &axes;
  ElementStorage from, to;
  /// Of the plan that was made last: whether its block has vectors, and more of
  /// them than code should be unrolled for.
  bool hasVectors = false, isTooLarge = false;
};

} // namespace

std::optional<PlannedRelayout>
mlir::tiled_layout::planLaneLoops(Location loc, Value from, Value to,
                                  PlanOptions options) {
  if (!hasLanes(from, to))
    return std::nullopt;
  auto source = cast<MemRefType>(from.getType()),
       dest = cast<MemRefType>(to.getType());
  std::optional<SymbolicAxes> axes = SymbolicAxes::get(from, to);
  if (!axes || !axes->getAxes().irregular.empty())
    return std::nullopt;
  PlannedRelayout planned{
      *getRelayoutArrays(source, dest), {}, options.vectorBits};
  RelayoutPlan &plan = planned.plan;
  LanePlanner planner(loc, *axes, source, dest);
  int64_t fromBits = planner.from.bits, toBits = planner.to.bits;
  bool isLarge =
      axes->isStatic() && getFlatBytes(source) > options.streamingBytes;
  bool isRegular = axes->isStatic() && !axes->getAxes().hasIrregularAxes();
  // Whole lines of a large destination, where each element is one of the flat
  // array.
  if (isRegular && getStorageBits(dest.getElementType()) == toBits) {
    plan = planner.make(getFlatBytes(dest), options);
    if (plan.carryLoop && planner.hasVectors && !planner.isTooLarge)
      return planned;
  }
  // Elements that stay as wide may need a buffer for it, which is for blocks.
  int64_t destBytes = isRegular && fromBits != toBits ? getFlatBytes(dest) : 0;
  plan = planner.make(destBytes, options);
  if (planner.isTooLarge) {
    planned.vectorBits =
        maxSpreadRuns * std::max<int64_t>({fromBits, toBits, 8});
    options.vectorBits = planned.vectorBits;
    plan = planner.make(destBytes, options);
  }
  // Loops over the elements of a static shape are better cut at its tiles.
  if (!planner.hasVectors && isRegular)
    return std::nullopt;
  // Lines that other elements are part of are written where they belong.
  plan.carryLoop.reset();
  plan.rowLoops = 0;
  plan.prefetchBytes = getBytesAheadOfShortRows(plan, options);
  if (plan.prefetchBytes == 0 && isLarge)
    plan.prefetchBytes = options.prefetchBytes;
  return planned;
}

LogicalResult mlir::tiled_layout::buildLaneLoops(OpBuilder &builder,
                                                 Location loc, Value source,
                                                 Value dest,
                                                 const PlannedRelayout &planned,
                                                 const PlanOptions &options) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  ElementStorage from = getStorage(sourceType), to = getStorage(destType);
  std::optional<SymbolicAxes> axes =
      SymbolicAxes::get(source, dest, planned.arrays);
  if (!axes)
    return failure();
  const RelayoutPlan &plan = planned.plan;
  AxisExprs exprs = axes->describe(plan.axes);
  LaneLoopBuilder loops(loc, plan, exprs, from, to, options);
  bool hasVectors = loops.classify() && !loops.isTooLarge();
  if (plan.carryLoop) {
    Value flat = getFlatIntegers(builder, loc, source);
    loops.buildThroughBuffer(builder, flat, getFlatIntegers(builder, loc, dest),
                             *getRowBuffer(plan), options.hasMasks(to.bits));
    // Streaming stores are not ordered with others.
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
    return success();
  }
  if (plan.prefetchBytes != 0 && getBytesAheadOfShortRows(plan, options) != 0)
    loops.fetchShortRows(plan.prefetchBytes);
  else
    loops.setPrefetch(plan.prefetchBytes, options);
  AxisSizes sizes = axes->build(builder, loc, source, dest, exprs);
  Value flatSource = getFlatIntegers(builder, loc, source);
  Value flatDest = getFlatIntegers(builder, loc, dest);
  if (hasVectors)
    loops.build(builder, flatSource, flatDest, std::move(sizes));
  else
    loops.buildElements(builder, flatSource, flatDest, std::move(sizes));
  return success();
}

LogicalResult mlir::tiled_layout::buildColumnLoops(
    OpBuilder &builder, Location loc, Value source, Value dest,
    function_ref<Value(unsigned)> getBits, PlanOptions options) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  std::optional<Layout> sourceLayout = getLayout(ShapedType(sourceType));
  std::optional<Layout> destLayout = getLayout(ShapedType(destType));
  if (!sourceLayout || !destLayout || !hasLanes(source, dest) ||
      !destType.hasStaticShape())
    return failure();
  ElementStorage from = getStorage(sourceType), to = getStorage(destType);
  // Padding has the width of a value.
  if (std::min(from.bits, to.bits) >= 8 || (getBits && to.bits != to.valueBits))
    return failure();
  options.fillsPadding = bool(getBits);
  RelayoutPlan plan =
      getRelayoutPlan(*sourceLayout, *destLayout, destType.getShape(),
                      from.bits, to.bits, options);
  APInt padding;
  if (getBits ? !plan.fillsPadding ||
                    !matchPattern(getBits(to.bits), m_ConstantInt(&padding))
              : !plan.masksColumns)
    return failure();
  PackedColumns columns = *getPackedColumns(plan, options);
  if (!options.hasMasks(8) && sourceType.getNumElements() < columns.lanes)
    return failure();
  AxisExprs exprs = AxisExprs::get(builder.getContext(), plan.axes);
  LaneLoopBuilder loops(loc, plan, exprs, from, to, options);
  if (plan.prefetchBytes != 0)
    loops.setPrefetch(plan.prefetchBytes, options);
  else if (sourceType.getNumElements() > options.streamingBytes)
    loops.setPrefetch(options.prefetchBytes, options);
  Value flat = getFlatIntegers(builder, loc, source);
  loops.buildColumns(builder, flat, getFlatIntegers(builder, loc, dest),
                     columns, padding);
  return success();
}
