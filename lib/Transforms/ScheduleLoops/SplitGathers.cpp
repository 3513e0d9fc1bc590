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

#include "ScheduleSteps.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "../ElementIndex.h"
#include "../FlatViews.h"
#include "../OwnBuffers.h"
#include "../Remarks.h"
#include "../RunLoops.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// How many positions are computed at once: several vectors, in few lines.
static constexpr int64_t batch = 64;
/// With fewer divisions there is nothing to gain.
static constexpr int64_t fewestDivisions = 2;

namespace {

/// A load of a tiled array at an index that comes from memory.
struct Gather {
  memref::LoadOp load;
  /// What of the loop's body its indices are computed by, in order.
  SmallVector<Operation *> slice;
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

/// Returns how many quotients, each with its remainder, the layout takes of
/// these dimensions of an array.
static int64_t countDivisions(MemRefType type,
                              const llvm::SmallBitVector &dims) {
  AffineMap map = getPhysicalMap(*getLayout(ShapedType(type)), type.getShape(),
                                 type.getContext());
  if (!map)
    return 0;
  SetVector<std::pair<AffineExpr, AffineExpr>> divisions;
  map.walkExprs([&](AffineExpr expr) {
    AffineExprKind kind = expr.getKind();
    bool isDivision =
        kind == AffineExprKind::FloorDiv || kind == AffineExprKind::Mod;
    if (isDivision && llvm::any_of(dims.set_bits(), [&](unsigned dim) {
          return expr.isFunctionOfDim(dim);
        })) {
      auto division = cast<AffineBinaryOpExpr>(expr);
      divisions.insert({division.getLHS(), division.getRHS()});
    }
  });
  return divisions.size();
}

/// Returns the dimensions whose index comes from memory in each iteration.
static llvm::SmallBitVector getGatheredDims(AffineForOp loop,
                                            memref::LoadOp load) {
  llvm::SmallBitVector dims(load.getIndices().size());
  for (auto [dim, index] : llvm::enumerate(load.getIndices()))
    if (auto slice = getSlice(loop, index))
      dims[dim] = llvm::any_of(*slice, isLoad);
  return dims;
}

/// True if positions of elements are all that is needed to load from the array.
static bool hasPositions(MemRefType type) {
  return getLayout(ShapedType(type)) && isTiled(type) && isPlainStorage(type);
}

/// Returns the gathers of a loop.
static SmallVector<Gather> findGathers(AffineForOp loop) {
  SmallVector<Gather> gathers;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    MemRefType type = load.getMemRefType();
    if (!hasPositions(type) || !loop.isDefinedOutsideOfLoop(load.getMemRef()))
      continue;
    auto slice = getSlice(loop, load.getIndices());
    if (!slice ||
        countDivisions(type, getGatheredDims(loop, load)) < fewestDivisions ||
        !isUntouched(loop, *slice))
      continue;
    gathers.push_back({load, std::move(*slice)});
  }
  return gathers;
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

/// Computes the positions of a gather in a loop of their own, and returns the
/// buffer where they are.
Value LoopSplitter::computePositions(const Gather &gather, Value first) {
  Location loc = gather.load->getLoc();
  // Half as many bits are twice as many positions in a vector.
  memref::LoadOp load = gather.load;
  MemRefType type = load.getMemRefType();
  bool isShort = type.hasStaticShape() &&
                 llvm::isInt<32>(getElements(*getLayout(ShapedType(type)),
                                             type.getShape()));
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
  for (Operation *op : gather.slice)
    builder.clone(*op, mapping);
  Value position = LinearizeOp::create(
      builder, loc, load.getMemRef(),
      llvm::map_to_vector(load.getIndices(), [&](Value index) {
        return mapping.lookupOrDefault(index);
      }));
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
  Value flat = createFlatView(builder, loc, load.getMemRef());
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

static void split(AffineForOp loop) {
  std::optional<uint64_t> count = affine::getConstantTripCount(loop);
  // The threads of a kernel have no vectors.
  Block *bufferBlock = runsOnDevice(loop) ? nullptr : getFrame(loop);
  if (getAnnotation(loop) || (count && *count < 2 * batch) ||
      loop.getStepAsInt() != 1 || !bufferBlock)
    return;
  SmallVector<Gather> gathers = findGathers(loop);
  if (gathers.empty())
    return;
  remark::passed(loop.getLoc(), getRemarkOpts(loop, "split-gathers"))
      << remark::metric("gathers", gathers.size());
  LoopSplitter(loop, gathers, bufferBlock).run();
}

void mlir::tiled_layout::splitGathers(Operation *root) {
  SmallVector<AffineForOp> loops;
  root->walk([&](AffineForOp loop) { loops.push_back(loop); });
  for (AffineForOp loop : loops)
    split(loop);
}
