//===- VectorLoops.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "Interleave.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// What has vector loops
//===----------------------------------------------------------------------===//

/// True if vectors of the element type lie in memory as its elements do.
static bool hasVectors(Type type) {
  if (!type.isSignlessInteger() && !isa<FloatType>(type))
    return false;
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_64(bits);
}

static bool hasVectorLoops(MemRefType source, MemRefType dest) {
  return source.getRank() > 0 && source.hasStaticShape() &&
         dest.hasStaticShape() && source.getNumElements() > 0 &&
         source.getElementType() == dest.getElementType() &&
         hasVectors(source.getElementType()) && getLayout(ShapedType(source)) &&
         getLayout(ShapedType(dest)) && isPlainStorage(source) &&
         isPlainStorage(dest);
}

/// Views an array as its elements in the order of their positions.
static Value getFlatView(OpBuilder &builder, Location loc, Value array) {
  auto type = cast<MemRefType>(array.getType());
  if (isTiled(type)) {
    int64_t elements =
        getElements(*getLayout(ShapedType(type)), type.getShape());
    auto flat =
        MemRefType::get({elements}, type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace());
    return ToPhysicalOp::create(builder, loc, flat, array);
  }
  if (type.getRank() == 1)
    return array;
  ReassociationIndices all =
      llvm::to_vector_of<int64_t>(llvm::seq<int64_t>(0, type.getRank()));
  return memref::CollapseShapeOp::create(builder, loc, array,
                                         ArrayRef<ReassociationIndices>{all});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// Builds the loops of one plan.
class VectorLoopBuilder {
public:
  VectorLoopBuilder(Location loc, const RelayoutPlan &plan, int64_t lanes)
      : loc(loc), axes(plan.axes), plan(plan), lanes(lanes),
        values(plan.axes.axes.size()) {
    classify();
  }

  bool hasVectorLoops() const { return run || interleaved; }

  void build(OpBuilder &builder, Value flatSource, Value flatDest) {
    source = flatSource;
    dest = flatDest;
    SmallVector<size_t> loops;
    for (size_t axis = 0; axis < axes.axes.size(); ++axis)
      if (axis != run && !(interleaved && axis >= plan.loops))
        loops.push_back(axis);
    buildLoops(builder, loops, [&](OpBuilder &inner) {
      return run ? copyRun(inner) : moveBlock(inner);
    });
  }

private:
  using Body = function_ref<void(OpBuilder &)>;

  void classify();
  bool isInterleaved(size_t turns, size_t runs, int64_t RelayoutAxis::*packed,
                     int64_t RelayoutAxis::*spread) const;

  OpFoldResult getCount(OpBuilder &builder, size_t axis) const;
  Value getPosition(OpBuilder &builder, int64_t RelayoutAxis::*stride,
                    OpFoldResult offset) const;
  Value isBlockFull(OpBuilder &builder) const;

  void buildLoop(OpBuilder &builder, OpFoldResult begin, OpFoldResult end,
                 int64_t step,
                 function_ref<void(OpBuilder &, OpFoldResult)> body) const;
  void buildLoops(OpBuilder &builder, ArrayRef<size_t> loops, Body body);
  void copyRun(OpBuilder &builder);
  void moveBlock(OpBuilder &builder);
  void moveFullBlock(OpBuilder &builder);
  void copyElement(OpBuilder &builder, OpFoldResult offset) const;

  Location loc;
  const RelayoutAxes &axes;
  const RelayoutPlan &plan;
  /// Elements of a vector.
  int64_t lanes;
  Value source, dest;
  /// The values of the axes whose loops stand around; null for the others.
  SmallVector<OpFoldResult> values;

  /// An axis along which both sides are contiguous.
  std::optional<size_t> run;
  /// Else: an axis whose values take turns on one side, each a run on the
  /// other.
  struct Interleaving {
    size_t turns;
    size_t runs;
    bool inDest;
  };
  std::optional<Interleaving> interleaved;
};

} // namespace

/// True if steps of `turns` are neighbours on the packed side, and steps of
/// `runs` are neighbours on the other.
bool VectorLoopBuilder::isInterleaved(size_t turns, size_t runs,
                                      int64_t RelayoutAxis::*packed,
                                      int64_t RelayoutAxis::*spread) const {
  const RelayoutAxis &turn = axes.axes[turns];
  const RelayoutAxis &element = axes.axes[runs];
  return turn.*packed == 1 && element.*packed == turn.extent &&
         element.*spread == 1 && turn.extent <= 8 &&
         llvm::isPowerOf2_64(turn.extent) && element.extent <= lanes &&
         llvm::isPowerOf2_64(element.extent);
}

/// Finds out which of the two the plan is, if any.
void VectorLoopBuilder::classify() {
  for (size_t axis = 0; axis < axes.axes.size(); ++axis)
    if (axes.axes[axis].sourceStride == 1 && axes.axes[axis].destStride == 1)
      run = axis;
  if (run) {
    lanes = std::min<int64_t>(
        lanes, llvm::bit_floor<uint64_t>(axes.axes[*run].extent));
    // Less than a machine word is not worth a vector.
    if (lanes * plan.destBits < 64)
      run.reset();
    return;
  }
  if (axes.axes.size() != plan.loops + 2)
    return;
  for (size_t turns : {plan.loops, plan.loops + 1}) {
    size_t runs = 2 * plan.loops + 1 - turns;
    if (isInterleaved(turns, runs, &RelayoutAxis::destStride,
                      &RelayoutAxis::sourceStride))
      interleaved = {turns, runs, /*inDest=*/true};
    else if (isInterleaved(turns, runs, &RelayoutAxis::sourceStride,
                           &RelayoutAxis::destStride))
      interleaved = {turns, runs, /*inDest=*/false};
  }
}

/// Returns how far an axis goes, given the loops around.
OpFoldResult VectorLoopBuilder::getCount(OpBuilder &builder,
                                         size_t axis) const {
  SmallVector<AffineExpr> counts = {
      builder.getAffineConstantExpr(axes.axes[axis].extent)};
  SmallVector<OpFoldResult> operands;
  for (const AxisBound &bound : axes.bounds) {
    int64_t weight = bound.getWeight(axis);
    if (weight == 0)
      continue;
    AffineExpr room = builder.getAffineConstantExpr(bound.limit);
    for (const AxisBound::Term &term : bound.terms) {
      if (term.axis == axis || !values[term.axis])
        continue;
      room = room - builder.getAffineDimExpr(operands.size()) * term.weight;
      operands.push_back(values[term.axis]);
    }
    counts.push_back(room.ceilDiv(weight));
  }
  auto map = AffineMap::get(operands.size(), 0, counts, builder.getContext());
  return affine::makeComposedFoldedAffineMin(builder, loc, map, operands);
}

/// Returns a position given the loops around; `offset` is added.
Value VectorLoopBuilder::getPosition(OpBuilder &builder,
                                     int64_t RelayoutAxis::*stride,
                                     OpFoldResult offset) const {
  SmallVector<OpFoldResult> operands = {offset};
  AffineExpr position = builder.getAffineDimExpr(0);
  for (auto [axis, value] : llvm::zip_equal(axes.axes, values)) {
    if (!value)
      continue;
    position =
        position + builder.getAffineDimExpr(operands.size()) * (axis.*stride);
    operands.push_back(value);
  }
  auto map = AffineMap::get(operands.size(), 0, position);
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(builder, loc, map, operands));
}

/// Builds a loop, or what a loop with one known iteration is.
void VectorLoopBuilder::buildLoop(
    OpBuilder &builder, OpFoldResult begin, OpFoldResult end, int64_t step,
    function_ref<void(OpBuilder &, OpFoldResult)> body) const {
  auto knownBegin = getConstantIntValue(begin);
  auto knownEnd = getConstantIntValue(end);
  if (knownBegin && knownEnd) {
    if (*knownBegin >= *knownEnd)
      return;
    if (*knownBegin + step >= *knownEnd)
      return body(builder, begin);
  }
  scf::ForOp::create(
      builder, loc, getValueOrCreateConstantIndexOp(builder, loc, begin),
      getValueOrCreateConstantIndexOp(builder, loc, end),
      arith::ConstantIndexOp::create(builder, loc, step), ValueRange(),
      [&](OpBuilder &inner, Location, Value value, ValueRange) {
        body(inner, value);
        scf::YieldOp::create(inner, loc);
      });
}

/// Builds loops over these axes, outermost first.
void VectorLoopBuilder::buildLoops(OpBuilder &builder, ArrayRef<size_t> loops,
                                   Body body) {
  if (loops.empty())
    return body(builder);
  size_t axis = loops.front();
  buildLoop(builder, builder.getIndexAttr(0), getCount(builder, axis), 1,
            [&](OpBuilder &inner, OpFoldResult value) {
              values[axis] = value;
              buildLoops(inner, loops.drop_front(), body);
              values[axis] = OpFoldResult();
            });
}

void VectorLoopBuilder::copyElement(OpBuilder &builder,
                                    OpFoldResult offset) const {
  Value value = memref::LoadOp::create(
      builder, loc, source,
      getPosition(builder, &RelayoutAxis::sourceStride, offset));
  memref::StoreOp::create(
      builder, loc, value, dest,
      getPosition(builder, &RelayoutAxis::destStride, offset));
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Copies one run: whole vectors, then the elements that are left.
void VectorLoopBuilder::copyRun(OpBuilder &builder) {
  OpFoldResult count = getCount(builder, *run);
  AffineExpr whole = builder.getAffineDimExpr(0).floorDiv(lanes) * lanes;
  OpFoldResult end = affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(1, 0, whole), {count});
  auto type = VectorType::get(
      {lanes}, cast<MemRefType>(source.getType()).getElementType());
  buildLoop(builder, builder.getIndexAttr(0), end, lanes,
            [&](OpBuilder &inner, OpFoldResult offset) {
              Value vector = vector::LoadOp::create(
                  inner, loc, type, source,
                  getPosition(inner, &RelayoutAxis::sourceStride, offset));
              vector::StoreOp::create(
                  inner, loc, vector, dest,
                  getPosition(inner, &RelayoutAxis::destStride, offset));
            });
  buildLoop(builder, end, count, 1, [&](OpBuilder &inner, OpFoldResult offset) {
    copyElement(inner, offset);
  });
}

//===----------------------------------------------------------------------===//
// Interleaving
//===----------------------------------------------------------------------===//

/// Returns a condition for no bound to cut the block, or null if none does.
Value VectorLoopBuilder::isBlockFull(OpBuilder &builder) const {
  Value full;
  for (size_t k = 0; k < axes.bounds.size(); ++k) {
    if (!plan.cutsBlocks(k))
      continue;
    const AxisBound &bound = axes.bounds[k];
    AffineExpr last = builder.getAffineConstantExpr(0);
    SmallVector<OpFoldResult> operands;
    for (const AxisBound::Term &term : bound.terms) {
      if (term.axis >= plan.loops) {
        last = last + term.weight * (axes.axes[term.axis].extent - 1);
        continue;
      }
      last = last + builder.getAffineDimExpr(operands.size()) * term.weight;
      operands.push_back(values[term.axis]);
    }
    OpFoldResult value = affine::makeComposedFoldedAffineApply(
        builder, loc, AffineMap::get(operands.size(), 0, last), operands);
    Value holds = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt,
        getValueOrCreateConstantIndexOp(builder, loc, value),
        arith::ConstantIndexOp::create(builder, loc, bound.limit));
    full = full ? arith::AndIOp::create(builder, loc, full, holds) : holds;
  }
  return full;
}

/// Moves a block: as vectors, or, where a ragged edge cuts it, by element.
void VectorLoopBuilder::moveBlock(OpBuilder &builder) {
  Value full = isBlockFull(builder);
  if (!full)
    return moveFullBlock(builder);
  auto branch = scf::IfOp::create(builder, loc, full, /*withElseRegion=*/true);
  OpBuilder whole = branch.getThenBodyBuilder();
  moveFullBlock(whole);
  OpBuilder part = branch.getElseBodyBuilder();
  buildLoops(
      part, {interleaved->turns, interleaved->runs},
      [&](OpBuilder &inner) { copyElement(inner, inner.getIndexAttr(0)); });
}

void VectorLoopBuilder::moveFullBlock(OpBuilder &builder) {
  const RelayoutAxis &turns = axes.axes[interleaved->turns];
  int64_t length = axes.axes[interleaved->runs].extent;
  Type element = cast<MemRefType>(source.getType()).getElementType();
  // Only shuffles of integers are good machine code everywhere.
  Type bits = builder.getIntegerType(element.getIntOrFloatBitWidth());
  auto load = [&](int64_t offset, int64_t count) {
    Value vector = vector::LoadOp::create(
        builder, loc, VectorType::get({count}, element), source,
        getPosition(builder, &RelayoutAxis::sourceStride,
                    builder.getIndexAttr(offset)));
    return builder.createOrFold<vector::BitCastOp>(
        loc, VectorType::get({count}, bits), vector);
  };
  auto store = [&](Value vector, int64_t offset) {
    auto type = cast<VectorType>(vector.getType()).clone(element);
    vector::StoreOp::create(
        builder, loc,
        builder.createOrFold<vector::BitCastOp>(loc, type, vector), dest,
        getPosition(builder, &RelayoutAxis::destStride,
                    builder.getIndexAttr(offset)));
  };

  SmallVector<Value> vectors;
  if (interleaved->inDest) {
    for (int64_t turn = 0; turn < turns.extent; ++turn)
      vectors.push_back(load(turn * turns.sourceStride, length));
    return store(interleaveAll(builder, loc, vectors), 0);
  }
  deinterleaveAll(builder, loc, load(0, length * turns.extent), turns.extent,
                  vectors);
  for (auto [turn, vector] : llvm::enumerate(vectors))
    store(vector, turn * turns.destStride);
}

LogicalResult mlir::tiled_layout::buildVectorLoops(OpBuilder &builder,
                                                   Location loc, Value source,
                                                   Value dest,
                                                   int64_t vectorBits) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  if (!hasVectorLoops(sourceType, destType))
    return failure();
  int64_t bits = destType.getElementTypeBitWidth();
  PlanOptions options;
  options.vectorBits = vectorBits;
  RelayoutPlan plan = getRelayoutPlan(*getLayout(ShapedType(sourceType)),
                                      *getLayout(ShapedType(destType)),
                                      destType.getShape(), bits, bits, options);
  if (!plan.axes.irregular.empty())
    return failure();
  VectorLoopBuilder loops(loc, plan, std::max<int64_t>(vectorBits / bits, 1));
  if (!loops.hasVectorLoops())
    return failure();
  Value flatSource = getFlatView(builder, loc, source);
  Value flatDest = getFlatView(builder, loc, dest);
  loops.build(builder, flatSource, flatDest);
  return success();
}
