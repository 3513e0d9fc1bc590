//===- LoopBand.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBand.h"

#include "Dependences.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

bool LoopBand::isParallel() const {
  return isa<scf::ParallelOp, scf::ForallOp, affine::AffineParallelOp>(root);
}

bool LoopBand::isAffine() const {
  return isa<AffineForOp, affine::AffineParallelOp>(root);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// Appends a map's results as expressions of the range's operands, to which its
/// own are added.
static void addBounds(LoopRange &range, AffineMap map, ValueRange operands,
                      SmallVectorImpl<AffineExpr> &bounds) {
  SmallVector<AffineExpr> dims, symbols;
  for (auto [i, operand] : llvm::enumerate(operands))
    (i < map.getNumDims() ? dims : symbols)
        .push_back(range.addOperand(operand));
  for (AffineExpr result : map.getResults())
    bounds.push_back(result.replaceDimsAndSymbols(dims, symbols));
}

/// The same for one bound that is a value or a constant.
static void addBound(LoopRange &range, OpFoldResult bound,
                     SmallVectorImpl<AffineExpr> &bounds,
                     MLIRContext *context) {
  if (std::optional<int64_t> constant = getConstantIntValue(bound))
    bounds.push_back(getAffineConstantExpr(*constant, context));
  else
    bounds.push_back(range.addOperand(cast<Value>(bound)));
}

static LoopRange getLoopRange(AffineForOp loop) {
  LoopRange range(loop.getInductionVar(), &loop.getRegion());
  range.step = loop.getStepAsInt();
  addBounds(range, loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
            range.lower);
  addBounds(range, loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
            range.upper);
  return range;
}

/// Fails if the step is not a positive constant.
static FailureOr<LoopRange> getLoopRange(Value variable, Region *body,
                                         OpFoldResult lower, OpFoldResult upper,
                                         OpFoldResult step,
                                         std::string &reason) {
  std::optional<int64_t> constantStep = getConstantIntValue(step);
  if (!constantStep || *constantStep < 1) {
    reason = "its step is not a positive constant";
    return failure();
  }
  if (!isa<IndexType>(variable.getType())) {
    reason = "its induction variable is no index";
    return failure();
  }
  LoopRange range(variable, body);
  range.step = *constantStep;
  addBound(range, lower, range.lower, variable.getContext());
  addBound(range, upper, range.upper, variable.getContext());
  return range;
}

static bool isSemiAffine(const LoopRange &range) {
  auto isSemi = [](AffineExpr bound) { return !bound.isPureAffine(); };
  return llvm::any_of(range.lower, isSemi) || llvm::any_of(range.upper, isSemi);
}

FailureOr<LoopBand> mlir::tiled_layout::getLoopBand(Operation *loop,
                                                    std::string &reason) {
  LoopBand band = {loop, &loop->getRegion(0).front(), {}, {}};
  auto refuse = [&](StringRef why) -> FailureOr<LoopBand> {
    reason = why.str();
    return failure();
  };
  auto addRanges = [&](ValueRange variables, ArrayRef<OpFoldResult> lower,
                       ArrayRef<OpFoldResult> upper,
                       ArrayRef<OpFoldResult> steps) -> FailureOr<LoopBand> {
    for (auto [variable, first, last, step] :
         llvm::zip_equal(variables, lower, upper, steps)) {
      FailureOr<LoopRange> range = getLoopRange(variable, &loop->getRegion(0),
                                                first, last, step, reason);
      if (failed(range))
        return failure();
      band.ranges.push_back(*range);
      band.isFree.push_back(band.isParallel());
    }
    return band;
  };
  // Other numbers of dimensions and iterations are mapped in another way.
  if (band.isParallel() && loop->hasAttr("mapping") &&
      !isa<scf::ForallOp>(loop))
    return refuse("its iterations are mapped to processors");
  return llvm::TypeSwitch<Operation *, FailureOr<LoopBand>>(loop)
      .Case([&](AffineForOp op) -> FailureOr<LoopBand> {
        band.ranges.push_back(getLoopRange(op));
        band.isFree.push_back(false);
        if (isSemiAffine(band.ranges.front()))
          return refuse("its bounds are divided by values");
        return band;
      })
      .Case([&](scf::ForOp op) -> FailureOr<LoopBand> {
        if (op.getUnsignedCmp())
          return refuse("its bounds are compared as unsigned numbers");
        return addRanges(op.getInductionVar(), {op.getLowerBound()},
                         {op.getUpperBound()}, {op.getStep()});
      })
      .Case([&](scf::ParallelOp op) -> FailureOr<LoopBand> {
        if (op.getNumReductions() != 0)
          return refuse("it reduces values across its iterations");
        return addRanges(op.getInductionVars(),
                         getAsOpFoldResult(op.getLowerBound()),
                         getAsOpFoldResult(op.getUpperBound()),
                         getAsOpFoldResult(op.getStep()));
      })
      .Case([&](scf::ForallOp op) -> FailureOr<LoopBand> {
        if (!op.getOutputs().empty())
          return refuse("it has results");
        if (op.getMapping() && !op.getMapping()->empty())
          return refuse("its iterations are mapped to processors");
        return addRanges(op.getInductionVars(), op.getMixedLowerBound(),
                         op.getMixedUpperBound(), op.getMixedStep());
      })
      .Case([&](affine::AffineParallelOp op) -> FailureOr<LoopBand> {
        if (op.getNumResults() != 0)
          return refuse("it reduces values across its iterations");
        for (auto [dim, variable] : llvm::enumerate(op.getIVs())) {
          LoopRange range(variable, &op.getRegion());
          range.step = op.getSteps()[dim];
          addBounds(range, op.getLowerBoundMap(dim),
                    op.getLowerBoundsOperands(), range.lower);
          addBounds(range, op.getUpperBoundMap(dim),
                    op.getUpperBoundsOperands(), range.upper);
          if (isSemiAffine(range))
            return refuse("its bounds are divided by values");
          band.ranges.push_back(range);
          band.isFree.push_back(true);
        }
        return band;
      })
      .Default([&](Operation *) { return refuse("it is no loop"); });
}

//===----------------------------------------------------------------------===//
// Perfect nests
//===----------------------------------------------------------------------===//

/// Says of each loop whether it has distance 0 in all dependences; fails if
/// these cannot be computed.
static FailureOr<SmallVector<bool>> findFreeLoops(ArrayRef<AffineForOp> loops) {
  FailureOr<std::vector<Dependence>> dependences =
      getDependences(loops.front());
  if (failed(dependences))
    return failure();
  llvm::SmallDenseMap<Operation *, size_t> position;
  for (auto [i, loop] : llvm::enumerate(loops))
    position[loop] = i;
  SmallVector<bool> isFree(loops.size(), true);
  for (const Dependence &dependence : *dependences)
    for (const affine::DependenceComponent &component : dependence.components) {
      auto it = position.find(component.op);
      if (it != position.end() && (component.lb != 0 || component.ub != 0))
        isFree[it->second] = false;
    }
  return isFree;
}

FailureOr<LoopBand> mlir::tiled_layout::getFreeNest(Operation *root) {
  auto outermost = dyn_cast<AffineForOp>(root);
  if (!outermost)
    return failure();
  SmallVector<AffineForOp> loops;
  affine::getPerfectlyNestedLoops(loops, outermost);
  if (loops.size() < 2)
    return failure();
  LoopBand band = {root, loops.back().getBody(), {}, {}};
  for (AffineForOp loop : loops) {
    LoopRange range = getLoopRange(loop);
    // A loop whose bounds depend on another cannot change places with it.
    bool isBound = llvm::any_of(range.operands, [&](Value operand) {
      return outermost.getRegion().isAncestor(operand.getParentRegion());
    });
    if (loop.getNumResults() != 0 || isBound || isSemiAffine(range))
      return failure();
    band.ranges.push_back(range);
  }
  FailureOr<SmallVector<bool>> isFree = findFreeLoops(loops);
  if (failed(isFree) || !llvm::is_contained(*isFree, true))
    return failure();
  band.isFree = *isFree;
  return band;
}
