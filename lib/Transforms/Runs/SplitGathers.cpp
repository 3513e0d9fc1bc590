//===- SplitGathers.cpp - Positions before the loads at them --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that loads elements whose indices come from memory waits for memory,
// and how many of its loads a processor has under way is bounded by how many
// operations it looks ahead. The digits of an index take some ten of these.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/Passes.h"

#include "../Remarks.h"

#include "../Words/ElementIndex.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_SPLITGATHERSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// How many positions are computed at once: several vectors, in few lines.
static constexpr int64_t batch = 64;
/// With fewer values that are divided there is nothing to gain.
static constexpr int64_t fewestDivided = 2;

namespace {

/// A load at an index that comes from memory.
struct Gather {
  memref::LoadOp load;
  /// What of the loop's body its indices are computed by, in order.
  SmallVector<Operation *> slice;

  MemRefType getType() const {
    return cast<MemRefType>(load->getOperand(0).getType());
  }
};

} // namespace

static bool isLoad(Operation *op) {
  return isa<affine::AffineLoadOp, memref::LoadOp>(op);
}

/// Returns the operations of the loop's body that values are computed by, if
/// they only compute and load, and carry nothing from one iteration to the
/// next.
static std::optional<SmallVector<Operation *>> getSlice(AffineForOp loop,
                                                        ValueRange values) {
  llvm::SmallPtrSet<Operation *, 16> found;
  SmallVector<Value> open(values);
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (loop.isDefinedOutsideOfLoop(value) || value == loop.getInductionVar())
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() != 0 ||
        (!isMemoryEffectFree(op) && !isLoad(op)))
      return std::nullopt;
    if (found.insert(op).second)
      llvm::append_range(open, op->getOperands());
  }
  SmallVector<Operation *> slice;
  for (Operation &op : loop.getBody()->without_terminator())
    if (found.contains(&op))
      slice.push_back(&op);
  return slice;
}

/// True if nothing that the loop stores may be loaded by the slice.
static bool isUntouched(AffineForOp loop, ArrayRef<Operation *> slice) {
  bool isUntouched = true;
  auto visit = [&](Value written, bool isWrite) {
    for (Operation *op : slice)
      if (isWrite && isLoad(op))
        visitAccesses(op, [&](Value read, bool) {
          isUntouched &= !mayTouch(written, read);
        });
  };
  for (Operation &op : loop.getBody()->without_terminator())
    if (!visitAccesses(&op, visit))
      return false;
  return isUntouched;
}

/// Returns how many values are divided in what `convert-tiled-layout-to-affine`
/// has made of indices: a quotient and its remainder are one.
static int64_t countDivided(ArrayRef<Operation *> slice) {
  SetVector<std::pair<Value, AffineExpr>> divided;
  for (Operation *op : slice)
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      apply.getAffineMap().walkExprs([&](AffineExpr expr) {
        AffineExprKind kind = expr.getKind();
        if (kind != AffineExprKind::FloorDiv &&
            kind != AffineExprKind::CeilDiv && kind != AffineExprKind::Mod)
          return;
        auto division = cast<AffineBinaryOpExpr>(expr);
        auto dim = dyn_cast<AffineDimExpr>(division.getLHS());
        divided.insert({dim ? apply.getMapOperands()[dim.getPosition()]
                            : apply.getResult(),
                        division.getRHS()});
      });
  return divided.size();
}

/// Returns the gathers of a loop.
static SmallVector<Gather> findGathers(AffineForOp loop) {
  SmallVector<Gather> gathers;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    MemRefType type = load.getMemRefType();
    if (!type.getLayout().isIdentity() ||
        !loop.isDefinedOutsideOfLoop(load.getMemRef()))
      continue;
    auto slice = getSlice(loop, load.getIndices());
    if (!slice || llvm::none_of(*slice, isLoad) ||
        countDivided(*slice) < fewestDivided || !isUntouched(loop, *slice))
      continue;
    gathers.push_back({load, std::move(*slice)});
  }
  return gathers;
}

/// Returns where a buffer may be allocated that only this loop uses at a time:
/// the beginning of the function, unless the loop is in one that is parallel,
/// or in a kernel, whose threads have no vectors.
static Block *getBufferBlock(AffineForOp loop) {
  Operation *parent = loop->getParentOp();
  while (
      isa<AffineForOp, affine::AffineIfOp, scf::ForOp, scf::IfOp, scf::WhileOp>(
          parent))
    parent = parent->getParentOp();
  auto function = dyn_cast<func::FuncOp>(parent);
  return function ? &function.getBody().front() : nullptr;
}

namespace {

/// Splits a loop into batches, each a loop that computes positions and one that
/// does the rest.
class LoopSplitter {
public:
  LoopSplitter(AffineForOp loop, ArrayRef<Gather> gathers, Block *bufferBlock)
      : loop(loop), gathers(gathers), bufferBlock(bufferBlock), builder(loop) {}

  void run();

private:
  AffineForOp createBatches();
  void setBounds(AffineForOp part, Value first);
  Value computePositions(const Gather &gather, Value first);
  SmallVector<OpFoldResult> getExtents(const Gather &gather);
  Value getPosition(const Gather &gather, IRMapping &mapping);
  void loadAtPositions(const Gather &gather, Value buffer, Value first);
  /// Returns where in a buffer an iteration of a batch is, and that batch.
  AffineMap getPlace() {
    return AffineMap::get(
        2, 0, builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1));
  }

  AffineForOp loop;
  ArrayRef<Gather> gathers;
  Block *bufferBlock;
  OpBuilder builder;
};

} // namespace

/// Puts the loop into one over batches, which carries what it carried.
AffineForOp LoopSplitter::createBatches() {
  auto batches =
      AffineForOp::create(builder, loop.getLoc(), loop.getLowerBoundOperands(),
                          loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
                          loop.getUpperBoundMap(), batch, loop.getInits(),
                          [](OpBuilder &, Location, Value, ValueRange) {});
  batches->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  loop.replaceAllUsesWith(batches.getResults());
  loop->moveBefore(batches.getBody(), batches.getBody()->end());
  loop.getInitsMutable().assign(batches.getRegionIterArgs());
  builder.setInsertionPointToEnd(batches.getBody());
  affine::AffineYieldOp::create(builder, loop.getLoc(), loop.getResults());
  return batches;
}

/// Lets a loop go through the batch that begins with `first`.
void LoopSplitter::setBounds(AffineForOp part, Value first) {
  AffineMap upper = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  AffineExpr end = builder.getAffineDimExpr(upper.getNumDims()) +
                   builder.getAffineConstantExpr(batch);
  SmallVector<AffineExpr> results = {end};
  std::optional<uint64_t> count = affine::getConstantTripCount(loop);
  if (!count || *count % batch != 0)
    llvm::append_range(results, upper.getResults());
  operands.insert(operands.begin() + upper.getNumDims(), first);
  part.setUpperBound(operands, AffineMap::get(upper.getNumDims() + 1,
                                              upper.getNumSymbols(), results,
                                              builder.getContext()));
  part.setLowerBound(first, builder.getDimIdentityMap());
}

/// Returns the extents of a gather's array, those of run time from in front of
/// the batches.
SmallVector<OpFoldResult> LoopSplitter::getExtents(const Gather &gather) {
  memref::LoadOp load = gather.load;
  OpBuilder outside(loop->getParentOp());
  return memref::getMixedSizes(outside, load.getLoc(), load.getMemRef());
}

/// Builds the position that a gather loads.
Value LoopSplitter::getPosition(const Gather &gather, IRMapping &mapping) {
  for (Operation *op : gather.slice)
    builder.clone(*op, mapping);
  memref::LoadOp load = gather.load;
  Location loc = load.getLoc();
  SmallVector<Value> indices;
  for (Value index : load.getIndices())
    indices.push_back(mapping.lookupOrDefault(index));
  // In the linear form, the index is the position.
  if (indices.size() == 1)
    return indices.front();
  // Disjoint: within the array, as the load is in the same iteration.
  return affine::AffineLinearizeIndexOp::create(
      builder, loc, indices, getExtents(gather), /*disjoint=*/true);
}

/// Computes the positions of a gather in a loop of their own, and returns the
/// buffer where they are.
Value LoopSplitter::computePositions(const Gather &gather, Value first) {
  Location loc = gather.load->getLoc();
  // Half as many bits are twice as many positions in a vector.
  MemRefType type = gather.getType();
  bool isShort =
      type.hasStaticShape() && llvm::isInt<32>(type.getNumElements());
  Type stored =
      isShort ? Type(builder.getI32Type()) : Type(builder.getIndexType());
  OpBuilder atFront = OpBuilder::atBlockBegin(bufferBlock);
  Value buffer =
      memref::AllocaOp::create(atFront, loc, MemRefType::get({batch}, stored));
  builder.setInsertionPoint(loop);
  auto positions = AffineForOp::create(builder, loc, 0, 0);
  setBounds(positions, first);
  builder.setInsertionPoint(positions.getBody()->getTerminator());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), positions.getInductionVar());
  Value position = getPosition(gather, mapping);
  if (stored != position.getType())
    position = arith::IndexCastUIOp::create(builder, loc, stored, position);
  affine::AffineStoreOp::create(builder, loc, position, buffer, getPlace(),
                                ValueRange{positions.getInductionVar(), first});
  return buffer;
}

/// Loads at the positions in the buffer.
void LoopSplitter::loadAtPositions(const Gather &gather, Value buffer,
                                   Value first) {
  memref::LoadOp load = gather.load;
  Location loc = load.getLoc();
  builder.setInsertionPoint(loop->getParentOp());
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(0, gather.getType().getRank()));
  Value flat = load.getMemRef();
  if (all.size() > 1)
    flat = memref::CollapseShapeOp::create(builder, loc, flat,
                                           ArrayRef<ReassociationIndices>(all));
  builder.setInsertionPoint(load);
  Value position =
      affine::AffineLoadOp::create(builder, loc, buffer, getPlace(),
                                   ValueRange{loop.getInductionVar(), first});
  if (!position.getType().isIndex())
    position = arith::IndexCastUIOp::create(builder, loc,
                                            builder.getIndexType(), position);
  auto element = memref::LoadOp::create(builder, loc, flat, position);
  element->setAttrs(load->getAttrs());
  load.replaceAllUsesWith(element.getResult());
  load.erase();
}

void LoopSplitter::run() {
  AffineForOp batches = createBatches();
  Value first = batches.getInductionVar();
  // The index of one gather may come from another one.
  SmallVector<Value> buffers;
  for (const Gather &gather : gathers)
    buffers.push_back(computePositions(gather, first));
  for (auto [gather, buffer] : llvm::zip_equal(gathers, buffers))
    loadAtPositions(gather, buffer, first);
  setBounds(loop, first);
}

namespace {

class SplitGathersPass
    : public tiled_layout::impl::SplitGathersPassBase<SplitGathersPass> {
public:
  using SplitGathersPassBase::SplitGathersPassBase;

private:
  void runOnOperation() final {
    FailureOr<Target> target = getTargetOf(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (!target->batchGathers)
      return;
    SmallVector<AffineForOp> loops;
    getOperation()->walk([&](AffineForOp loop) { loops.push_back(loop); });
    for (AffineForOp loop : loops)
      split(loop);
  }

  static void split(AffineForOp loop) {
    std::optional<uint64_t> count = affine::getConstantTripCount(loop);
    Block *bufferBlock = getBufferBlock(loop);
    if ((count && *count < 2 * batch) || loop.getStepAsInt() != 1 ||
        !bufferBlock)
      return;
    SmallVector<Gather> gathers = findGathers(loop);
    if (gathers.empty())
      return;
    remark::passed(loop.getLoc(), getRemarkOpts(loop, "split-gathers"))
        << remark::metric("gathers", gathers.size());
    LoopSplitter(loop, gathers, bufferBlock).run();
  }
};

} // namespace
