//===- RunPlan.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunPlan.h"

#include "tiled_layout/IR/LoopAttr.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;
using affine::AffineLoadOp;
using affine::AffineStoreOp;

/// The most rows that share a word: of bytes, in the words of 64 bits that are
/// the longest that rows are jammed for. No number of registers.
static constexpr int64_t maxRows = 8;

/// Collects the accesses; false if the body does anything else to memory.
static bool collectAccesses(RunPlan &plan) {
  std::optional<RunAccesses> accesses = getRunAccesses(plan.loop);
  if (!accesses)
    return false;
  plan.accesses = std::move(*accesses);
  for (const auto &entry : plan.accesses)
    plan.rows = std::max(plan.rows, entry.second.stride);
  return plan.rows <= maxRows && llvm::isPowerOf2_64(plan.rows);
}

/// Returns what a store to one element in all iterations combines into it.
static std::optional<MemoryReduction> getReductionOf(const RunPlan &plan,
                                                     AffineStoreOp store) {
  const RunAccess &target = plan.accesses.at(store);
  MemoryReduction result = {nullptr, store, {}};
  for (const auto &[op, access] : plan.accesses)
    if (op != store && access.memref == target.memref &&
        access.index == target.index) {
      auto load = dyn_cast<AffineLoadOp>(op);
      if (!load || result.load)
        return std::nullopt;
      result.load = load;
    }
  if (!result.load)
    return std::nullopt;
  std::optional<Reduction> reduction =
      getReduction(result.load, store.getValueToStore());
  if (!reduction)
    return std::nullopt;
  result.reduction = *reduction;
  return result;
}

/// Returns the stores of the loop's body, in their order.
static SmallVector<Operation *> getStores(const RunPlan &plan) {
  AffineForOp loop = plan.loop;
  SmallVector<Operation *> stores;
  for (Operation &op : loop.getBody()->without_terminator())
    if (isa<affine::AffineWriteOpInterface>(op))
      stores.push_back(&op);
  return stores;
}

/// Puts the stores of all rows together.
static bool groupStores(RunPlan &plan) {
  SmallVector<MemoryReduction> reductions;
  for (Operation *store : getStores(plan)) {
    const RunAccess &access = plan.accesses.at(store);
    if (access.stride == 0) {
      std::optional<MemoryReduction> reduction =
          getReductionOf(plan, cast<AffineStoreOp>(store));
      if (!reduction)
        return false;
      reductions.push_back(*reduction);
      continue;
    }
    std::optional<int64_t> lane = access.getLane(plan.rows);
    if (plan.rows > 1 && !lane)
      return false;
    // The rows of a word come in their order.
    if (plan.rows == 1 || *lane == 0)
      plan.stores.emplace_back();
    else if (plan.stores.empty() || int64_t(plan.stores.back().size()) != *lane)
      return false;
    plan.stores.back().push_back(store);
  }
  for (const auto &word : plan.stores) {
    if (int64_t(word.size()) != plan.rows)
      return false;
    const RunAccess &first = plan.accesses.at(word.front());
    for (Operation *store : word)
      if (!plan.accesses.at(store).sharesWords(first, plan.rows))
        return false;
  }
  // The copies for one row come before those for the next.
  if (reductions.size() % plan.rows != 0)
    return false;
  size_t perRow = reductions.size() / plan.rows;
  plan.reductions.resize(perRow);
  for (auto [number, reduction] : llvm::enumerate(reductions)) {
    auto &group = plan.reductions[number % perRow];
    group.push_back(reduction);
    // One operation on vectors has the flags of all.
    Operation *first = group.front().reduction.combine;
    Operation *combine = reduction.reduction.combine;
    if (first->getName() != combine->getName() ||
        first->getAttrDictionary() != combine->getAttrDictionary())
      return false;
  }
  return true;
}

/// Says of a store whether nothing else touches what it stores in another
/// iteration or after it; sets `isUpdated` if its word is loaded before.
static bool isAlone(const RunPlan &plan, Operation *store, bool &isUpdated) {
  const RunAccess &target = plan.accesses.at(store);
  for (const auto &entry : plan.accesses) {
    const RunAccess &access = entry.second;
    if (access.op == store || !mayTouch(access.memref, target.memref))
      continue;
    if (access.memref != target.memref)
      return false;
    if (access.isDisjointFrom(target))
      continue;
    bool isOtherLane = access.sharesWords(target, plan.rows) &&
                       access.getLane(plan.rows) != target.getLane(plan.rows);
    bool isOwn =
        access.index == target.index && access.op->isBeforeInBlock(store);
    if (!isOtherLane && !isOwn)
      return false;
    isUpdated |= !access.isStore && target.stride != 0;
  }
  return true;
}

/// Chooses how many iterations a vector has: a power of two, whose halves can
/// be combined.
static bool chooseIterations(RunPlan &plan, bool mayRepeat,
                             const Target &target) {
  // Rows that are kept apart are taken out of words.
  int64_t bits = plan.keepsRowsApart ? 32 : 8;
  for (Operation &op : plan.loop.getBody()->without_terminator())
    for (Type type : op.getResultTypes())
      if (type.isIntOrFloat())
        bits = std::max<int64_t>(
            bits, llvm::PowerOf2Ceil(type.getIntOrFloatBitWidth()));
  int64_t elementBits = 8;
  for (const auto &entry : plan.accesses) {
    int64_t own = entry.second.getElementBits();
    // A value that is stored may come from outside the loop.
    if (entry.second.isStore)
      bits = std::max<int64_t>(bits, own);
    elementBits = std::max<int64_t>(elementBits, own);
  }
  // Two registers have enough independent lanes. Narrow elements fill a
  // register, or a line of the cache, even where the program computes on wider
  // ones: LLVM narrows what it can.
  int64_t registerBits = target.vectorBits;
  int64_t memoryBits = std::min(registerBits, 8 * target.lineBytes);
  for (int64_t lanes =
           std::max(2 * registerBits / bits, memoryBits / elementBits);
       lanes * bits >= registerBits / 2; lanes /= 2) {
    plan.iterations = lanes / (plan.keepsRowsApart ? 1 : plan.rows);
    if (plan.iterations != 0 && plan.iterations <= plan.count &&
        (mayRepeat || plan.count % plan.iterations == 0))
      return true;
  }
  return false;
}

/// True if each row of words can be a vector of its own.
static bool canKeepRowsApart(const RunPlan &plan) {
  LaneValues values(plan.loop, plan.rows, plan.accesses,
                    /*keepsRowsApart=*/true);
  return plan.rows == 2 && plan.reductions.empty() &&
         llvm::all_of(getStores(plan), [&](Operation *store) {
           return plan.accesses.at(store).getElementBits() == 16 &&
                  values.canBeVector(getStoredValue(store));
         });
}

std::optional<RunPlan> mlir::tiled_layout::planRun(AffineForOp loop,
                                                   const Target &target) {
  RunPlan plan;
  plan.loop = loop;
  std::optional<uint64_t> count = affine::getConstantTripCount(loop);
  if (!count || loop.getNumResults() != 0 || loop.getStepAsInt() != 1 ||
      !loop.hasConstantLowerBound())
    return std::nullopt;
  plan.count = *count;
  if (!collectAccesses(plan) || !groupStores(plan) ||
      (plan.stores.empty() && plan.reductions.empty()))
    return std::nullopt;
  bool isUpdated = false;
  for (Operation *store : getStores(plan))
    if (!isAlone(plan, store, isUpdated))
      return std::nullopt;
  LaneValues values(loop, plan.rows, plan.accesses);
  auto canBeVectors = [&](const auto &group, auto getValue) {
    return values.canBeVector(llvm::map_to_vector<4>(group, getValue));
  };
  bool canBeTogether = llvm::all_of(plan.stores, [&](const auto &word) {
    return canBeVectors(word, getStoredValue);
  });
  for (const auto &group : plan.reductions)
    canBeTogether &= canBeVectors(
        group, [](const MemoryReduction &r) { return r.reduction.getOther(); });
  plan.keepsRowsApart = (!canBeTogether || values.hasRowsOfOtherWords()) &&
                        canKeepRowsApart(plan);
  if (!canBeTogether && !plan.keepsRowsApart)
    return std::nullopt;
  if (!chooseIterations(plan, !isUpdated && plan.reductions.empty(), target))
    return std::nullopt;
  // Where rows are kept apart, single iterations beside the loop stay: they are
  // shifts of scalars, and touch lines of the next tile before vectors do.
  if (plan.keepsRowsApart)
    return plan;
  if (isPeeled(loop, PeeledEnds::Before))
    plan.before =
        findRunEdge(loop, plan.count, plan.accesses, /*isFirst=*/true);
  if (isPeeled(loop, PeeledEnds::After))
    plan.after =
        findRunEdge(loop, plan.count, plan.accesses, /*isFirst=*/false);
  return plan;
}
