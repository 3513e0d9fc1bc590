//===- VectorLoops.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "AxisLoops.h"
#include "Interleave.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
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
class VectorLoopBuilder : AxisLoopBuilder {
public:
  VectorLoopBuilder(Location loc, const RelayoutPlan &plan, int64_t lanes,
                    bool useForall)
      : AxisLoopBuilder(loc, plan.axes, {plan.threadLoop, useForall}),
        plan(plan), lanes(lanes) {
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
  void classify();
  bool isInterleaved(size_t turns, size_t runs, int64_t RelayoutAxis::*packed,
                     int64_t RelayoutAxis::*spread) const;

  void copyRun(OpBuilder &builder);
  void moveBlock(OpBuilder &builder);
  void moveCutBlock(OpBuilder &builder);
  void moveShortVectors(OpBuilder &builder, int64_t length);
  void moveVectors(OpBuilder &builder, int64_t length);
  void copyElement(OpBuilder &builder, OpFoldResult offset) const;

  const RelayoutPlan &plan;
  /// Elements of a vector.
  int64_t lanes;
  Value source, dest;
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
  OpFoldResult end = roundDown(builder, count, lanes);
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

/// Moves a block: whole vectors unless a ragged edge cuts it.
void VectorLoopBuilder::moveBlock(OpBuilder &builder) {
  size_t turns = interleaved->turns, runs = interleaved->runs;
  buildIf(
      builder, isFull(builder, {turns, runs}),
      [&](OpBuilder &inner) { moveVectors(inner, axes.axes[runs].extent); },
      [&](OpBuilder &inner) { moveCutBlock(inner); });
}

/// Moves a block that an edge cuts: as shorter vectors where all turns are
/// there, else by element.
void VectorLoopBuilder::moveCutBlock(OpBuilder &builder) {
  size_t turns = interleaved->turns, runs = interleaved->runs;
  auto moveElements = [&](OpBuilder &inner) {
    buildLoops(inner, {turns, runs}, [&](OpBuilder &innermost) {
      copyElement(innermost, innermost.getIndexAttr(0));
    });
  };
  // A machine word for each turn.
  int64_t length = 64 / plan.destBits;
  bool areIndependent = llvm::none_of(axes.bounds, [&](auto &bound) {
    return bound.getWeight(turns) && bound.getWeight(runs);
  });
  if (!areIndependent || !axes.isBounded(runs) || length < 2 ||
      length >= axes.axes[runs].extent)
    return moveElements(builder);
  buildIf(
      builder, isFull(builder, {turns}),
      [&](OpBuilder &inner) { moveShortVectors(inner, length); }, moveElements);
}

/// Moves all turns of a block whose runs may be cut: vectors of `length`
/// elements of each run, then the elements that are left.
void VectorLoopBuilder::moveShortVectors(OpBuilder &builder, int64_t length) {
  size_t turns = interleaved->turns, runs = interleaved->runs;
  OpFoldResult count = getCount(builder, runs);
  OpFoldResult end = roundDown(builder, count, length);
  auto buildAlongRuns = [&](OpFoldResult begin, OpFoldResult stop, int64_t step,
                            Body body) {
    buildLoop(builder, begin, stop, step,
              [&](OpBuilder &inner, OpFoldResult value) {
                values[runs] = value;
                body(inner);
                values[runs] = OpFoldResult();
              });
  };
  buildAlongRuns(builder.getIndexAttr(0), end, length,
                 [&](OpBuilder &inner) { moveVectors(inner, length); });
  buildAlongRuns(end, count, 1, [&](OpBuilder &inner) {
    buildLoops(inner, {turns}, [&](OpBuilder &innermost) {
      copyElement(innermost, innermost.getIndexAttr(0));
    });
  });
}

/// Moves all turns of `length` elements of each run.
void VectorLoopBuilder::moveVectors(OpBuilder &builder, int64_t length) {
  const RelayoutAxis &turns = axes.axes[interleaved->turns];
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
                                                   const PlanOptions &options,
                                                   bool useForall) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  if (!hasVectorLoops(sourceType, destType))
    return failure();
  int64_t bits = destType.getElementTypeBitWidth();
  RelayoutPlan plan = getRelayoutPlan(*getLayout(ShapedType(sourceType)),
                                      *getLayout(ShapedType(destType)),
                                      destType.getShape(), bits, bits, options);
  if (!plan.axes.irregular.empty())
    return failure();
  VectorLoopBuilder loops(
      loc, plan, std::max<int64_t>(options.vectorBits / bits, 1), useForall);
  if (!loops.hasVectorLoops())
    return failure();
  Value flatSource = getFlatView(builder, loc, source);
  Value flatDest = getFlatView(builder, loc, dest);
  loops.build(builder, flatSource, flatDest);
  return success();
}
