//===- BitLoops.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitLoops.h"

#include "BitLoopBuilder.h"

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

//===----------------------------------------------------------------------===//
// What has vector loops
//===----------------------------------------------------------------------===//

/// True if the turns follow one another on the packed side, and columns follow
/// them, or would if a column had its other turns.
bool BitLoopBuilder::isColumn(bool packsDest) {
  inDest = packsDest;
  turns.clear();
  numTurns = 1;
  std::optional<size_t> found;
  for (size_t axis = plan.loops; axis < axes.axes.size(); ++axis) {
    if (axes.axes[axis].*spreadStride() == 1)
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
    if (axes.axes[axis].*packedStride() != numTurns)
      return false;
    numTurns *= axes.axes[axis].extent;
  }
  slots = axes.axes[run].*packedStride();
  if (slots != numTurns)
    return turns.size() <= 1 && numTurns < slots && hasColumnWords();
  return numTurns <= maxTurns && llvm::isPowerOf2_64(numTurns);
}

/// True if each run, or column, begins at a byte of this side.
bool BitLoopBuilder::beginsAtBytes(const ElementStorage &side,
                                   StrideMember stride) const {
  int64_t perByte = side.getElementsPerByte();
  for (size_t axis = 0; axis < axes.axes.size(); ++axis) {
    bool isInside = axis == run || (stride == packedStride() &&
                                    llvm::is_contained(turns, axis));
    if (!isInside && axes.axes[axis].*stride % perByte != 0)
      return false;
  }
  return true;
}

/// True if so many lanes of a run fill whole bytes on both sides.
bool BitLoopBuilder::isAligned(int64_t length) const {
  const ElementStorage &spread = inDest ? source : dest;
  return spread.isWholeBytes(length) && packed().isWholeBytes(length * slots);
}

/// True if a column is an integer that processors know.
bool BitLoopBuilder::hasColumnWords() const {
  int64_t bits = getColumnBits();
  return turns.size() <= 1 && bits >= 8 && bits <= 64 &&
         llvm::isPowerOf2_64(bits);
}

bool BitLoopBuilder::classify() {
  if (!isColumn(/*packsDest=*/true) && !isColumn(/*packsDest=*/false))
    return false;
  int64_t bits = std::max<int64_t>({source.bits, dest.bits, 8});
  lanes = llvm::bit_floor<uint64_t>(
      std::min(axes.axes[run].extent, vectorBits / bits));
  return lanes >= shortRun &&
         beginsAtBytes(source, &RelayoutAxis::sourceStride) &&
         beginsAtBytes(dest, &RelayoutAxis::destStride);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void BitLoopBuilder::build(OpBuilder &builder) {
  SmallVector<size_t> loops = llvm::to_vector(llvm::seq<size_t>(0, plan.loops));
  buildLoops(builder, loops, [&](OpBuilder &inner) { moveBlock(inner); });
}

void BitLoopBuilder::setTurn(OpBuilder &builder, int64_t turn) {
  for (size_t axis : turns) {
    values[axis] = builder.getIndexAttr(turn % axes.axes[axis].extent);
    turn /= axes.axes[axis].extent;
  }
}

void BitLoopBuilder::clearTurns() {
  for (size_t axis : turns)
    values[axis] = OpFoldResult();
}

/// Moves a block: by columns where all turns are there, else by turns where a
/// column is an integer, else by element.
void BitLoopBuilder::moveBlock(OpBuilder &builder) {
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
void BitLoopBuilder::alongRuns(OpBuilder &builder,
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
  Value full = extent == lanes ? isFull(builder, {run}) : Value();
  OpFoldResult count = getCount(builder, run);
  if (!full)
    return buildAll(builder, count);
  buildIf(
      builder, full,
      [&](OpBuilder &inner) { buildAll(inner, inner.getIndexAttr(extent)); },
      [&](OpBuilder &inner) { buildAll(inner, count); });
}

/// Moves the elements of a block, or of one place in its runs, one by one.
void BitLoopBuilder::moveElements(OpBuilder &builder) {
  SmallVector<size_t> loops = llvm::to_vector(llvm::reverse(turns));
  if (!values[run])
    loops.push_back(run);
  buildLoops(builder, loops, [&](OpBuilder &inner) {
    Value element = source.loadElement(
        inner, loc, getPlace(inner, &RelayoutAxis::sourceStride));
    dest.storeElement(inner, loc, element,
                      getPlace(inner, &RelayoutAxis::destStride));
  });
}

//===----------------------------------------------------------------------===//
// The way in
//===----------------------------------------------------------------------===//

/// True if bits of this number per element are handled here.
static bool isKnownWidth(std::optional<int64_t> bits) {
  return bits && *bits >= 1 && *bits <= 64 && llvm::isPowerOf2_64(*bits);
}

/// True for array types whose elements are converted here.
static bool hasBitLoops(MemRefType source, MemRefType dest) {
  if (source.getRank() == 0 || !source.hasStaticShape() ||
      !dest.hasStaticShape() || source.getNumElements() == 0)
    return false;
  std::optional<int64_t> valueBits = getValueBits(dest.getElementType());
  return isKnownWidth(valueBits) &&
         isa<IntegerType, FloatType>(dest.getElementType()) &&
         getLayout(ShapedType(source)) && getLayout(ShapedType(dest)) &&
         isKnownWidth(getBitsPerElement(ShapedType(source))) &&
         isKnownWidth(getBitsPerElement(ShapedType(dest))) &&
         !(isPlainStorage(source) && isPlainStorage(dest));
}

LogicalResult mlir::tiled_layout::buildBitLoops(OpBuilder &builder,
                                                Location loc, Value source,
                                                Value dest,
                                                const PlanOptions &options,
                                                bool useForall) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  if (!hasBitLoops(sourceType, destType))
    return failure();
  Type element = destType.getElementType();
  int64_t valueBits = *getValueBits(element);
  bool isSigned = element.isSignlessInteger() && valueBits > 1;
  int64_t laneBits = std::max<int64_t>(valueBits, 8);
  auto getStorage = [&](MemRefType type) {
    return ElementStorage{Value(), *getBitsPerElement(ShapedType(type)),
                          valueBits, isSigned, laneBits};
  };
  ElementStorage sourceSide = getStorage(sourceType);
  ElementStorage destSide = getStorage(destType);
  RelayoutPlan plan = getRelayoutPlan(
      *getLayout(ShapedType(sourceType)), *getLayout(ShapedType(destType)),
      destType.getShape(), sourceSide.bits, destSide.bits, options);
  if (!plan.axes.irregular.empty() ||
      !BitLoopBuilder(loc, plan, sourceSide, destSide, options.vectorBits,
                      useForall)
           .classify())
    return failure();
  sourceSide.flat = getFlatIntegers(builder, loc, source);
  destSide.flat = getFlatIntegers(builder, loc, dest);
  BitLoopBuilder loops(loc, plan, sourceSide, destSide, options.vectorBits,
                       useForall);
  loops.classify();
  loops.build(builder);
  return success();
}
