//===- Divisibility.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/Divisibility.h"

#include "Multiples.h"

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

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// Values looked at for one question. Real chains of index arithmetic have a
/// few dozen.
static constexpr unsigned maxSteps = 4096;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

int64_t Divisibility::getMultiple(OpFoldResult value) {
  if (auto operand = dyn_cast<Value>(value))
    return getMultiple(operand);
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return multiples::ofConstant(*constant);
  return 1;
}

bool Divisibility::isMultipleOf(OpFoldResult value, int64_t number,
                                int64_t factor) {
  return getMultiple(value) % (number / std::gcd(number, factor)) == 0;
}

bool Divisibility::isMultipleOf(AffineExpr expr, ValueRange dims,
                                ValueRange symbols, int64_t number,
                                int64_t factor) {
  return getMultiple(expr, dims, symbols) %
             (number / std::gcd(number, factor)) ==
         0;
}

void Divisibility::begin() {
  if (supposed.empty()) {
    known.clear();
    ranges = ValueRanges();
    stepsLeft = maxSteps;
  }
}

int64_t Divisibility::getMultiple(Value value) {
  begin();
  return compute(value);
}

int64_t Divisibility::getMultiple(AffineExpr expr, ValueRange dims,
                                  ValueRange symbols) {
  begin();
  return compute(expr, dims, symbols);
}

int64_t Divisibility::compute(Value value) {
  if (!value.getType().isIntOrIndex() || stepsLeft == 0)
    return 1;
  if (auto it = supposed.find(value); it != supposed.end())
    return it->second;
  if (auto it = known.find(value); it != known.end())
    return it->second;
  --stepsLeft;
  int64_t multiple = isa<BlockArgument>(value)
                         ? computeArgument(cast<BlockArgument>(value))
                         : computeResult(cast<OpResult>(value));
  if (supposed.empty())
    known[value] = multiple;
  return multiple;
}

int64_t Divisibility::getCommon(ValueRange values) {
  int64_t multiple = 0;
  for (Value value : values)
    multiple = multiples::ofEither(multiple, compute(value));
  return multiple;
}

/// Supposes the most at first, that the value is always 0, and lowers it until
/// it implies itself: an induction over the steps of the program.
int64_t Divisibility::getCarried(Value value, ValueRange incoming) {
  int64_t multiple = 0;
  llvm::scope_exit restore([&] { supposed.erase(value); });
  while (true) {
    supposed[value] = multiple;
    int64_t implied = getCommon(incoming);
    // Out of steps, nothing was proved.
    if (stepsLeft == 0)
      return 1;
    implied = multiples::ofEither(multiple, implied);
    if (implied == multiple)
      return multiple;
    multiple = implied;
  }
}

//===----------------------------------------------------------------------===//
// Affine expressions
//===----------------------------------------------------------------------===//

int64_t Divisibility::compute(AffineExpr expr, ValueRange dims,
                              ValueRange symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return multiples::ofConstant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return compute(dims[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return compute(symbols[symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = compute(binary.getLHS(), dims, symbols);
  int64_t rhs = compute(binary.getRHS(), dims, symbols);
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return multiples::ofEither(lhs, rhs);
  case AffineExprKind::Mul:
    return multiples::ofProduct(lhs, rhs);
  case AffineExprKind::Mod:
    return multiples::ofRemainder(lhs, rhs, divisor != nullptr);
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return divisor ? multiples::ofQuotient(lhs, divisor.getValue()) : 1;
  default:
    return 1;
  }
}

int64_t Divisibility::getOfMap(AffineMap map, ValueRange operands) {
  int64_t multiple = 0;
  for (AffineExpr expr : map.getResults())
    multiple = multiples::ofEither(
        multiple, compute(expr, operands.take_front(map.getNumDims()),
                          operands.drop_front(map.getNumDims())));
  return multiple;
}

//===----------------------------------------------------------------------===//
// Arguments of blocks
//===----------------------------------------------------------------------===//

/// Returns the operands that branches hand to an argument, or nothing if they
/// are not known.
static std::optional<SmallVector<Value>>
getIncomingValues(BlockArgument argument) {
  SmallVector<Value> incoming;
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return std::nullopt;
    Value operand = branch.getSuccessorOperands(
        it.getSuccessorIndex())[argument.getArgNumber()];
    if (!operand)
      return std::nullopt;
    incoming.push_back(operand);
  }
  return incoming;
}

int64_t Divisibility::computeArgument(BlockArgument argument) {
  Block *block = argument.getOwner();
  if (!block->isEntryBlock()) {
    auto incoming = getIncomingValues(argument);
    return incoming ? getCarried(argument, *incoming) : 1;
  }
  Operation *parent = block->getParentOp();
  if (!parent)
    return 1;
  if (auto loop = dyn_cast<affine::AffineForOp>(parent);
      loop && argument == loop.getInductionVar())
    return multiples::ofEither(
        getOfMap(loop.getLowerBoundMap(), loop.getLowerBoundOperands()),
        loop.getStepAsInt());
  if (auto loop = dyn_cast<affine::AffineParallelOp>(parent)) {
    unsigned number = argument.getArgNumber();
    return multiples::ofEither(
        getOfMap(loop.getLowerBoundMap(number), loop.getLowerBoundsOperands()),
        loop.getSteps()[number]);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    unsigned number = argument.getArgNumber();
    if (block == loop.getAfterBody())
      return compute(loop.getConditionOp().getArgs()[number]);
    return getCarried(argument, {loop.getInits()[number],
                                 loop.getYieldOp().getOperand(number)});
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(parent);
  // What is compared as unsigned may be a negative number.
  auto counted = dyn_cast<scf::ForOp>(parent);
  if (!loop || (counted && counted.getUnsignedCmp() &&
                argument == counted.getInductionVar()))
    return 1;
  if (auto variables = loop.getLoopInductionVars()) {
    auto bounds = loop.getLoopLowerBounds(), steps = loop.getLoopSteps();
    for (auto [number, variable] : llvm::enumerate(*variables))
      if (variable == argument && bounds && steps)
        return multiples::ofEither(getMultiple((*bounds)[number]),
                                   getMultiple((*steps)[number]));
  }
  OpOperand *init = loop.getTiedLoopInit(argument);
  OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
  if (init && yielded)
    return getCarried(argument, {init->get(), yielded->get()});
  return 1;
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

int64_t Divisibility::computeResult(OpResult result) {
  Operation *op = result.getOwner();
  if (APInt constant; matchPattern(result, m_ConstantInt(&constant)))
    return constant.getSignificantBits() <= 64
               ? multiples::ofConstant(constant.getSExtValue())
               : 1;
  // An operation that is not registered has no dialect.
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return multiples::ofArith(
        op, [&](Value value) { return compute(value); }, ranges);
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<AssumeMultipleOp>([&](AssumeMultipleOp assume) {
        return multiples::ofBoth(compute(assume.getValue()),
                                 assume.getMultiple());
      })
      .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
          [&](auto apply) {
            return getOfMap(apply.getAffineMap(), apply->getOperands());
          })
      .Case<affine::AffineLinearizeIndexOp>([&](auto linearize) {
        SmallVector<OpFoldResult> basis = linearize.getMixedBasis();
        ValueRange indices = linearize.getMultiIndex();
        // The first extent only bounds.
        basis.erase(basis.begin(), basis.end() - (indices.size() - 1));
        int64_t multiple = compute(indices.front());
        for (auto [extent, index] :
             llvm::zip_equal(basis, indices.drop_front()))
          multiple = multiples::ofEither(
              multiples::ofProduct(multiple, getMultiple(extent)),
              compute(index));
        return multiple;
      })
      .Case<affine::AffineDelinearizeIndexOp>([&](auto delinearize) -> int64_t {
        // From the most minor index on; the first one takes what is left.
        int64_t multiple = compute(delinearize.getLinearIndex());
        SmallVector<OpFoldResult> basis = delinearize.getMixedBasis();
        size_t number = op->getNumResults() - 1;
        while (number > result.getResultNumber()) {
          std::optional<int64_t> extent = getConstantIntValue(basis.back());
          if (!extent)
            return 1;
          multiple = multiples::ofQuotient(multiple, *extent);
          basis.pop_back();
          --number;
        }
        if (basis.empty())
          return multiple;
        return multiples::ofRemainder(
            multiple, getMultiple(basis.back()),
            getConstantIntValue(basis.back()).has_value());
      })
      .Case<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
            affine::AffineIfOp>(
          [&](auto) { return getCarried(result, getYielded(result)); })
      .Case<scf::WhileOp>([&](scf::WhileOp loop) {
        return compute(
            loop.getConditionOp().getArgs()[result.getResultNumber()]);
      })
      .Case<LoopLikeOpInterface>([&](LoopLikeOpInterface loop) -> int64_t {
        // The argument is what the last step yielded, or the first value.
        if (BlockArgument argument = loop.getTiedLoopRegionIterArg(result))
          return compute(argument);
        return 1;
      })
      .Case<ShapedDimOpInterface>([&](ShapedDimOpInterface dim) -> int64_t {
        auto type = dyn_cast<ShapedType>(dim.getShapedValue().getType());
        std::optional<int64_t> number = getConstantIntValue(dim.getDimension());
        if (!type || !type.hasRank() || !number || *number < 0 ||
            *number >= type.getRank() || type.isDynamicDim(*number))
          return 1;
        return multiples::ofConstant(type.getDimSize(*number));
      })
      .Default([](Operation *) -> int64_t { return 1; });
}

std::optional<int64_t> mlir::tiled_layout::getUpperBound(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  auto operand = dyn_cast<Value>(value);
  return operand ? ValueRanges().get(operand).max : std::nullopt;
}
