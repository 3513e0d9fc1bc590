//===- VectorizeRuns.cpp - Loops along runs on vectors --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeSteps.h"

#include "../Remarks.h"

#include "../RunLoops.h"
#include "PartialResults.h"
#include "RunPlan.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

namespace {

/// Writes the vectors of a plan in the place of its loop.
class RunWriter {
public:
  RunWriter(const RunPlan &plan)
      : plan(plan),
        values(plan.loop, plan.rows, plan.accesses, plan.keepsRowsApart),
        builder(plan.loop), loc(AffineForOp(plan.loop).getLoc()) {}

  void write();

private:
  void writeLoop(int64_t first, int64_t last);
  SmallVector<Value> writeVectors(ValueRange partial);
  void writeVectorAt(int64_t at, const RunEdge *edge = nullptr);
  SmallVector<Value> getFirst();
  Value loadAccumulator(const MemoryReduction &reduction);
  void finish(ArrayRef<MemoryReduction> group, Value partial);

  const RunPlan &plan;
  LaneValues values;
  OpBuilder builder;
  Location loc;
};

} // namespace

Value RunWriter::loadAccumulator(const MemoryReduction &reduction) {
  const RunAccess &access =
      plan.accesses.at(affine::AffineLoadOp(reduction.load));
  return affine::AffineLoadOp::create(builder, loc, access.memref,
                                      access.index.map, access.index.operands);
}

/// The partial results that leave the final ones as they are.
SmallVector<Value> RunWriter::getFirst() {
  SmallVector<Value> partial;
  for (const auto &group : plan.reductions) {
    Copies firsts;
    for (const MemoryReduction &each : group) {
      Value neutral = getNeutral(builder, loc, group.front().reduction);
      firsts.push_back(neutral ? neutral : loadAccumulator(each));
    }
    partial.push_back(repeat(builder, firsts, plan.iterations));
  }
  return partial;
}

/// Writes the vector of iterations that has begun; returns what becomes of
/// partial results.
SmallVector<Value> RunWriter::writeVectors(ValueRange partial) {
  SmallVector<Value> results, stored;
  for (auto [group, before] : llvm::zip_equal(plan.reductions, partial)) {
    Value others = values.getVector(
        builder, llvm::map_to_vector<4>(group, [](const MemoryReduction &r) {
          return r.reduction.getOther();
        }));
    results.push_back(
        combine(builder, group.front().reduction, before, others));
  }
  // No store comes before a load of its element.
  for (const auto &word : plan.stores)
    stored.push_back(
        values.getWords(builder, llvm::map_to_vector<4>(word, getStoredValue)));
  for (auto [word, vector] : llvm::zip_equal(plan.stores, stored))
    storeRun(builder, plan.accesses.at(word.front()), vector, values.getAt());
  return results;
}

/// Writes one vector, which may have the single iteration beside the loop as
/// its first or last.
void RunWriter::writeVectorAt(int64_t at, const RunEdge *edge) {
  auto getIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value index = getIndex(at);
  if (edge)
    values.begin(plan.iterations, index, edge,
                 getIndex(edge->isFirst ? at + 1 : at - 1));
  else
    values.begin(plan.iterations, index);
  writeVectors({});
}

/// Combines the partial results of each row, and these with what memory has.
void RunWriter::finish(ArrayRef<MemoryReduction> group, Value partial) {
  const Reduction &reduction = group.front().reduction;
  if (plan.rows == 1) {
    Value first = loadAccumulator(group.front());
    partial = combineLanes(builder, loc, reduction, first, partial);
  }
  for (int64_t lanes = plan.iterations * plan.rows;
       plan.rows > 1 && lanes > plan.rows; lanes /= 2) {
    auto getHalf = [&](int64_t offset) {
      return vector::ExtractStridedSliceOp::create(
          builder, loc, partial, ArrayRef<int64_t>{offset},
          ArrayRef<int64_t>{lanes / 2}, ArrayRef<int64_t>{1});
    };
    Value low = getHalf(0), high = getHalf(lanes / 2);
    partial = combine(builder, reduction, low, high);
  }
  for (auto [row, each] : llvm::enumerate(group)) {
    Value last = partial;
    if (plan.rows > 1) {
      Value before = loadAccumulator(each);
      Value lane =
          vector::ExtractOp::create(builder, loc, partial, int64_t(row));
      last = combine(builder, reduction, before, lane);
    }
    const RunAccess &access =
        plan.accesses.at(affine::AffineStoreOp(each.store));
    affine::AffineStoreOp::create(builder, loc, last, access.memref,
                                  access.index.map, access.index.operands);
  }
}

/// Writes the whole vectors of these iterations, and partial results.
void RunWriter::writeLoop(int64_t first, int64_t last) {
  SmallVector<Value> partial = getFirst();
  auto loop =
      AffineForOp::create(builder, loc, first, last, plan.iterations, partial);
  loop->setDiscardableAttrs(plan.loop->getDiscardableAttrDictionary());
  // What was beside the run is in its vectors.
  setLoopRole(loop, LoopRole::Run);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    values.begin(plan.iterations, loop.getInductionVar());
    SmallVector<Value> results = writeVectors(loop.getRegionIterArgs());
    if (!results.empty())
      affine::AffineYieldOp::create(builder, loc, results);
  }
  for (auto [group, lanes] :
       llvm::zip_equal(plan.reductions, loop.getResults()))
    finish(group, lanes);
}

void RunWriter::write() {
  AffineForOp run = plan.loop;
  int64_t first = run.getConstantLowerBound(), last = first + plan.count;
  int64_t begin = first, end = last;
  if (plan.before) {
    writeVectorAt(first - 1, &*plan.before);
    begin += plan.iterations - 1;
  }
  if (plan.after)
    end -= plan.iterations - 1;
  int64_t rest = std::max<int64_t>(0, end - begin) % plan.iterations;
  if (begin + rest < end)
    writeLoop(begin, end - rest);
  // The last iterations once more, with others as a vector has them.
  if (rest != 0)
    writeVectorAt(std::min(end - rest, last - plan.iterations));
  if (plan.after) {
    builder.setInsertionPointAfter(plan.after->stores.back());
    writeVectorAt(end, &*plan.after);
  }
  for (const auto *edge : {&plan.before, &plan.after})
    if (*edge)
      for (Operation *store : (*edge)->stores)
        store->erase();
  run.erase();
}

static void remarkOn(const RunPlan &plan) {
  int64_t edges = plan.before.has_value() + plan.after.has_value();
  remark::passed(AffineForOp(plan.loop).getLoc(),
                 getRemarkOpts(AffineForOp(plan.loop), "vectorize-runs"))
      << remark::metric("rows", plan.rows)
      << remark::metric("apart", int64_t(plan.keepsRowsApart))
      << remark::metric("iterations", plan.iterations)
      << remark::metric("edges", edges)
      << remark::metric("reductions", plan.reductions.size());
}

void mlir::tiled_layout::vectorizeRuns(Operation *root, const Target &target) {
  carryPartialResults(root, target);
  SmallVector<AffineForOp> loops;
  root->walk([&](AffineForOp loop) {
    if (isRun(loop) && !runsOnDevice(loop))
      loops.push_back(loop);
  });
  for (AffineForOp loop : loops)
    if (std::optional<RunPlan> plan = planRun(loop, target)) {
      remarkOn(*plan);
      RunWriter(*plan).write();
    }
}
