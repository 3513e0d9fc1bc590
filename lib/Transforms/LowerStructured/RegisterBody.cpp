//===- RegisterBody.cpp - The body of an operation on vectors -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the index of each element of a vector along a dimension.
Value RegisterBlock::makeIndex(const BlockState &state, const BlockPoint &point,
                               int64_t dim) {
  Value first = math.add(state.indices[dim], math.constant(point[dim]));
  Value all = splat(state, first);
  bool isInterleaved = state.interleave > 1 && dim == plan.interleavedDim;
  if ((dim != plan.vectorDim && !isInterleaved) || state.lanes == 1)
    return all;
  SmallVector<APInt> steps;
  for (int64_t element = 0; element < getWidth(state); ++element)
    steps.push_back(APInt(64, isInterleaved ? element % state.interleave
                                            : element / state.interleave));
  auto type = VectorType::get({getWidth(state)}, builder.getIndexType());
  Value offsets = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, steps));
  return arith::AddIOp::create(builder, loc, all, offsets);
}

/// Keeps LLVM from loading an input under the mask that selects from it. Where
/// a page is in no cache of addresses, a load under a mask without lanes takes
/// some hundred cycles on AMD, and leaves the page as it was: an array of many
/// pages takes twenty times as long. In the caches, LLVM's loads save a
/// register.
Value RegisterBlock::loadWhole(Value inner, Value vector) {
  auto input = dyn_cast<BlockArgument>(inner);
  if (!input || static_cast<int64_t>(input.getArgNumber()) >= numInputs)
    return vector;
  auto array = cast<MemRefType>(op->getOperand(input.getArgNumber()).getType());
  auto type = cast<VectorType>(vector.getType());
  if (!type.getElementType().isSignlessIntOrFloat())
    return vector;
  constexpr int64_t floatBits = 32;
  int64_t bits = type.getElementTypeBitWidth();
  int64_t width = type.getNumElements() * bits;
  bool isLarge = !array.hasStaticShape() ||
                 array.getNumElements() > target.streamingBytes * 8 / bits;
  if (!isLarge || !target.hasMasks(bits) || width % floatBits != 0)
    return vector;
  // A fence is for floats, and is no instruction.
  auto floats = VectorType::get({width / floatBits}, builder.getF32Type());
  Value whole = builder.createOrFold<vector::BitCastOp>(loc, floats, vector);
  auto fence = LLVM::CallIntrinsicOp::create(
      builder, loc, floats, builder.getStringAttr("llvm.arithmetic.fence"),
      whole);
  return builder.createOrFold<vector::BitCastOp>(loc, type, fence.getResult(0));
}

/// Returns the operation of the body on vectors.
Operation *RegisterBlock::widen(const BlockState &state, Operation &inner,
                                llvm::function_ref<Value(Value)> getValue) {
  SmallVector<Value> arguments =
      llvm::map_to_vector(inner.getOperands(), getValue);
  // What all elements share is widened once. LLVM puts a short float that it
  // shall widen in all elements through memory, which waits for the store.
  if (isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(inner))
    if (auto all = arguments[0].getDefiningOp<vector::BroadcastOp>();
        all && !isa<VectorType>(all.getSourceType())) {
      Operation *wide =
          builder.create(loc, inner.getName().getIdentifier(), all.getSource(),
                         inner.getResultTypes(), inner.getAttrs());
      return splat(state, wide->getResult(0)).getDefiningOp();
    }
  // LLVM converts vectors of short floats to integers element by element.
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(inner) &&
      getElementTypeOrSelf(arguments[0]).getIntOrFloatBitWidth() < 32)
    arguments[0] = arith::ExtFOp::create(
        builder, loc, VectorType::get({getWidth(state)}, builder.getF32Type()),
        arguments[0]);
  // A predicate in memory is the number 0 or 1, which needs no mask between.
  if (isa<arith::ExtUIOp, arith::UIToFPOp>(inner) &&
      inner.getOperand(0).getType().isInteger(1) &&
      inner.getResult(0).getType().getIntOrFloatBitWidth() > 8)
    if (auto input = dyn_cast<BlockArgument>(inner.getOperand(0));
        input && static_cast<int64_t>(input.getArgNumber()) < numInputs)
      if (auto isSet = arguments[0].getDefiningOp<arith::CmpIOp>();
          isSet && getElementTypeOrSelf(isSet.getLhs()).isInteger(8))
        arguments[0] = isSet.getLhs();
  if (isa<arith::SelectOp>(inner))
    for (int64_t number : {1, 2})
      arguments[number] =
          loadWhole(inner.getOperand(number), arguments[number]);
  SmallVector<Type> types =
      llvm::map_to_vector(inner.getResultTypes(), [&](Type type) -> Type {
        return VectorType::get({getWidth(state)}, type);
      });
  return builder.create(loc, inner.getName().getIdentifier(), arguments, types,
                        inner.getAttrs());
}

/// Lets LLVM fuse a multiplication or an addition with the other one, or not.
static void setFused(Operation *op, bool isFused) {
  auto fastmath = cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlags flags = fastmath.getFastMathFlagsAttr().getValue();
  flags = isFused ? flags | arith::FastMathFlags::contract
                  : flags & ~arith::FastMathFlags::contract;
  op->setAttr(fastmath.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

/// Computes the body at a point on vectors; `results` are what the outputs
/// were.
SmallVector<Value> RegisterBlock::runBody(const BlockState &state,
                                          const BlockPoint &point,
                                          ArrayRef<Value> results,
                                          Cache &cache) {
  Block &body = *op.getBlock();
  auto [product, sum] = getSumOfProducts(op);
  IRMapping values, scalars;
  bool hasAddresses = state.lanes > 1 && !problem.loadsScattered.empty();
  llvm::SmallPtrSet<Operation *, 8> addresses;
  if (hasAddresses)
    addresses = getAddresses(op);
  for (int64_t input = 0; input < numInputs; ++input)
    if (!body.getArgument(input).use_empty())
      values.map(body.getArgument(input),
                 loadElements(state, input, point, cache));
  for (int64_t output = 0; output < numOutputs; ++output)
    if (!results.empty())
      values.map(body.getArgument(numInputs + output), results[output]);

  auto getValue = [&](Value value) -> Value {
    if (Value known = values.lookupOrNull(value))
      return known;
    // From outside of the body.
    Value all = splat(state, value);
    values.map(value, all);
    return all;
  };
  for (Operation &inner : body.without_terminator()) {
    if (addresses.contains(&inner))
      continue;
    if (hasAddresses && isa<memref::LoadOp>(inner)) {
      values.map(inner.getResult(0),
                 loadTable(state, point, inner, scalars, cache));
      continue;
    }
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      values.map(index.getResult(), makeIndex(state, point, index.getDim()));
      continue;
    }
    if (isa<arith::ConstantOp>(inner)) {
      Operation *constant = builder.clone(inner);
      values.map(inner.getResult(0), splat(state, constant->getResult(0)));
      continue;
    }
    // The panel is wide already, or as wide as dot instructions need.
    if (llvm::is_contained(widenings, &inner) && plan.dotSteps == 0) {
      values.map(inner.getResult(0), getValue(inner.getOperand(0)));
      continue;
    }
    if (llvm::is_contained(extrema, &inner)) {
      SmallVector<Value> arguments =
          llvm::map_to_vector(inner.getOperands(), [&](Value value) {
            return extend(getValue(value));
          });
      Operation *wide =
          builder.create(loc, inner.getName().getIdentifier(), arguments,
                         arguments.front().getType(), inner.getAttrs());
      values.map(inner.getResult(0), wide->getResult(0));
      continue;
    }
    Operation *wide = state.lanes == 1 ? builder.clone(inner, values)
                                       : widen(state, inner, getValue);
    if (&inner == product || &inner == sum)
      setFused(wide, plan.fused);
    for (auto [before, after] :
         llvm::zip_equal(inner.getResults(), wide->getResults()))
      values.map(before, after);
  }
  return llvm::map_to_vector(body.getTerminator()->getOperands(), getValue);
}
