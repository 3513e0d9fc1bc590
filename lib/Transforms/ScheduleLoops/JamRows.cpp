//===- JamRows.cpp - Rows of a word in one iteration ----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JamRows.h"
#include "ScheduleSteps.h"

#include "../../IR/AnyWithin.h"
#include "../Remarks.h"

#include "Dependences.h"

#include "../RunLoops.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

//===----------------------------------------------------------------------===//
// Is it the same program?
//===----------------------------------------------------------------------===//

/// True if the accesses of a dependence stay in order when iterations of the
/// loop that carries it are run side by side: both are in one block, whose
/// copies follow each other, and `dest` comes in no earlier iteration of the
/// loops within.
static bool staysInOrder(const Dependence &dependence) {
  Block *block = dependence.source->getBlock();
  if (block != dependence.dest->getBlock() ||
      !block->getOps<AffineForOp>().empty())
    return false;
  return llvm::all_of(
      ArrayRef(dependence.components).drop_front(dependence.carrier + 1),
      [](const affine::DependenceComponent &component) {
        return component.lb && *component.lb >= 0;
      });
}

/// True if iterations of a loop can be run side by side.
static bool canJam(AffineForOp loop, SetVector<Value> *unknown) {
  if (loop.getNumResults() != 0)
    return false;
  FailureOr<std::vector<Dependence>> dependences =
      getDependences(loop, unknown);
  return succeeded(dependences) &&
         llvm::all_of(*dependences, [&](const Dependence &dependence) {
           return dependence.components[dependence.carrier].op != loop ||
                  staysInOrder(dependence);
         });
}

//===----------------------------------------------------------------------===//
// Iterations side by side
//===----------------------------------------------------------------------===//

namespace {

/// Copies a loop's body for several values of its induction variable: loops
/// within it once, with what all copies do in them.
class Jammer {
public:
  Jammer(OpBuilder &builder, std::vector<IRMapping> &copies)
      : builder(builder), copies(copies) {}

  void jam(Block *block);

private:
  void copy(ArrayRef<Operation *> ops);
  void jamLoop(AffineForOp loop);
  /// True if the value is the same one in all copies.
  bool isShared(Value value) const {
    return llvm::all_of(copies, [&](const IRMapping &copy) {
      return copy.lookupOrDefault(value) ==
             copies.front().lookupOrDefault(value);
    });
  }

  OpBuilder &builder;
  std::vector<IRMapping> &copies;
};

} // namespace

void Jammer::jam(Block *block) {
  SmallVector<Operation *> run;
  for (Operation &op : block->without_terminator()) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (!loop) {
      run.push_back(&op);
      continue;
    }
    copy(run);
    run.clear();
    if (llvm::all_of(loop.getControlOperands(),
                     [&](Value bound) { return isShared(bound); }))
      jamLoop(loop);
    else
      copy(&op);
  }
  copy(run);
}

/// Copies operations without loops in common, those of the first copy first.
void Jammer::copy(ArrayRef<Operation *> ops) {
  SmallVector<Operation *> own;
  llvm::SmallDenseSet<Value> ownResults;
  for (Operation *op : ops) {
    // What is computed once keeps the bounds of loops shared.
    bool isOwn = op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
                 llvm::any_of(op->getOperands(), [&](Value operand) {
                   return ownResults.contains(operand) || !isShared(operand);
                 });
    if (isOwn) {
      own.push_back(op);
      ownResults.insert_range(op->getResults());
      continue;
    }
    Operation *shared = builder.clone(*op, copies.front());
    for (IRMapping &copy : copies)
      copy.map(op->getResults(), shared->getResults());
  }
  for (IRMapping &copy : copies)
    for (Operation *op : own)
      builder.clone(*op, copy);
}

void Jammer::jamLoop(AffineForOp loop) {
  auto getMapped = [&](ValueRange values, const IRMapping &copy) {
    return llvm::map_to_vector(
        values, [&](Value v) { return copy.lookupOrDefault(v); });
  };
  SmallVector<Value> inits;
  for (const IRMapping &copy : copies)
    llvm::append_range(inits, getMapped(loop.getInits(), copy));
  auto jammed = AffineForOp::create(
      builder, loop.getLoc(),
      getMapped(loop.getLowerBoundOperands(), copies.front()),
      loop.getLowerBoundMap(),
      getMapped(loop.getUpperBoundOperands(), copies.front()),
      loop.getUpperBoundMap(), loop.getStepAsInt(), inits);
  jammed->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  size_t count = loop.getInits().size();
  for (auto [number, copy] : llvm::enumerate(copies)) {
    copy.map(loop.getInductionVar(), jammed.getInductionVar());
    copy.map(loop.getRegionIterArgs(),
             jammed.getRegionIterArgs().slice(number * count, count));
    copy.map(loop.getResults(),
             jammed.getResults().slice(number * count, count));
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(jammed.getBody());
  jam(loop.getBody());
  if (count == 0)
    return;
  SmallVector<Value> yielded;
  for (const IRMapping &copy : copies)
    llvm::append_range(
        yielded,
        getMapped(loop.getBody()->getTerminator()->getOperands(), copy));
  affine::AffineYieldOp::create(builder, loop.getLoc(), yielded);
}

/// Computes a value again in each block below its own that uses it, so that
/// nests stay perfect.
static void sinkIntoBlocks(Operation *op) {
  llvm::SmallDenseMap<Block *, Operation *> copies;
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
    Block *block = use.getOwner()->getBlock();
    if (block == op->getBlock())
      continue;
    Operation *&copy = copies[block];
    if (!copy)
      copy = OpBuilder(block, block->begin()).clone(*op);
    use.set(copy->getResult(0));
  }
  if (op->use_empty())
    op->erase();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// True if this loop or one within it is as it should be.
static bool hasFixed(AffineForOp loop) { return anyWithin(loop, isFixed); }

/// Creates a loop like another one from the greatest of `from` to the least of
/// `to`; null if it would have no iterations.
static AffineForOp createPart(OpBuilder &builder, AffineForOp loop,
                              ArrayRef<AffineExpr> from,
                              ArrayRef<AffineExpr> to, int64_t step) {
  AffineMap upper = loop.getUpperBoundMap();
  for (AffineExpr low : from)
    for (AffineExpr high : to) {
      auto room = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
          high - low, upper.getNumDims(), upper.getNumSymbols()));
      if (room && room.getValue() <= 0)
        return {};
    }
  auto getMap = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(upper.getNumDims(), upper.getNumSymbols(), exprs,
                          loop.getContext());
  };
  ValueRange operands = loop.getUpperBoundOperands();
  auto part = AffineForOp::create(builder, loop.getLoc(), operands,
                                  getMap(from), operands, getMap(to), step);
  part->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  return part;
}

/// Copies the body of a loop to one over single rows.
static void copyBody(OpBuilder &builder, AffineForOp loop, AffineForOp part) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), part.getInductionVar());
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
}

/// Jams so many copies of the body of a loop in one over words.
static void jamBodies(OpBuilder &builder, AffineForOp loop, AffineForOp part,
                      int64_t count) {
  std::vector<IRMapping> copies(count);
  SmallVector<Operation *> variables;
  for (auto [row, mapping] : llvm::enumerate(copies)) {
    Value variable = part.getInductionVar();
    if (row != 0) {
      variable = affine::AffineApplyOp::create(
          builder, loop.getLoc(),
          AffineMap::get(1, 0, builder.getAffineDimExpr(0) + row), variable);
      variables.push_back(variable.getDefiningOp());
    }
    mapping.map(loop.getInductionVar(), variable);
  }
  Jammer(builder, copies).jam(loop.getBody());
  // Two loops can be cut together: each tile is then gone through once. Of
  // more, the one over rows stays around those that use their elements again.
  int64_t loops = 0;
  part->walk([&](AffineForOp) { ++loops; });
  if (loops == 2)
    for (Operation *variable : variables)
      sinkIntoBlocks(variable);
}

/// Splits a loop over rows into the rows before the first whole word, the whole
/// words, and the rows after the last one.
static void split(AffineForOp loop, const WordRows &rows) {
  OpBuilder builder(loop);
  AffineMap upper = loop.getUpperBoundMap();
  int64_t lower = loop.getConstantLowerBound();
  AffineExpr begin = builder.getAffineConstantExpr(lower),
             first = begin + llvm::mod(rows.phase - lower, rows.count),
             end = upper.getResult(0),
             last = simplifyAffineExpr(
                 (end - rows.phase).floorDiv(rows.count) * rows.count +
                     rows.phase,
                 upper.getNumDims(), upper.getNumSymbols());
  auto build = [&](ArrayRef<AffineExpr> from, ArrayRef<AffineExpr> to,
                   bool jams) {
    AffineForOp part =
        createPart(builder, loop, from, to, jams ? rows.count : 1);
    if (!part)
      return;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(part.getBody());
    if (jams)
      jamBodies(builder, loop, part, rows.count);
    else
      copyBody(builder, loop, part);
  };
  build({begin}, {first, end}, /*jams=*/false);
  build({first}, {last}, /*jams=*/true);
  build({first, last}, {end}, /*jams=*/false);
  loop.erase();
}

std::optional<WordRows>
mlir::tiled_layout::findRowsToJam(AffineForOp loop, int64_t maxOperations,
                                  SetVector<Value> *unknown) {
  // Where words begin is known of constant bounds only.
  if (!loop.hasConstantLowerBound() || loop.getStepAsInt() != 1 ||
      loop.getUpperBoundMap().getNumResults() != 1 || hasFixed(loop))
    return std::nullopt;
  std::optional<WordRows> rows = findWordRows(loop, getAccesses(loop));
  if (!rows || !canJam(loop, unknown))
    return std::nullopt;
  int64_t operations = 0;
  loop->walk([&](Operation *) { ++operations; });
  // The rows before and after whole words have copies of their own.
  if (operations * (rows->count + 2) > maxOperations)
    return std::nullopt;
  return rows;
}

static void process(AffineForOp loop, int64_t maxOperations) {
  std::optional<WordRows> rows = findRowsToJam(loop, maxOperations);
  if (!rows)
    return;
  remark::passed(loop.getLoc(), getRemarkOpts(loop, "jam-rows"))
      << remark::metric("rows", rows->count);
  split(loop, *rows);
}

void mlir::tiled_layout::jamRows(Operation *root, int64_t maxOperations) {
  SmallVector<AffineForOp> loops;
  root->walk([&](AffineForOp loop) { loops.push_back(loop); });
  // Loops within others first; what is around a new loop stays.
  for (AffineForOp loop : loops)
    process(loop, maxOperations);
}
