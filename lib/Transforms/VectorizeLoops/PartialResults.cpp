//===- PartialResults.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialResults.h"

#include "../NoAlias.h"
#include "../OwnBuffers.h"
#include "../RunLoops.h"
#include "LaneValues.h"
#include "Reductions.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// Partial results of rows that are kept in memory, in bits: a few kilobytes.
static constexpr int64_t maxScratchBits = 1 << 16;

/// Returns how many lanes partial results have, or 0 for a loop that is too
/// short, or whose length is not known.
static int64_t getNumLanes(AffineForOp run, ArrayRef<Reduction> reductions,
                           const Target &target) {
  std::optional<uint64_t> count = affine::getConstantTripCount(run);
  if (!count || run.getStepAsInt() != 1 || !run.hasConstantLowerBound())
    return 0;
  int64_t bits = 0;
  for (const Reduction &reduction : reductions)
    bits = std::max<int64_t>(bits, reduction.getType().getIntOrFloatBitWidth());
  // Two registers are independent sums enough; less than half of one is slower
  // than what LLVM does.
  int64_t most = 2 * target.vectorBits, fewest = target.vectorBits / 2;
  for (int64_t lanes = most / bits; lanes * bits >= fewest; lanes /= 2)
    if (*count % lanes == 0)
      return lanes;
  return 0;
}

/// Creates a loop like another one with other carried values, whose variable
/// takes the place of the other's.
static AffineForOp replaceLoop(OpBuilder &builder, AffineForOp loop,
                               ValueRange inits, int64_t step) {
  auto result =
      AffineForOp::create(builder, loop.getLoc(), loop.getLowerBoundOperands(),
                          loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
                          loop.getUpperBoundMap(), step, inits);
  result->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  loop.getInductionVar().replaceAllUsesWith(result.getInductionVar());
  return result;
}

/// True if the loop goes along neighbouring elements, stores at most `store`,
/// and combines what can be vectors.
static bool canBeVectors(AffineForOp run, ArrayRef<Reduction> reductions,
                         Operation *store = nullptr) {
  std::optional<RunAccesses> accesses = getRunAccesses(run);
  if (!isRun(run) || !accesses)
    return false;
  bool readsRun = false;
  for (const auto &[op, access] : *accesses) {
    if (access.stride > 1 || (access.isStore && op != store))
      return false;
    readsRun |= access.stride == 1;
  }
  LaneValues values(run, /*rows=*/1, *accesses);
  return readsRun && llvm::all_of(reductions, [&](const Reduction &reduction) {
           return values.canBeVector(reduction.getOther());
         });
}

/// Builds the loop along a run on vectors; returns the partial results.
static SmallVector<Value> buildRun(OpBuilder &builder, AffineForOp run,
                                   ArrayRef<Reduction> reductions,
                                   ArrayRef<Value> partial) {
  int64_t lanes = cast<VectorType>(partial.front().getType()).getDimSize(0);
  // The accesses are by the variables of the new loops around by now.
  RunAccesses accesses = *getRunAccesses(run);
  LaneValues values(run, /*rows=*/1, accesses);
  int64_t first = run.getConstantLowerBound();
  int64_t count = *affine::getConstantTripCount(run);
  auto loop = AffineForOp::create(builder, run.getLoc(), first, first + count,
                                  lanes, partial);
  loop->setDiscardableAttrs(run->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  values.begin(lanes, loop.getInductionVar());
  SmallVector<Value> results;
  for (auto [reduction, before] :
       llvm::zip_equal(reductions, loop.getRegionIterArgs()))
    results.push_back(combine(builder, reduction, before,
                              values.getVector(builder, reduction.getOther())));
  affine::AffineYieldOp::create(builder, run.getLoc(), results);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Returns partial results that leave the final one as it is: `first` itself if
/// the operation takes it any number of times, or else what changes nothing.
static Value getFirstLanes(OpBuilder &builder, Location loc,
                           const Reduction &reduction, Value first,
                           int64_t lanes) {
  Value neutral = getNeutral(builder, loc, reduction);
  return repeat(builder, neutral ? neutral : first, lanes);
}

/// Returns the loop that is all there is in another one, or null.
static AffineForOp getOnlyLoop(AffineForOp loop) {
  Block *body = loop.getBody();
  auto inner = dyn_cast<AffineForOp>(body->front());
  return inner && inner->getNextNode() == body->getTerminator() ? inner
                                                                : AffineForOp();
}

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

/// True if the values that the inner loop carries are those of the outer one.
static bool carriesOn(AffineForOp outer, AffineForOp inner) {
  return llvm::equal(inner.getInits(), outer.getRegionIterArgs()) &&
         llvm::equal(outer.getBody()->getTerminator()->getOperands(),
                     inner.getResults());
}

/// Loops within each other that carry the same values.
static bool carryInValues(AffineForOp outer, const Target &target) {
  SmallVector<AffineForOp> nest = {outer};
  while (AffineForOp inner = getOnlyLoop(nest.back())) {
    if (!carriesOn(nest.back(), inner))
      return false;
    nest.push_back(inner);
  }
  AffineForOp run = nest.back();
  if (nest.size() < 2 || run.getNumResults() == 0)
    return false;
  SmallVector<Reduction> reductions;
  for (auto [argument, result] :
       llvm::zip_equal(run.getRegionIterArgs(),
                       run.getBody()->getTerminator()->getOperands())) {
    std::optional<Reduction> reduction = getReduction(argument, result);
    if (!reduction)
      return false;
    reductions.push_back(*reduction);
  }
  int64_t lanes = getNumLanes(run, reductions, target);
  if (lanes == 0 || !canBeVectors(run, reductions))
    return false;

  OpBuilder builder(outer);
  Location loc = outer.getLoc();
  SmallVector<Value> partial, results;
  for (auto [reduction, init] : llvm::zip_equal(reductions, outer.getInits()))
    partial.push_back(getFirstLanes(builder, loc, reduction, init, lanes));
  std::function<SmallVector<Value>(size_t, ArrayRef<Value>)> build =
      [&](size_t depth, ArrayRef<Value> carried) {
        if (depth + 1 == nest.size())
          return buildRun(builder, run, reductions, carried);
        AffineForOp loop = replaceLoop(builder, nest[depth], carried,
                                       nest[depth].getStepAsInt());
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(loop.getBody());
        SmallVector<Value> inside =
            llvm::to_vector_of<Value>(loop.getRegionIterArgs());
        affine::AffineYieldOp::create(builder, loc, build(depth + 1, inside));
        return llvm::to_vector_of<Value>(loop.getResults());
      };
  partial = build(0, partial);
  for (auto [reduction, init, lanesOf] :
       llvm::zip_equal(reductions, outer.getInits(), partial))
    results.push_back(combineLanes(builder, loc, reduction, init, lanesOf));
  outer.replaceAllUsesWith(results);
  outer.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Values in memory
//===----------------------------------------------------------------------===//

namespace {

/// A loop over tiles, loops over the rows of a tile, and the loop along a row,
/// which combines its elements into one of another array: `s[f(rows)]`.
struct MemoryNest {
  AffineForOp tiles;
  SmallVector<AffineForOp> rows;
  AffineForOp run;
  affine::AffineLoadOp load;
  affine::AffineStoreOp store;
  Reduction reduction;
  /// Where the accumulator is, as a function of values outside and of the
  /// loops over rows.
  AffineMap map;
  SmallVector<Value> operands;
  int64_t lanes = 0;
};

} // namespace

/// Finds the accumulator's load and store, and checks that no other load
/// touches that array. The body can be no vectors if there are other stores.
static bool findAccumulator(MemoryNest &nest) {
  for (Operation &op : nest.run.getBody()->without_terminator())
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      nest.store = store;
  if (!nest.store)
    return false;
  affine::AffineValueMap place;
  affine::MemRefAccess(nest.store).getAccessMap(&place);
  for (Operation &op : nest.run.getBody()->without_terminator()) {
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    if (!load)
      continue;
    affine::AffineValueMap other;
    affine::MemRefAccess(load).getAccessMap(&other);
    if (load.getMemRef() == nest.store.getMemRef()) {
      if (nest.load ||
          affine::MemRefAccess(load) != affine::MemRefAccess(nest.store))
        return false;
      nest.load = load;
    } else if (!areSameOrNoAlias(load.getMemRef(), nest.store.getMemRef())) {
      return false;
    }
  }
  if (!nest.load)
    return false;
  std::optional<Reduction> reduction =
      getReduction(nest.load, nest.store.getValueToStore());
  if (!reduction)
    return false;
  nest.reduction = *reduction;
  nest.map = place.getAffineMap();
  nest.operands = llvm::to_vector(place.getOperands());
  return true;
}

/// True if the accumulator's place depends on nothing in the nest but rows.
static bool hasPlaceOutside(const MemoryNest &nest) {
  return llvm::all_of(nest.operands, [&](Value operand) {
    if (!nest.tiles->isAncestor(operand.getParentRegion()->getParentOp()))
      return true;
    return llvm::any_of(nest.rows, [&](AffineForOp row) {
      return row.getInductionVar() == operand;
    });
  });
}

static std::optional<MemoryNest> matchMemoryNest(AffineForOp tiles,
                                                 const Target &target) {
  MemoryNest nest;
  nest.tiles = tiles;
  int64_t rows = 1;
  for (AffineForOp loop = getOnlyLoop(tiles); loop;) {
    AffineForOp inner = getOnlyLoop(loop);
    if (!inner) {
      nest.run = loop;
      break;
    }
    std::optional<uint64_t> count = affine::getConstantTripCount(loop);
    if (!count || loop.getStepAsInt() != 1 || !loop.hasConstantLowerBound() ||
        loop.getConstantLowerBound() != 0)
      return std::nullopt;
    rows *= *count;
    nest.rows.push_back(loop);
    loop = inner;
  }
  // One tile is no reason; a loop that may have none must not touch memory.
  std::optional<uint64_t> count = affine::getConstantTripCount(tiles);
  if (!nest.run || tiles.getNumResults() != 0 ||
      nest.run.getNumResults() != 0 || !count || *count < 2 || rows == 0)
    return std::nullopt;
  if (!findAccumulator(nest) || !hasPlaceOutside(nest))
    return std::nullopt;
  nest.lanes = getNumLanes(nest.run, nest.reduction, target);
  if (nest.lanes == 0 ||
      rows * nest.lanes * nest.reduction.getType().getIntOrFloatBitWidth() >
          maxScratchBits)
    return std::nullopt;
  return nest;
}

/// Builds loops over the rows around what `inside` builds from the variables of
/// these loops and the operands of the accumulator's place.
static void
forEachRow(OpBuilder &builder, const MemoryNest &nest,
           function_ref<void(ArrayRef<Value>, ArrayRef<Value>)> inside) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> rows, place(nest.operands);
  for (AffineForOp row : nest.rows) {
    auto loop = AffineForOp::create(builder, row.getLoc(), 0,
                                    *affine::getConstantTripCount(row));
    loop->setDiscardableAttrs(row->getDiscardableAttrDictionary());
    builder.setInsertionPointToStart(loop.getBody());
    rows.push_back(loop.getInductionVar());
    llvm::replace(place, row.getInductionVar(), loop.getInductionVar());
  }
  inside(rows, place);
}

/// The partial results of each row of a tile are in memory of their own while
/// the nest goes over tiles.
static bool carryInMemory(AffineForOp tiles, const Target &target) {
  std::optional<MemoryNest> nest = matchMemoryNest(tiles, target);
  Block *frame = nest ? getFrame(tiles) : nullptr;
  if (!frame || !canBeVectors(nest->run, nest->reduction, nest->store))
    return false;

  Location loc = tiles.getLoc();
  OpBuilder builder(tiles);
  auto vector = VectorType::get({nest->lanes}, nest->reduction.getType());
  SmallVector<int64_t> shape;
  for (AffineForOp row : nest->rows)
    shape.push_back(*affine::getConstantTripCount(row));
  shape.push_back(nest->lanes);
  auto type = MemRefType::get(shape, nest->reduction.getType());
  OpBuilder atFront = OpBuilder::atBlockBegin(frame);
  Value scratch = memref::AllocaOp::create(atFront, loc, type);
  Value array = nest->store.getMemRef();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto loadPartial = [&](ArrayRef<Value> rows) -> Value {
    SmallVector<Value> index(rows);
    index.push_back(zero);
    return affine::AffineVectorLoadOp::create(builder, loc, vector, scratch,
                                              index);
  };
  auto storePartial = [&](ArrayRef<Value> rows, Value partial) {
    SmallVector<Value> index(rows);
    index.push_back(zero);
    affine::AffineVectorStoreOp::create(builder, loc, partial, scratch, index);
  };
  auto loadFirst = [&](ArrayRef<Value> place) -> Value {
    return affine::AffineLoadOp::create(builder, loc, array, nest->map, place);
  };

  forEachRow(builder, *nest, [&](ArrayRef<Value> rows, ArrayRef<Value> place) {
    storePartial(rows, getFirstLanes(builder, loc, nest->reduction,
                                     loadFirst(place), nest->lanes));
  });
  AffineForOp loop = replaceLoop(builder, tiles, {}, tiles.getStepAsInt());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    forEachRow(builder, *nest, [&](ArrayRef<Value> rows, ArrayRef<Value>) {
      for (auto [row, variable] : llvm::zip_equal(nest->rows, rows))
        row.getInductionVar().replaceAllUsesWith(variable);
      storePartial(
          rows, buildRun(builder, nest->run, nest->reduction, loadPartial(rows))
                    .front());
    });
  }
  forEachRow(builder, *nest, [&](ArrayRef<Value> rows, ArrayRef<Value> place) {
    Value first = loadFirst(place);
    Value combined =
        combineLanes(builder, loc, nest->reduction, first, loadPartial(rows));
    affine::AffineStoreOp::create(builder, loc, combined, array, nest->map,
                                  place);
  });
  tiles.erase();
  return true;
}

void mlir::tiled_layout::carryPartialResults(Operation *root,
                                             const Target &target) {
  SmallVector<AffineForOp> loops;
  root->walk<WalkOrder::PreOrder>([&](AffineForOp loop) {
    // What is rewritten has no other loops below it.
    if (runsOnDevice(loop) || !getOnlyLoop(loop))
      return WalkResult::advance();
    if (carryInValues(loop, target) || carryInMemory(loop, target))
      return WalkResult::skip();
    return WalkResult::advance();
  });
}
