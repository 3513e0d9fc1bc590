//===- RunVectors.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunVectors.h"

#include "RunLoops.h"

#include "IndexForms.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Placement.h"

#include "mlir/Dialect/Affine/Utils.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;
using vector::CombiningKind;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static bool mayReassociate(arith::ArithFastMathInterface op) {
  return arith::bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::reassoc);
}

static std::optional<CombiningKind> getKind(Operation *op) {
  if (auto onFloats = dyn_cast<arith::ArithFastMathInterface>(op);
      onFloats && !mayReassociate(onFloats))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<CombiningKind>>(op)
      .Case<arith::AddIOp, arith::AddFOp>(
          [](auto) { return CombiningKind::ADD; })
      .Case<arith::MulIOp, arith::MulFOp>(
          [](auto) { return CombiningKind::MUL; })
      .Case([](arith::AndIOp) { return CombiningKind::AND; })
      .Case([](arith::OrIOp) { return CombiningKind::OR; })
      .Case([](arith::XOrIOp) { return CombiningKind::XOR; })
      .Case([](arith::MaxSIOp) { return CombiningKind::MAXSI; })
      .Case([](arith::MaxUIOp) { return CombiningKind::MAXUI; })
      .Case([](arith::MinSIOp) { return CombiningKind::MINSI; })
      .Case([](arith::MinUIOp) { return CombiningKind::MINUI; })
      .Case([](arith::MaximumFOp) { return CombiningKind::MAXIMUMF; })
      .Case([](arith::MinimumFOp) { return CombiningKind::MINIMUMF; })
      .Case([](arith::MaxNumFOp) { return CombiningKind::MAXNUMF; })
      .Case([](arith::MinNumFOp) { return CombiningKind::MINNUMF; })
      .Default(std::nullopt);
}

std::optional<Reduction> mlir::tiled_layout::getReduction(Value accumulator,
                                                          Value result) {
  Operation *combine = result.getDefiningOp();
  if (!combine || !accumulator.hasOneUse() ||
      *accumulator.user_begin() != combine || !result.hasOneUse())
    return std::nullopt;
  // LLVM has reductions of narrow floats, but goes through f32 for each step.
  Type type = result.getType();
  if (!type.isIntOrFloat() ||
      (isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32))
    return std::nullopt;
  std::optional<CombiningKind> kind = getKind(combine);
  if (!kind)
    return std::nullopt;
  return Reduction{combine, combine->getOperand(1) == accumulator, *kind};
}

/// Returns what leaves any other operand as it is, or null for an operation of
/// which the accumulator itself does.
static TypedAttr getNeutralAttr(OpBuilder &builder, CombiningKind kind,
                                Type type) {
  switch (kind) {
  case CombiningKind::ADD:
    // 0.0 would make 0.0 of -0.0.
    return isa<FloatType>(type) ? TypedAttr(builder.getFloatAttr(type, -0.0))
                                : TypedAttr(builder.getZeroAttr(type));
  case CombiningKind::MUL:
    return builder.getOneAttr(type);
  case CombiningKind::XOR:
    return builder.getZeroAttr(type);
  default:
    return {};
  }
}

Value mlir::tiled_layout::getNeutral(OpBuilder &builder, Location loc,
                                     const Reduction &reduction) {
  TypedAttr neutral =
      getNeutralAttr(builder, reduction.kind, reduction.getType());
  return neutral ? arith::ConstantOp::create(builder, loc, neutral) : Value();
}

Value mlir::tiled_layout::getNeutralLanes(OpBuilder &builder, Location loc,
                                          const Reduction &reduction,
                                          Value first, int64_t lanes) {
  Value neutral = getNeutral(builder, loc, reduction);
  return vector::BroadcastOp::create(
      builder, loc, VectorType::get(lanes, reduction.getType()),
      neutral ? neutral : first);
}

Value mlir::tiled_layout::combine(OpBuilder &builder,
                                  const Reduction &reduction, Value a,
                                  Value b) {
  Operation *copy = builder.clone(*reduction.combine);
  copy->setOperands({a, b});
  copy->getResult(0).setType(a.getType());
  // Sums in another order may overflow where these do not.
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(copy))
    copy->setAttr(flags.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      copy->getContext(), arith::IntegerOverflowFlags::none));
  return copy->getResult(0);
}

Value mlir::tiled_layout::combineLanes(OpBuilder &builder, Location loc,
                                       const Reduction &reduction, Value first,
                                       Value partial) {
  auto flags = arith::FastMathFlags::none;
  if (auto onFloats =
          dyn_cast<arith::ArithFastMathInterface>(reduction.combine))
    flags = onFloats.getFastMathFlagsAttr().getValue();
  return vector::ReductionOp::create(builder, loc, reduction.kind, partial,
                                     first, flags);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Returns how far apart the elements are that two neighbouring iterations
/// read if that is 0, or 1 and along the last dimension; or `std::nullopt`.
static std::optional<int64_t> getStride(affine::AffineLoadOp load,
                                        Value variable) {
  MemRefType type = load.getMemRefType();
  ArrayAccess access = {load, load.getMemRef(), load.getAffineMap(),
                        load.getMapOperands(), false};
  int64_t last = type.getRank() - 1;
  for (int64_t dim = 0; dim <= last; ++dim) {
    std::optional<LinearIndex> index = access.getIndex(dim, variable);
    int64_t factor = index ? index->getCoefficient(variable) : -1;
    if (factor != (dim == last && factor == 1 ? 1 : 0))
      return std::nullopt;
    if (factor == 0)
      continue;
    // Vectors are for elements that memory has as they are.
    std::optional<Layout> layout = getTileLayout(ShapedType(type));
    if (!layout || isView(type) || !isPlainStorage(type) ||
        !VectorType::isValidElementType(type.getElementType()))
      return std::nullopt;
    SmallVector<int64_t> extents, next(type.getRank(), 0);
    for (int64_t extent : type.getShape())
      extents.push_back(ShapedType::isDynamic(extent) ? 2 : extent);
    next.back() = 1;
    if (extents.back() < 2 ||
        Placement(*layout, extents).getPosition(next) != 1)
      return std::nullopt;
    return 1;
  }
  return 0;
}

bool RunBody::isUniform(Value value) {
  return uniform.contains(value) || loop.isDefinedOutsideOfLoop(value);
}

/// Says of an operation whether its result is a vector or uniform; false if it
/// can be neither.
bool RunBody::classify(Operation &op) {
  if (isa<affine::AffineApplyOp>(op))
    return true; // Part of an index, or else its user is refused.
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    std::optional<int64_t> stride = getStride(load, loop.getInductionVar());
    if (!stride)
      return false;
    (*stride == 1 ? lanes : uniform).insert(load.getResult());
    readsTiled |= *stride == 1 && isTiled(load.getMemRefType());
    return true;
  }
  if (isa<arith::ConstantOp>(op)) {
    uniform.insert(op.getResult(0));
    return true;
  }
  auto *reduction = llvm::find_if(
      reductions, [&](const Reduction &r) { return r.combine == &op; });
  if (reduction != reductions.end()) {
    Value other = op.getOperand(1 - reduction->accumulator);
    return lanes.contains(other) || isUniform(other);
  }
  if (!hasVectorForm(&op) || op.getNumResults() != 1 ||
      !op.getResult(0).getType().isIntOrFloat())
    return false;
  bool isVector = false;
  for (Value operand : op.getOperands()) {
    if (!operand.getType().isIntOrFloat() ||
        !(lanes.contains(operand) || isUniform(operand)))
      return false;
    isVector |= lanes.contains(operand);
  }
  (isVector ? lanes : uniform).insert(op.getResult(0));
  return true;
}

bool RunBody::canBeVectors() {
  for (Operation &op : loop.getBody()->without_terminator())
    if (!llvm::is_contained(leftOut, &op) && !classify(op))
      return false;
  return readsTiled;
}

Value RunBody::toLanes(OpBuilder &builder, IRMapping &mapping, Value value,
                       int64_t count) {
  Value mapped = mapping.lookupOrDefault(value);
  if (isa<VectorType>(mapped.getType()))
    return mapped;
  return vector::BroadcastOp::create(builder, value.getLoc(),
                                     VectorType::get({count}, value.getType()),
                                     mapped);
}

SmallVector<Value> RunBody::emit(OpBuilder &builder, IRMapping &mapping,
                                 ArrayRef<Value> partial) {
  int64_t count = cast<VectorType>(partial.front().getType()).getDimSize(0);
  SmallVector<Value> results(partial);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (llvm::is_contained(leftOut, &op))
      continue;
    auto *reduction = llvm::find_if(
        reductions, [&](const Reduction &r) { return r.combine == &op; });
    bool isCombine = reduction != reductions.end();
    if (!isCombine && !lanes.contains(op.getResult(0))) {
      builder.clone(op, mapping);
      continue;
    }
    auto type = VectorType::get({count}, op.getResult(0).getType());
    if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
      SmallVector<Value> operands =
          llvm::map_to_vector(load.getMapOperands(), [&](Value operand) {
            return mapping.lookupOrDefault(operand);
          });
      mapping.map(load.getResult(),
                  affine::AffineVectorLoadOp::create(
                      builder, op.getLoc(), type, load.getMemRef(),
                      load.getAffineMap(), operands)
                      .getResult());
      continue;
    }
    size_t number = reduction - reductions.begin();
    SmallVector<Value> operands;
    for (auto [position, operand] : llvm::enumerate(op.getOperands()))
      operands.push_back(isCombine && position == reduction->accumulator
                             ? partial[number]
                             : toLanes(builder, mapping, operand, count));
    if (isCombine) {
      results[number] =
          combine(builder, *reduction, operands.front(), operands.back());
      continue;
    }
    Operation *copy = builder.clone(op, mapping);
    copy->setOperands(operands);
    copy->getResult(0).setType(type);
  }
  return results;
}
