//===- LowerIndexMaps.cpp - Affine maps become unsigned arithmetic --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERINDEXMAPSPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Emits an affine expression of values.
class ExpressionBuilder {
public:
  /// `isKnown` says of an operand whether it is at least 0 beyond its range.
  ExpressionBuilder(OpBuilder &builder, Location loc, AffineMap map,
                    ValueRange operands, ValueRanges &ranges,
                    function_ref<bool(Value)> isKnown)
      : builder(builder), loc(loc), numDims(map.getNumDims()),
        operands(operands), operandRanges(ranges.get(operands)) {
    for (auto [operand, range] : llvm::zip_equal(operands, operandRanges))
      if (!range.isNonNegative() && isKnown(operand))
        range.min = 0;
  }

  Value build(AffineExpr expr);

private:
  Value divide(AffineExpr dividend, int64_t divisor, bool wantsRemainder);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  template <typename OpTy>
  Value create(Value a, Value b) {
    return builder.createOrFold<OpTy>(loc, a, b);
  }

  OpBuilder &builder;
  Location loc;
  unsigned numDims;
  ValueRange operands;
  SmallVector<IndexRange> operandRanges;
};

} // namespace

/// A shift and a mask are a floor and its remainder for every number; other
/// divisors need numbers that are not negative, or a correction.
Value ExpressionBuilder::divide(AffineExpr dividend, int64_t divisor,
                                bool wantsRemainder) {
  Value value = build(dividend);
  bool isNonNegative =
      getRange(dividend, numDims, operandRanges).isNonNegative();
  if (llvm::isPowerOf2_64(divisor)) {
    if (wantsRemainder)
      return create<arith::AndIOp>(value, constant(divisor - 1));
    Value bits = constant(llvm::Log2_64(divisor));
    return isNonNegative ? create<arith::ShRUIOp>(value, bits)
                         : create<arith::ShRSIOp>(value, bits);
  }
  Value number = constant(divisor);
  if (isNonNegative)
    return wantsRemainder ? create<arith::RemUIOp>(value, number)
                          : create<arith::DivUIOp>(value, number);
  Value quotient = create<arith::FloorDivSIOp>(value, number);
  if (!wantsRemainder)
    return quotient;
  return create<arith::SubIOp>(value, create<arith::MulIOp>(quotient, number));
}

Value ExpressionBuilder::build(AffineExpr expr) {
  if (auto value = dyn_cast<AffineConstantExpr>(expr))
    return constant(value.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  AffineExprKind kind = binary.getKind();
  if (kind != AffineExprKind::Add && kind != AffineExprKind::Mul)
    return divide(lhs, cast<AffineConstantExpr>(rhs).getValue(),
                  kind == AffineExprKind::Mod);
  Value a = build(lhs), b = build(rhs);
  return kind == AffineExprKind::Add ? create<arith::AddIOp>(a, b)
                                     : create<arith::MulIOp>(a, b);
}

/// Memory has fewer elements.
static constexpr int64_t beyondMemory = int64_t(1) << 47;

/// True if all divisions of a map are floors or remainders of positive
/// constants, and there is one, or a constant that no position is as large as:
/// an operand is as large, too, so that products may wrap around. Upstream's
/// lowering takes them not to.
static bool isLowered(AffineMap map) {
  bool isWanted = false, isKnown = true;
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      if (auto constant = dyn_cast<AffineConstantExpr>(expr))
        isWanted |= constant.getValue() >= beyondMemory ||
                    constant.getValue() <= -beyondMemory;
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || binary.getKind() == AffineExprKind::Add ||
          binary.getKind() == AffineExprKind::Mul)
        return;
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      isWanted = true;
      isKnown &= binary.getKind() != AffineExprKind::CeilDiv && divisor &&
                 divisor.getValue() > 0;
    });
  return isWanted && isKnown;
}

/// True if a map's result is the quotient of `operand`: not negative only if
/// the operand is not.
static bool isQuotientOf(AffineExpr result, AffineMap map, ValueRange operands,
                         Value operand) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(result);
  if (!binary || binary.getKind() != AffineExprKind::FloorDiv)
    return false;
  if (auto dim = dyn_cast<AffineDimExpr>(binary.getLHS()))
    return operands[dim.getPosition()] == operand;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(binary.getLHS()))
    return operands[map.getNumDims() + symbol.getPosition()] == operand;
  return false;
}

/// True if an access, or the position of one, goes by a quotient of the
/// operand. An index out of bounds is undefined, so that the operand is not
/// negative where the access is made.
static bool isAccessedBy(Operation *access, Value operand) {
  SmallVector<Value> indices;
  if (auto load = dyn_cast<memref::LoadOp>(access))
    indices.assign(load.getIndices().begin(), load.getIndices().end());
  else if (auto store = dyn_cast<memref::StoreOp>(access))
    indices.assign(store.getIndices().begin(), store.getIndices().end());
  else if (auto position = dyn_cast<affine::AffineLinearizeIndexOp>(access);
           position && position.getDisjoint())
    indices.assign(position.getMultiIndex().begin(),
                   position.getMultiIndex().end());
  return llvm::any_of(indices, [&](Value index) {
    auto apply = index.getDefiningOp<affine::AffineApplyOp>();
    return apply &&
           isQuotientOf(apply.getAffineMap().getResult(0), apply.getAffineMap(),
                        apply.getMapOperands(), operand);
  });
}

/// True of operands that affine must know as a dimension or symbol, such as
/// those of bounds and conditions.
static bool isAffineIndex(OpOperand &use) {
  Operation *op = use.getOwner();
  if (!isa_and_nonnull<affine::AffineDialect>(op->getDialect()) ||
      isa<affine::AffineYieldOp, affine::AffineLinearizeIndexOp>(op))
    return false;
  if (isa<affine::AffineStoreOp, affine::AffineVectorStoreOp>(op))
    return use.getOperandNumber() != 0;
  auto loop = dyn_cast<affine::AffineForOp>(op);
  return !loop || use.getOperandNumber() < loop.getNumControlOperands();
}

/// Composes the map of an operation with those of its operands if one of these
/// divides.
template <typename OpTy>
static void composeMap(OpTy op, unsigned firstOperand) {
  AffineMap map = op.getAffineMap();
  SmallVector<Value> operands(op.getMapOperands());
  if (llvm::none_of(operands, [](Value operand) {
        auto apply = operand.getDefiningOp<affine::AffineApplyOp>();
        return apply && isLowered(apply.getAffineMap());
      }))
    return;
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  op->setOperands(firstOperand, op->getNumOperands() - firstOperand, operands);
  op.setMap(map);
}

static void composeDivisions(Operation *op) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    composeMap(load, /*firstOperand=*/1);
  else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    composeMap(store, /*firstOperand=*/2);
  else if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    composeMap(apply, /*firstOperand=*/0);
}

namespace {

class LowerIndexMapsPass
    : public tiled_layout::impl::LowerIndexMapsPassBase<LowerIndexMapsPass> {
public:
  using LowerIndexMapsPassBase::LowerIndexMapsPassBase;

private:
  void runOnOperation() final {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<affine::AffineApplyOp, affine::AffineLoadOp,
              affine::AffineStoreOp>(op))
        ops.push_back(op);
    });
    // What becomes arithmetic is no operand of another map: that one takes in
    // the divisions.
    for (Operation *op : ops)
      composeDivisions(op);
    // Ranges look through affine.apply, so all are built before any is erased.
    SmallVector<std::pair<affine::AffineApplyOp, Value>> replaced;
    ValueRanges ranges;
    for (Operation *op : ops) {
      if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
        if (isLowered(apply.getAffineMap()))
          replaced.push_back({apply, lowerApply(apply, ranges)});
      } else if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
        lowerAccess(load, ranges, [&](OpBuilder &builder, ValueRange indices) {
          load.replaceAllUsesWith(memref::LoadOp::create(builder, load.getLoc(),
                                                         load.getMemRef(),
                                                         indices)
                                      .getResult());
        });
      } else {
        auto store = cast<affine::AffineStoreOp>(op);
        lowerAccess(store, ranges, [&](OpBuilder &builder, ValueRange indices) {
          memref::StoreOp::create(builder, store.getLoc(),
                                  store.getValueToStore(), store.getMemRef(),
                                  indices);
        });
      }
    }
    for (auto [apply, value] : replaced) {
      apply->replaceUsesWithIf(ValueRange(value), [](OpOperand &use) {
        return !isAffineIndex(use);
      });
      if (apply->use_empty())
        apply.erase();
    }
  }

  static Value lowerApply(affine::AffineApplyOp apply, ValueRanges &ranges) {
    OpBuilder builder(apply);
    auto isKnown = [&](Value operand) {
      return !apply->use_empty() &&
             llvm::all_of(apply->getUsers(), [&](Operation *user) {
               return isAccessedBy(user, operand);
             });
    };
    AffineMap map = apply.getAffineMap();
    return ExpressionBuilder(builder, apply.getLoc(), map,
                             apply.getMapOperands(), ranges, isKnown)
        .build(map.getResult(0));
  }

  template <typename OpTy>
  static void lowerAccess(OpTy op, ValueRanges &ranges,
                          function_ref<void(OpBuilder &, ValueRange)> replace) {
    AffineMap map = op.getAffineMap();
    if (!isLowered(map))
      return;
    OpBuilder builder(op);
    SmallVector<Value> operands(op.getMapOperands());
    auto isKnown = [&](Value operand) {
      return llvm::any_of(map.getResults(), [&](AffineExpr result) {
        return isQuotientOf(result, map, operands, operand);
      });
    };
    ExpressionBuilder expressions(builder, op.getLoc(), map, operands, ranges,
                                  isKnown);
    SmallVector<Value> indices =
        llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
          return expressions.build(result);
        });
    replace(builder, indices);
    op.erase();
  }
};

} // namespace
