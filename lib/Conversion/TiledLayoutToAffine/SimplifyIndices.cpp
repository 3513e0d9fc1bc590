//===- SimplifyIndices.cpp - Index maps within what loops say -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Marks maps whose operands are indices within an array, or undefined.
static constexpr StringLiteral inBoundsName = "tiled_layout.in_bounds";

void mlir::tiled_layout::markInBounds(ValueRange coordinates,
                                      ValueRange indices) {
  for (Value coordinate : coordinates) {
    auto apply = coordinate.getDefiningOp<affine::AffineApplyOp>();
    // Operands of a map that has been composed are parts of indices.
    if (apply && llvm::all_of(apply.getMapOperands(), [&](Value operand) {
          return llvm::is_contained(indices, operand);
        }))
      apply->setDiscardableAttr(inBoundsName,
                                UnitAttr::get(apply->getContext()));
  }
}

static bool isDivision(AffineExpr expr) {
  return expr.getKind() == AffineExprKind::FloorDiv ||
         expr.getKind() == AffineExprKind::CeilDiv ||
         expr.getKind() == AffineExprKind::Mod;
}

static bool isSum(Value value) {
  return value.getDefiningOp<arith::AddIOp>() ||
         value.getDefiningOp<arith::SubIOp>();
}

namespace {

/// A map and what it is applied to.
struct Application {
  AffineMap map;
  SmallVector<Value> operands;
  /// Operands that are indices within arrays, and what they are sums of.
  llvm::SmallDenseSet<Value> indices = {};

  /// Returns the number of divisions, and of those of sums: what is added last
  /// is likely the variable of an inner loop.
  std::pair<unsigned, unsigned> getCost() const;
  bool divides() const { return getCost().first != 0; }
  void composeApplies();
  bool isComposable(Value value, ValueRanges &ranges);
  bool composeArithmetic(ValueRanges &ranges);
};

/// Simplifies maps with what is known of their operands.
class IndexSimplifier {
public:
  void simplify(Application &index, bool mayCompose);

private:
  void simplifyInRanges(Application &index);

  ValueRanges ranges;
};

} // namespace

std::pair<unsigned, unsigned> Application::getCost() const {
  unsigned divisions = 0, ofSums = 0;
  auto isOfSum = [&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      return isSum(operands[dim.getPosition()]);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      return isSum(operands[map.getNumDims() + symbol.getPosition()]);
    return part.getKind() == AffineExprKind::Add;
  };
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      if (!isDivision(expr))
        return;
      ++divisions;
      bool found = false;
      cast<AffineBinaryOpExpr>(expr).getLHS().walk(
          [&](AffineExpr part) { found |= isOfSum(part); });
      ofSums += found;
    });
  return {divisions, ofSums};
}

void Application::composeApplies() {
  if (llvm::any_of(operands, [](Value operand) {
        return operand.getDefiningOp<affine::AffineApplyOp>();
      }))
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
}

/// True if a value is so small that even many of them, added to an index, reach
/// no number that wraps around and comes back into an array.
static bool isSmall(Value value, ValueRanges &ranges) {
  constexpr int64_t most = int64_t(1) << 57;
  IndexRange range = ranges.get(value);
  return range.min && range.max && *range.min >= -most && *range.max <= most;
}

/// True if a sum is the same in an affine map, which does not wrap around.
bool Application::isComposable(Value value, ValueRanges &ranges) {
  if (!isSum(value))
    return false;
  Operation *sum = value.getDefiningOp();
  if (!ranges.mayWrap(sum))
    return true;
  return indices.contains(value) &&
         llvm::any_of(sum->getOperands(),
                      [&](Value part) { return isSmall(part, ranges); });
}

/// Puts the sums that operands are into the map: those of loops that a program
/// has tiled itself. Returns whether there are any.
bool Application::composeArithmetic(ValueRanges &ranges) {
  // Operands that are used more than once may double each time.
  constexpr int maxSums = 16;
  bool found = false;
  for (int sums = 0; sums < maxSums; ++sums) {
    auto *it = llvm::find_if(
        operands, [&](Value operand) { return isComposable(operand, ranges); });
    if (it == operands.end())
      break;
    found = true;
    Operation *sum = it->getDefiningOp();
    if (indices.contains(*it))
      indices.insert(sum->operand_begin(), sum->operand_end());
    unsigned number = it - operands.begin();
    unsigned numDims = map.getNumDims();
    MLIRContext *context = map.getContext();
    // Another dimension for the second operand.
    AffineExpr first = number < numDims
                           ? getAffineDimExpr(number, context)
                           : getAffineSymbolExpr(number - numDims, context);
    AffineExpr second = getAffineDimExpr(numDims, context);
    map = map.replace(first,
                      isa<arith::AddIOp>(sum) ? first + second : first - second,
                      numDims + 1, map.getNumSymbols());
    *it = sum->getOperand(0);
    operands.insert(operands.begin() + numDims, sum->getOperand(1));
    affine::canonicalizeMapAndOperands(&map, &operands);
    composeApplies();
  }
  return found;
}

void IndexSimplifier::simplifyInRanges(Application &index) {
  index.map =
      tiled_layout::simplifyInRanges(index.map, ranges.get(index.operands));
  affine::canonicalizeMapAndOperands(&index.map, &index.operands);
}

/// Composes a map with those that produced its operands, with `mayCompose` also
/// with sums where that saves divisions of them, and simplifies it.
void IndexSimplifier::simplify(Application &index, bool mayCompose) {
  index.composeApplies();
  Application composed = index;
  simplifyInRanges(index);
  if (!mayCompose || !index.divides() || !composed.composeArithmetic(ranges))
    return;
  simplifyInRanges(composed);
  if (composed.getCost() < index.getCost())
    index = std::move(composed);
}

template <typename OpTy>
static void simplifyAccess(OpTy op, unsigned firstOperand,
                           IndexSimplifier &simplifier) {
  Application index = {op.getAffineMap(), op.getMapOperands()};
  if (!index.divides())
    return;
  // What is summed need not be valid in an affine access.
  simplifier.simplify(index, /*mayCompose=*/false);
  op->setOperands(firstOperand, op->getNumOperands() - firstOperand,
                  index.operands);
  op->setAttr(OpTy::getMapAttrStrName(), AffineMapAttr::get(index.map));
}

void mlir::tiled_layout::simplifyIndexMaps(Operation *root) {
  IndexSimplifier simplifier;
  root->walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      return simplifyAccess(load, /*firstOperand=*/1, simplifier);
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      return simplifyAccess(store, /*firstOperand=*/2, simplifier);
    auto apply = dyn_cast<affine::AffineApplyOp>(op);
    if (!apply)
      return;
    Application index = {apply.getAffineMap(), apply.getMapOperands()};
    if (apply->removeAttr(inBoundsName))
      index.indices.insert(index.operands.begin(), index.operands.end());
    if (!index.divides())
      return;
    simplifier.simplify(index, /*mayCompose=*/true);
    apply.setMap(index.map);
    apply->setOperands(index.operands);
  });
  // What they say has been used by now.
  root->walk([](AssumeMultipleOp assumed) {
    assumed.replaceAllUsesWith(assumed.getValue());
    assumed.erase();
  });
}
