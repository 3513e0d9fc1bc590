//===- Residue.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Residue.h"

#include "tiled_layout/Analysis/Divisibility.h"
#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// How far back through sums and loops to look.
static constexpr int maxDepth = 8;
/// Numbers beyond this bound are not followed, so that nothing overflows.
static constexpr int64_t maxNumber = int64_t(1) << 31;

/// Brings the value into [0, modulus), or gives up on large numbers.
static Residue normalize(int64_t modulus, int64_t value) {
  if (modulus > maxNumber || value > maxNumber || value < -maxNumber)
    return {};
  return {modulus, modulus ? llvm::mod(value, modulus) : value};
}

static Residue add(Residue a, Residue b) {
  return normalize(std::gcd(a.modulus, b.modulus), a.value + b.value);
}

static Residue getResidue(OpFoldResult index, int depth);

/// What is left of an expression once its sums are taken apart is a multiple
/// of some number.
static Residue getResidue(AffineExpr expr, ValueRange dims, ValueRange symbols,
                          int depth) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return normalize(0, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getResidue(dims[dim.getPosition()], depth);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getResidue(symbols[symbol.getPosition()], depth);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return add(getResidue(binary.getLHS(), dims, symbols, depth),
               getResidue(binary.getRHS(), dims, symbols, depth));
  return normalize(Divisibility().getMultiple(expr, dims, symbols), 0);
}

/// An induction variable starts at its lower bound and grows by its step.
static std::optional<Residue> getResidueOfArgument(BlockArgument argument,
                                                   int depth) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<affine::AffineForOp>(parent)) {
    AffineMap map = loop.getLowerBoundMap();
    if (argument != loop.getInductionVar() || map.getNumResults() != 1)
      return std::nullopt;
    ValueRange operands = loop.getLowerBoundOperands();
    return add(getResidue(map.getResult(0),
                          operands.take_front(map.getNumDims()),
                          operands.drop_front(map.getNumDims()), depth),
               normalize(loop.getStepAsInt(), 0));
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(parent);
  // What is compared as unsigned may be a negative number.
  auto counted = dyn_cast<scf::ForOp>(parent);
  if (!loop || (counted && counted.getUnsignedCmp()))
    return std::nullopt;
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> lower = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  if (!variables || !lower || !steps)
    return std::nullopt;
  for (auto [variable, from, step] :
       llvm::zip_equal(*variables, *lower, *steps))
    if (variable == argument)
      return add(getResidue(from, depth),
                 normalize(Divisibility().getMultiple(step), 0));
  return std::nullopt;
}

static Residue getResidue(OpFoldResult index, int depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return normalize(0, *constant);
  Value value = dyn_cast<Value>(index);
  if (value && depth > 0) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (std::optional<Residue> known =
              getResidueOfArgument(argument, depth - 1))
        return *known;
    } else if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
      Residue known = add(getResidue(sum.getLhs(), depth - 1),
                          getResidue(sum.getRhs(), depth - 1));
      // A sum that wraps is another one modulo anything but a power of two.
      if (known.modulus != 0 && !llvm::isPowerOf2_64(known.modulus) &&
          ValueRanges().mayWrap(sum))
        return normalize(known.modulus & -known.modulus, known.value);
      return known;
    } else if (auto apply = value.getDefiningOp<affine::AffineApplyOp>()) {
      return getResidue(apply.getAffineMap().getResult(0),
                        apply.getDimOperands(), apply.getSymbolOperands(),
                        depth - 1);
    }
  }
  return normalize(Divisibility().getMultiple(index), 0);
}

Residue mlir::tiled_layout::getResidue(Value index) {
  return ::getResidue(index, maxDepth);
}
