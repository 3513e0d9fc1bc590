//===- Congruences.cpp - Congruences of values ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/ValueRanges.h"

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Values behind a value that are looked at, and values that are looked at
/// while one that a loop carries is supposed to be something. Real chains of
/// index arithmetic have a few dozen.
static constexpr unsigned maxDepth = 256, maxSteps = 4096;

Congruence ValueRanges::getCongruence(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Congruence::getConstant(*constant);
  auto operand = dyn_cast<Value>(value);
  return operand ? getCongruence(operand) : Congruence();
}

Congruence ValueRanges::getCongruence(Value value) {
  if (!value.getType().isIntOrIndex())
    return {};
  if (auto it = supposed.find(value); it != supposed.end())
    return it->second;
  if (auto it = congruences.find(value); it != congruences.end())
    return it->second;
  if (supposed.empty())
    stepsLeft = maxSteps;
  if (congruenceDepth == maxDepth || stepsLeft == 0)
    return {};
  --stepsLeft;
  ++congruenceDepth;
  Congruence congruence =
      isa<BlockArgument>(value)
          ? getCongruenceOfArgument(cast<BlockArgument>(value))
          : getCongruenceOfResult(cast<OpResult>(value));
  --congruenceDepth;
  // Another supposition would lead to another answer.
  if (supposed.empty())
    congruences.try_emplace(value, congruence);
  return congruence;
}

/// Supposes at first what one of them is, and weakens it until it implies
/// itself: an induction over the steps of the program.
Congruence ValueRanges::getCarried(Value value, ValueRange incoming) {
  if (incoming.empty())
    return {};
  llvm::scope_exit restore([&] { supposed.erase(value); });
  supposed[value] = Congruence::getConstant(0);
  Congruence result = getCongruence(incoming.front());
  while (true) {
    supposed[value] = result;
    Congruence implied = result;
    for (Value other : incoming)
      implied = implied.join(getCongruence(other));
    // Out of steps, nothing was proved.
    if (stepsLeft == 0)
      return {};
    if (implied == result)
      return result;
    result = implied;
  }
}

Congruence ValueRanges::getCongruence(AffineMap map, ValueRange operands) {
  auto known = llvm::map_to_vector(operands, [&](Value operand) {
    return IndexRange{std::nullopt, std::nullopt, getCongruence(operand)};
  });
  std::optional<Congruence> result;
  for (AffineExpr expr : map.getResults()) {
    Congruence other = getRange(expr, map.getNumDims(), known).congruence;
    result = result ? result->join(other) : other;
  }
  return result.value_or(Congruence());
}

//===----------------------------------------------------------------------===//
// Arguments of blocks
//===----------------------------------------------------------------------===//

/// Returns the operands that branches hand to an argument, or nothing if they
/// are not known.
static SmallVector<Value> getIncomingValues(BlockArgument argument) {
  SmallVector<Value> incoming;
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    Value operand = branch
                        ? branch.getSuccessorOperands(
                              it.getSuccessorIndex())[argument.getArgNumber()]
                        : Value();
    if (!operand)
      return {};
    incoming.push_back(operand);
  }
  return incoming;
}

/// Returns what values are that start at `lower` and grow by steps.
static Congruence addSteps(Congruence lower, Congruence step) {
  return lower + Congruence::getMultiples(step.getDivisor());
}

Congruence ValueRanges::getCongruenceOfArgument(BlockArgument argument) {
  Block *block = argument.getOwner();
  if (!block->isEntryBlock())
    return getCarried(argument, getIncomingValues(argument));
  Operation *parent = block->getParentOp();
  unsigned number = argument.getArgNumber();
  if (!parent)
    return {};
  if (auto loop = dyn_cast<affine::AffineForOp>(parent);
      loop && argument == loop.getInductionVar())
    return addSteps(
        getCongruence(loop.getLowerBoundMap(), loop.getLowerBoundOperands()),
        Congruence::getConstant(loop.getStepAsInt()));
  if (auto loop = dyn_cast<affine::AffineParallelOp>(parent))
    return addSteps(getCongruence(loop.getLowerBoundMap(number),
                                  loop.getLowerBoundsOperands()),
                    Congruence::getConstant(loop.getSteps()[number]));
  if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    if (block == loop.getAfterBody())
      return getCongruence(loop.getConditionOp().getArgs()[number]);
    return getCarried(argument, {loop.getInits()[number],
                                 loop.getYieldOp().getOperand(number)});
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(parent);
  // What is compared as unsigned may be a negative number.
  auto counted = dyn_cast<scf::ForOp>(parent);
  if (!loop || (counted && counted.getUnsignedCmp() &&
                argument == counted.getInductionVar()))
    return {};
  if (auto variables = loop.getLoopInductionVars()) {
    auto bounds = loop.getLoopLowerBounds(), steps = loop.getLoopSteps();
    for (auto [number, variable] : llvm::enumerate(*variables))
      if (variable == argument && bounds && steps)
        return addSteps(getCongruence((*bounds)[number]),
                        getCongruence((*steps)[number]));
  }
  OpOperand *init = loop.getTiedLoopInit(argument);
  OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
  if (init && yielded)
    return getCarried(argument, {init->get(), yielded->get()});
  return {};
}

//===----------------------------------------------------------------------===//
// Results of operations
//===----------------------------------------------------------------------===//

/// Returns what the regions of an operation yield for a result.
static SmallVector<Value> getYielded(OpResult result) {
  SmallVector<Value> yielded;
  for (Region &region : result.getOwner()->getRegions())
    for (Block &block : region) {
      Operation *terminator = block.getTerminator();
      if (isa<scf::YieldOp, affine::AffineYieldOp>(terminator))
        yielded.push_back(terminator->getOperand(result.getResultNumber()));
    }
  return yielded;
}

Congruence ValueRanges::getCongruenceOfResult(OpResult result) {
  Operation *op = result.getOwner();
  if (APInt constant; matchPattern(result, m_ConstantInt(&constant)))
    return constant.getSignificantBits() <= 64
               ? Congruence::getConstant(constant.getSExtValue())
               : Congruence();
  // An operation that is not registered has no dialect.
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return getCongruenceOfArith(op);
  return TypeSwitch<Operation *, Congruence>(op)
      .Case([&](AssumeMultipleOp assume) {
        return getCongruence(assume.getValue())
            .meetMultiples(assume.getMultiple());
      })
      .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
          [&](auto apply) {
            return getCongruence(apply.getAffineMap(), apply->getOperands());
          })
      .Case([&](affine::AffineLinearizeIndexOp linearize) {
        SmallVector<OpFoldResult> basis = linearize.getMixedBasis();
        ValueRange indices = linearize.getMultiIndex();
        // The first extent only bounds.
        basis.erase(basis.begin(), basis.end() - (indices.size() - 1));
        Congruence sum = getCongruence(indices.front());
        for (auto [extent, index] :
             llvm::zip_equal(basis, indices.drop_front()))
          sum = sum * getCongruence(extent) + getCongruence(index);
        return sum;
      })
      .Case([&](affine::AffineDelinearizeIndexOp delinearize) {
        // From the most minor index on; the first one takes what is left.
        Congruence rest = getCongruence(delinearize.getLinearIndex());
        SmallVector<OpFoldResult> basis = delinearize.getMixedBasis();
        for (size_t number = op->getNumResults() - 1;
             number > result.getResultNumber(); --number) {
          int64_t extent =
              getConstantIntValue(basis.pop_back_val()).value_or(0);
          if (extent < 1)
            return Congruence();
          rest = rest.floorDiv(extent);
        }
        return basis.empty() ? rest
                             : rest.mod(getCongruence(basis.back()),
                                        /*isEuclidean=*/true);
      })
      .Case<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
            affine::AffineIfOp>(
          [&](auto) { return getCarried(result, getYielded(result)); })
      .Case([&](scf::WhileOp loop) {
        return getCongruence(
            loop.getConditionOp().getArgs()[result.getResultNumber()]);
      })
      .Case([&](LoopLikeOpInterface loop) {
        // The argument is what the last step yielded, or the first value.
        BlockArgument argument = loop.getTiedLoopRegionIterArg(result);
        return argument ? getCongruence(argument) : Congruence();
      })
      .Case([&](ShapedDimOpInterface dim) {
        auto type = dyn_cast<ShapedType>(dim.getShapedValue().getType());
        std::optional<int64_t> number = getConstantIntValue(dim.getDimension());
        if (!type || !type.hasRank() || !number || *number < 0 ||
            *number >= type.getRank() || type.isDynamicDim(*number))
          return Congruence();
        return Congruence::getConstant(type.getDimSize(*number));
      })
      .Default([](Operation *) { return Congruence(); });
}
