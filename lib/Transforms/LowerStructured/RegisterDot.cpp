//===- RegisterDot.cpp - Dot products in a block of registers -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "tiled_layout/Structured/DotProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Returns the rows of the block that are interleaved with the row of a point,
/// as many as the numbers of a word, so that all words of them lie together; an
/// empty list if there are no such.
///
/// Example: 4 rows of bytes in T(8,128)(4,1), each with a word along its
/// columns.
SmallVector<BlockPoint>
RegisterBlock::getWordRows(const BlockState &state, int64_t operand,
                           const BlockPoint &point) const {
  auto interleave = problem.operands[operand].getInterleave(plan.dotDim);
  if (interleave->isSum || interleave->parts != plan.dotSteps ||
      state.block[interleave->dim] % interleave->parts != 0)
    return {};
  SmallVector<BlockPoint> rows(interleave->parts, point);
  for (auto [number, row] : llvm::enumerate(rows))
    row[interleave->dim] += number - point[interleave->dim] % interleave->parts;
  return rows;
}

/// Returns the points of the words that are loaded together with that of a
/// point, which follow one another in memory.
SmallVector<BlockPoint>
RegisterBlock::getNextWords(const BlockState &state, int64_t operand,
                            const BlockPoint &point) const {
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (!takesWordsOfRegisters(target) || dim == plan.vectorDim)
      continue;
    int64_t indices =
        getIndicesOfWords(problem.operands[operand], dim, plan.dotDim,
                          plan.dotSteps, getLastStep(plan, dim));
    if (indices == 0 ||
        point[dim] - point[dim] % indices + indices > state.block[dim])
      continue;
    SmallVector<BlockPoint> points(plan.dotSteps, point);
    for (auto [number, next] : llvm::enumerate(points))
      next[dim] += indices / plan.dotSteps * number - point[dim] % indices;
    return points;
  }
  return {point};
}

/// Returns numbers of an operand in as many bits as the instruction takes.
Value RegisterBlock::widenForDot(int64_t operand, Value numbers) {
  auto type = cast<VectorType>(numbers.getType());
  Type element = builder.getIntegerType(dotBits / plan.dotSteps);
  if (type.getElementTypeBitWidth() == element.getIntOrFloatBitWidth())
    return numbers;
  return buildWidening(builder, op, operand, numbers, type.clone(element));
}

/// Loads the numbers that all lanes share, as one number of 32 bits in each.
Value RegisterBlock::loadWord(const BlockState &state, int64_t operand,
                              const BlockPoint &point, Cache &cache) {
  if (Value known = cache[makeKey(operand, point, /*interleave=*/false)])
    return known;
  int64_t steps = plan.dotSteps;
  Value array = operands.getArray(operand);
  Type element = cast<MemRefType>(array.getType()).getElementType();
  auto type = VectorType::get({steps}, element);
  Value numbers;
  SmallVector<BlockPoint> rows = {point};
  if (problem.operands[operand].isContiguous(plan.dotDim)) {
    rows = getNextWords(state, operand, point);
    type =
        VectorType::get({steps * static_cast<int64_t>(rows.size())}, element);
    numbers = vector::LoadOp::create(builder, loc, type, array,
                                     getPosition(state, operand, rows.front()));
    if (rows.size() > 1 && problem.dot.kind == DotBody::Kind::BF16) {
      // Not as words: LLVM 22 then takes each from a register of its own.
      for (auto [number, row] : llvm::enumerate(rows)) {
        SmallVector<int64_t> order;
        for (int64_t lane = 0; lane < plan.lanes; ++lane)
          for (int64_t step = 0; step < steps; ++step)
            order.push_back(number * steps + step);
        cache[makeKey(operand, row, /*interleave=*/false)] =
            vector::ShuffleOp::create(builder, loc, numbers, numbers, order);
      }
      return cache[makeKey(operand, point, /*interleave=*/false)];
    }
  } else if (auto interleave = getWordRows(state, operand, point);
             !interleave.empty()) {
    // Columns of the rows become words.
    rows = interleave;
    auto square = VectorType::get({steps * steps}, element);
    Value columns = vector::LoadOp::create(
        builder, loc, square, array, getPosition(state, operand, rows.front()));
    SmallVector<int64_t> order;
    for (int64_t row = 0; row < steps; ++row)
      for (int64_t step = 0; step < steps; ++step)
        order.push_back(step * steps + row);
    numbers = vector::ShuffleOp::create(builder, loc, columns, columns, order);
  } else {
    SmallVector<Value> parts;
    for (int64_t step = 0; step < steps; ++step) {
      BlockPoint at = point;
      at[plan.dotDim] += step;
      parts.push_back(memref::LoadOp::create(builder, loc, array,
                                             getPosition(state, operand, at)));
    }
    numbers = vector::FromElementsOp::create(builder, loc, type, parts);
  }
  auto words = VectorType::get({static_cast<int64_t>(rows.size())},
                               builder.getI32Type());
  Value whole = vector::BitCastOp::create(builder, loc, words,
                                          widenForDot(operand, numbers));
  for (auto [number, row] : llvm::enumerate(rows))
    cache[makeKey(operand, row, /*interleave=*/false)] = splat(
        state, vector::ExtractOp::create(builder, loc, whole,
                                         ArrayRef<int64_t>(int64_t(number))));
  return cache[makeKey(operand, point, /*interleave=*/false)];
}

/// Loads as many numbers for each lane as a dot product takes.
Value RegisterBlock::loadGroups(const BlockState &state, int64_t operand,
                                const BlockPoint &point, Cache &cache) {
  Value &known = cache[makeKey(operand, point, /*interleave=*/false)];
  if (known)
    return known;
  if (getInterleave(operand).parts == plan.dotSteps)
    return known = widenForDot(operand, loadVector(state, operand, point));
  SmallVector<Value> rows;
  for (int64_t step = 0; step < plan.dotSteps; ++step) {
    BlockPoint at = point;
    at[plan.dotDim] += step;
    rows.push_back(loadVector(state, operand, at));
  }
  return known = widenForDot(operand, interleave(rows));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Adds to each lane of `sum` the products of the numbers in a lane of 32 bits
/// of `broadcast` by those of `vector`. Where no instruction takes the signs of
/// the inputs, `broadcast` has its top bits flipped: -128 to 127 are as 0 to
/// 255, and the other way round.
Value RegisterBlock::addProducts(Value sum, Value broadcast, Value vector) {
  int64_t bits = 32 * plan.lanes;
  Value numbers = vector::BitCastOp::create(
      builder, loc, cast<VectorType>(vector.getType()), broadcast);
  if (problem.dot.kind != DotBody::Kind::BF16 && plan.dotSteps == 2) {
    const char *name = bits == 128   ? "llvm.x86.sse2.pmadd.wd"
                       : bits == 256 ? "llvm.x86.avx2.pmadd.wd"
                                     : "llvm.x86.avx512.pmaddw.d.512";
    Value products = LLVM::CallIntrinsicOp::create(builder, loc, sum.getType(),
                                                   builder.getStringAttr(name),
                                                   {numbers, vector})
                         .getResult(0);
    return arith::AddIOp::create(builder, loc, sum, products);
  }
  SmallVector<Value> arguments = {sum, numbers, vector};
  DotIntrinsic intrinsic;
  if (problem.dot.kind == DotBody::Kind::Bytes) {
    DotOperands inputs = *getDotOperands(problem, plan.vectorDim);
    bool isSigned = problem.dot.isSigned[inputs.broadcast] !=
                    needsCorrection(target, problem, plan);
    intrinsic = getByteIntrinsic(
        target, isSigned, problem.dot.isSigned[inputs.vector], plan.lanes);
  } else {
    intrinsic = getBF16Intrinsic(target, plan.lanes);
  }
  if (intrinsic.isSwapped)
    std::swap(arguments[1], arguments[2]);
  return LLVM::CallIntrinsicOp::create(builder, loc, sum.getType(),
                                       builder.getStringAttr(intrinsic.name),
                                       arguments)
      .getResult(0);
}

/// A word with the top bit of each byte set.
static constexpr uint32_t topBits = 0x80808080;

//===----------------------------------------------------------------------===//
// Corrections
//===----------------------------------------------------------------------===//

bool RegisterBlock::isCorrected(const BlockState &state) const {
  return isDot(state) && needsCorrection(target, problem, plan);
}

/// Returns the points of one row of the block.
SmallVector<BlockPoint>
RegisterBlock::getVectorPoints(const BlockState &state) const {
  SmallVector<BlockPoint> points;
  for (int64_t at = 0; at < state.block[plan.vectorDim]; at += state.lanes) {
    points.push_back(BlockPoint(problem.getRank(), 0));
    points.back()[plan.vectorDim] = at;
  }
  return points;
}

SmallVector<Value> RegisterBlock::beginCorrections(const BlockState &state) {
  auto type = VectorType::get({state.lanes}, builder.getI32Type());
  return SmallVector<Value>(getVectorPoints(state).size(),
                            createScalarOrSplatConstant(builder, loc, type, 0));
}

/// Returns a result without what flipped bits will contribute.
Value RegisterBlock::correct(const BlockState &state, const BlockPoint &point,
                             Value result) {
  if (!isCorrected(state))
    return result;
  return arith::SubIOp::create(
      builder, loc, result,
      state.corrections[point[plan.vectorDim] / state.lanes]);
}

/// Returns a number of an operand as it was before its bits were flipped.
Value RegisterBlock::unflip(int64_t operand, Value number) {
  if (!isFlipped(target, problem, plan, operand))
    return number;
  return arith::XOrIOp::create(
      builder, loc, number,
      arith::ConstantOp::create(
          builder, loc,
          builder.getIntegerAttr(number.getType(), APInt::getSignMask(8))));
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Adds to a row of results the products of flipped zeros.
void RegisterBlock::reduceCorrections(BlockState &state) {
  int64_t operand = getDotOperands(problem, plan.vectorDim)->vector;
  auto wordType = VectorType::get({state.lanes}, builder.getI32Type());
  Cache groups;
  for (const BlockPoint &step : getPoints(state, /*isReduction=*/true)) {
    if (step[plan.dotDim] % plan.dotSteps != 0)
      continue;
    for (auto [number, point] : llvm::enumerate(getVectorPoints(state))) {
      BlockPoint both = step;
      both[plan.vectorDim] = point[plan.vectorDim];
      Value zeros =
          createScalarOrSplatConstant(builder, loc, wordType, topBits);
      state.results[number] =
          addProducts(state.results[number], zeros,
                      loadGroups(state, operand, both, groups));
    }
  }
}

void RegisterBlock::reduceDot(BlockState &state) {
  if (state.isCorrecting)
    return reduceCorrections(state);
  DotOperands inputs = *getDotOperands(problem, plan.vectorDim);
  bool flips =
      isCorrected(state) && !isFlipped(target, problem, plan, inputs.broadcast);
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  Cache loaded, words, groups;
  for (const BlockPoint &step : getPoints(state, /*isReduction=*/true)) {
    if (step[plan.dotDim] % plan.dotSteps != 0)
      continue;
    auto wordType = VectorType::get({state.lanes}, builder.getI32Type());
    for (auto [number, point] : llvm::enumerate(points)) {
      BlockPoint both = addStep(point, step);
      Value vector = loadGroups(state, inputs.vector, both, groups);
      Value &word =
          words[makeKey(inputs.broadcast, both, /*interleave=*/false)];
      if (!word) {
        word = loadWord(state, inputs.broadcast, both, loaded);
        if (flips)
          word = arith::XOrIOp::create(
              builder, loc, word,
              createScalarOrSplatConstant(builder, loc, wordType, topBits));
      }
      state.results[number] = addProducts(state.results[number], word, vector);
    }
  }
}
