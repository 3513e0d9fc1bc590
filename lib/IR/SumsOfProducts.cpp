//===- SumsOfProducts.cpp - Multiplications and additions at once ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredBody.h"

#include "tiled_layout/IR/StructuredOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::tiled_layout;

std::pair<Operation *, Operation *>
mlir::tiled_layout::getSumOfProducts(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return {};
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!sum)
    return {};
  Value accumulator = op.getRegionOutputArgs()[0];
  Value other = sum.getLhs() == accumulator   ? sum.getRhs()
                : sum.getRhs() == accumulator ? sum.getLhs()
                                              : Value();
  if (!other || !other.hasOneUse())
    return {};
  if (auto product = other.getDefiningOp<arith::MulFOp>())
    return {product, sum};
  return {};
}

bool mlir::tiled_layout::setContract(linalg::LinalgOp op) {
  auto [product, sum] = getSumOfProducts(op);
  if (!product)
    return false;
  for (Operation *part : {product, sum})
    part->setAttr("fastmath",
                  arith::FastMathFlagsAttr::get(
                      op.getContext(), arith::FastMathFlags::contract));
  return true;
}

/// True if all products of two numbers of some types are numbers of another:
/// those of `f16` in `f32`. Those of `bf16` may be too large or too small.
static bool hasExactProducts(FloatType a, FloatType b, FloatType to) {
  using llvm::APFloat;
  auto getPrecision = [](FloatType type) {
    return static_cast<int>(
        APFloat::semanticsPrecision(type.getFloatSemantics()));
  };
  auto getLargest = [](FloatType type) {
    return APFloat::semanticsMaxExponent(type.getFloatSemantics());
  };
  // Of the last bit of the smallest number.
  auto getSmallest = [&](FloatType type) {
    return APFloat::semanticsMinExponent(type.getFloatSemantics()) -
           getPrecision(type) + 1;
  };
  return getPrecision(a) + getPrecision(b) <= getPrecision(to) &&
         getLargest(a) + getLargest(b) < getLargest(to) &&
         getSmallest(a) + getSmallest(b) >= getSmallest(to);
}

/// True if a product is of two numbers that were widened, and is not rounded.
static bool isExact(Operation *product) {
  auto getNarrow = [](Value value) {
    auto widened = value.getDefiningOp<arith::ExtFOp>();
    return widened ? dyn_cast<FloatType>(widened.getIn().getType())
                   : FloatType();
  };
  FloatType a = getNarrow(product->getOperand(0)),
            b = getNarrow(product->getOperand(1));
  return a && b &&
         hasExactProducts(a, b,
                          cast<FloatType>(product->getResult(0).getType()));
}

bool mlir::tiled_layout::mayFuse(linalg::LinalgOp op, bool fuseNamed) {
  auto [product, sum] = getSumOfProducts(op);
  if (!product)
    return false;
  if ((fuseNamed && !isa<linalg::GenericOp>(op)) || isExact(product))
    return true;
  return llvm::all_of(ArrayRef<Operation *>{product, sum}, [](Operation *op) {
    return arith::bitEnumContainsAll(cast<arith::ArithFastMathInterface>(op)
                                         .getFastMathFlagsAttr()
                                         .getValue(),
                                     arith::FastMathFlags::contract);
  });
}
