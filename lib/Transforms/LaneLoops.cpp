//===- LaneLoops.cpp
//-------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoops.h"

#include "LaneLoopBuilder.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Columns that are moved at a time where an edge cuts a run. They fill whole
/// bytes, however few bits an element has.
static constexpr int64_t shortRun = 8;
/// The most runs that take turns; there is a vector for each.
static constexpr int64_t maxTurns = 64;
/// How many there must be, and may be, where each column is stored or loaded on
/// its own.
static constexpr int64_t minSpreadTurns = 4;
static constexpr int64_t maxSpreadTurns = 16;

//===----------------------------------------------------------------------===//
// What has vector loops
//===----------------------------------------------------------------------===//

std::optional<int64_t>
LaneLoopBuilder::getKnownStride(size_t axis, StrideMember stride) const {
  return AxisExprs::getConstant(stride == &RelayoutAxis::sourceStride
                                    ? exprs.sourceStrides[axis]
                                    : exprs.destStrides[axis]);
}

std::optional<int64_t> LaneLoopBuilder::getKnownExtent(size_t axis) const {
  return AxisExprs::getConstant(exprs.extents[axis]);
}

/// Returns a number that divides the stride of an axis.
int64_t LaneLoopBuilder::getStrideDivisor(size_t axis,
                                          StrideMember stride) const {
  AffineExpr expr = stride == &RelayoutAxis::sourceStride
                        ? exprs.sourceStrides[axis]
                        : exprs.destStrides[axis];
  return expr.getLargestKnownDivisor();
}

/// True if the turns follow one another on the packed side, and columns follow
/// them, or would if a column had its other turns, or may be apart.
bool LaneLoopBuilder::isColumn(bool packsDest, bool maySpread) {
  inDest = packsDest;
  turns.clear();
  numTurns = 1;
  std::optional<size_t> found;
  for (size_t axis = plan.loops; axis < axes.axes.size(); ++axis) {
    if (getKnownStride(axis, spreadStride()) == 1)
      found = axis;
    else
      turns.push_back(axis);
  }
  if (!found)
    return false;
  run = *found;
  llvm::sort(turns, [&](size_t a, size_t b) {
    return axes.axes[a].*packedStride() < axes.axes[b].*packedStride();
  });
  for (size_t axis : turns) {
    if (getKnownStride(axis, packedStride()) != numTurns ||
        getKnownExtent(axis) != axes.axes[axis].extent)
      return false;
    numTurns *= axes.axes[axis].extent;
  }
  std::optional<int64_t> stride = getKnownStride(run, packedStride());
  slots = stride.value_or(numTurns);
  isSpread = !stride;
  if (stride == numTurns)
    return numTurns <= maxTurns && llvm::isPowerOf2_64(numTurns);
  // Of a strided array, what is between columns is not known to be there.
  if (stride && packed().ownsGaps && turns.size() <= 1 && numTurns < slots &&
      hasColumnWords())
    return true;
  isSpread = true;
  slots = numTurns;
  return maySpread && numTurns >= minSpreadTurns && numTurns <= maxTurns &&
         llvm::isPowerOf2_64(numTurns) && packed().isWholeBytes(numTurns) &&
         getStrideDivisor(run, packedStride()) %
                 packed().getElementsPerByte() ==
             0;
}

/// True if each run, or column, begins at a byte of this side.
bool LaneLoopBuilder::beginsAtBytes(const ElementStorage &side,
                                    StrideMember stride) const {
  int64_t perByte = side.getElementsPerByte();
  for (size_t axis = 0; axis < axes.axes.size(); ++axis) {
    bool isInside = axis == run || (stride == packedStride() &&
                                    llvm::is_contained(turns, axis));
    if (!isInside && getStrideDivisor(axis, stride) % perByte != 0)
      return false;
  }
  return true;
}

/// True if so many lanes of a run fill whole bytes on both sides.
bool LaneLoopBuilder::isAligned(int64_t length) const {
  const ElementStorage &spread = inDest ? source : dest;
  return spread.isWholeBytes(length) && packed().isWholeBytes(length * slots);
}

/// True if a column is an integer that processors know.
bool LaneLoopBuilder::hasColumnWords() const {
  int64_t bits = getColumnBits();
  return !isSpread && turns.size() <= 1 && bits >= 8 && bits <= 64 &&
         llvm::isPowerOf2_64(bits);
}

bool LaneLoopBuilder::classify() {
  if (!isColumn(/*packsDest=*/true, /*maySpread=*/false) &&
      !isColumn(/*packsDest=*/false, /*maySpread=*/false) &&
      !isColumn(/*packsDest=*/true, /*maySpread=*/true) &&
      !isColumn(/*packsDest=*/false, /*maySpread=*/true))
    return false;
  int64_t bits = std::max<int64_t>({source.bits, dest.bits, 8});
  lanes = llvm::bit_floor<uint64_t>(
      std::min(axes.axes[run].extent, std::max<int64_t>(vectorBits / bits, 1)));
  int64_t least = source.bits < 8 || dest.bits < 8 ? shortRun : 64 / bits;
  return lanes > 1 && lanes >= least &&
         beginsAtBytes(source, &RelayoutAxis::sourceStride) &&
         beginsAtBytes(dest, &RelayoutAxis::destStride);
}

bool LaneLoopBuilder::isTooLarge() const {
  return isSpread && (numTurns > maxSpreadTurns || lanes > maxSpreadTurns);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void LaneLoopBuilder::build(OpBuilder &builder, Value flatSource,
                            Value flatDest, AxisSizes newSizes) {
  source.flat = flatSource;
  dest.flat = flatDest;
  setSizes(std::move(newSizes));
  SmallVector<size_t> loops = llvm::to_vector(llvm::seq<size_t>(0, plan.loops));
  buildLoops(builder, loops, [&](OpBuilder &inner) { moveBlock(inner); });
}

void LaneLoopBuilder::buildElements(OpBuilder &builder, Value flatSource,
                                    Value flatDest, AxisSizes newSizes) {
  source.flat = flatSource;
  dest.flat = flatDest;
  setSizes(std::move(newSizes));
  buildLoops(builder, llvm::to_vector(llvm::seq(axes.axes.size())),
             [&](OpBuilder &inner) { moveElement(inner); });
}

void LaneLoopBuilder::setTurn(OpBuilder &builder, int64_t turn) {
  for (size_t axis : turns) {
    values[axis] = builder.getIndexAttr(turn % axes.axes[axis].extent);
    turn /= axes.axes[axis].extent;
  }
}

void LaneLoopBuilder::clearTurns() {
  for (size_t axis : turns)
    values[axis] = OpFoldResult();
}

/// Moves a block: by columns where all turns are there, else by turns where a
/// column is an integer, else by element.
void LaneLoopBuilder::moveBlock(OpBuilder &builder) {
  bool areIndependent = llvm::none_of(axes.bounds, [&](const AxisBound &bound) {
    return bound.getWeight(run) && llvm::any_of(turns, [&](size_t turn) {
             return bound.getWeight(turn);
           });
  });
  auto moveAll = [&](OpBuilder &inner) {
    alongRuns(inner, [&](OpBuilder &innermost, int64_t length) {
      moveColumns(innermost, length);
    });
  };
  auto moveSome = [&](OpBuilder &inner) {
    if (!areIndependent || !hasColumnWords())
      return moveElements(inner);
    alongRuns(inner, [&](OpBuilder &innermost, int64_t length) {
      if (inDest)
        packSomeTurns(innermost, length);
      else
        unpackSomeTurns(innermost, length);
    });
  };
  SmallVector<size_t> cut = turns;
  if (!areIndependent)
    cut.push_back(run);
  if (slots != numTurns)
    return moveSome(builder);
  buildIf(builder, isFull(builder, cut), moveAll, moveSome);
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
  auto buildAll = [&](OpBuilder &inner, OpFoldResult count) {
    OpFoldResult begin = inner.getIndexAttr(0);
    for (int64_t length : {lanes, shortRun, int64_t(1)}) {
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
    return buildAll(builder, count);
  buildIf(
      builder, full,
      [&](OpBuilder &inner) { buildAll(inner, inner.getIndexAttr(extent)); },
      [&](OpBuilder &inner) { buildAll(inner, count); });
}

/// Moves the elements of a block, or of one place in its runs, one by one.
void LaneLoopBuilder::moveElements(OpBuilder &builder) {
  SmallVector<size_t> loops = llvm::to_vector(llvm::reverse(turns));
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

/// True for types of which elements can be lanes.
static bool hasLanes(MemRefType source, MemRefType dest) {
  Type element = dest.getElementType();
  return source.getRank() > 0 && isa<IntegerType, FloatType>(element) &&
         isKnownWidth(getValueBits(element)) &&
         isKnownWidth(getBitsPerElement(ShapedType(source))) &&
         isKnownWidth(getBitsPerElement(ShapedType(dest)));
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

/// A plan and what it says for arrays of any shape.
struct SymbolicPlan {
  RelayoutPlan plan;
  AxisExprs exprs;

  SymbolicPlan(const SymbolicAxes &axes, const ElementStorage &source,
               const ElementStorage &dest, const PlanOptions &options)
      : plan(getRelayoutPlan(axes.getAxes(), source.bits, dest.bits,
                             /*destBytes=*/0, options)),
        exprs(axes.describe(plan.axes)) {}
};

} // namespace

LogicalResult mlir::tiled_layout::buildLaneLoops(OpBuilder &builder,
                                                 Location loc, Value source,
                                                 Value dest,
                                                 const PlanOptions &options,
                                                 bool useForall) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  if (!hasLanes(sourceType, destType))
    return failure();
  if (llvm::is_contained(sourceType.getShape(), 0) ||
      llvm::is_contained(destType.getShape(), 0))
    return success();
  std::optional<SymbolicAxes> axes = SymbolicAxes::get(sourceType, destType);
  if (!axes || !axes->getAxes().irregular.empty())
    return failure();
  ElementStorage from = getStorage(sourceType), to = getStorage(destType);
  PlanOptions vectorOptions = options;
  std::optional<SymbolicPlan> planned;
  planned.emplace(*axes, from, to, vectorOptions);
  auto getBuilder = [&] {
    return LaneLoopBuilder(loc, planned->plan, planned->exprs, from, to,
                           vectorOptions.vectorBits, useForall);
  };
  if (LaneLoopBuilder loops = getBuilder();
      loops.classify() && loops.isTooLarge()) {
    vectorOptions.vectorBits =
        maxSpreadTurns * std::max<int64_t>({from.bits, to.bits, 8});
    planned.emplace(*axes, from, to, vectorOptions);
  }
  LaneLoopBuilder loops = getBuilder();
  bool hasVectors = loops.classify();
  // Loops over the elements of a static shape are better cut at its tiles.
  if (!hasVectors && axes->isStatic())
    return failure();
  AxisSizes sizes = axes->build(builder, loc, source, dest, planned->exprs);
  Value flatSource = getFlatIntegers(builder, loc, source);
  Value flatDest = getFlatIntegers(builder, loc, dest);
  if (hasVectors)
    loops.build(builder, flatSource, flatDest, std::move(sizes));
  else
    loops.buildElements(builder, flatSource, flatDest, std::move(sizes));
  return success();
}
