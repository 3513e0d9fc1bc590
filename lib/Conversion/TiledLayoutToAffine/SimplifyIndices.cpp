//===- SimplifyIndices.cpp - Index maps within what loops say -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/ElementAccess.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

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
  void composeIndices(Operation *op);

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

//===----------------------------------------------------------------------===//
// Before the conversion
//===----------------------------------------------------------------------===//

/// Returns the memref that an operation accesses one element of, and the index
/// of the element. An access out of bounds is undefined.
static std::pair<Value, SmallVector<Value>> getElementAccess(Operation *op) {
  using Access = std::pair<Value, SmallVector<Value>>;
  return llvm::TypeSwitch<Operation *, Access>(op)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::GenericAtomicRMWOp>([](auto access) {
        return Access(access.getMemref(), access.getIndices());
      })
      .Case([](ElementAccessOpInterface access) {
        return Access(access.getAccessedMemRef(), access.getAccessedIndex());
      })
      .Default([](Operation *) { return Access(); });
}

/// Replaces an index that is a sum by a map of its parts, where that saves
/// divisions by tile sizes.
void IndexSimplifier::composeIndices(Operation *op) {
  auto [memref, indices] = getElementAccess(op);
  auto type = memref ? dyn_cast<MemRefType>(memref.getType()) : MemRefType();
  std::optional<Layout> layout = type ? getLayout(type) : std::nullopt;
  if (!layout || llvm::none_of(indices, isSum))
    return;
  MLIRContext *context = op->getContext();
  ArrayRef<int64_t> shape = type.getShape();
  AffineMap map =
      simplifyForIndex(getPhysicalMap(*layout, shape, context), shape);
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Application sum = {AffineMap::getMultiDimIdentityMap(1, context), {index}};
    sum.indices.insert(index);
    if (!sum.composeArithmetic(ranges))
      continue;
    Application plain = {map, indices}, composed = plain;
    llvm::append_range(composed.operands, sum.operands);
    unsigned numDims = sum.map.getNumDims(), rank = map.getNumDims();
    composed.map = map.replace(getAffineDimExpr(dim, context),
                               sum.map.getResult(0).shiftDims(numDims, rank),
                               rank + numDims, sum.map.getNumSymbols());
    for (Application *application : {&plain, &composed}) {
      application->composeApplies();
      simplifyInRanges(*application);
    }
    if (composed.getCost() >= plain.getCost())
      continue;
    OpBuilder builder(op);
    Value apply = affine::AffineApplyOp::create(builder, op->getLoc(), sum.map,
                                                sum.operands);
    op->replaceUsesOfWith(index, apply);
    indices[dim] = apply;
  }
}

void mlir::tiled_layout::composeIndices(Operation *root) {
  IndexSimplifier simplifier;
  root->walk([&](Operation *op) { simplifier.composeIndices(op); });
}

//===----------------------------------------------------------------------===//
// After the conversion
//===----------------------------------------------------------------------===//

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
