//===- LoopRests.cpp - What is left behind whole blocks -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if shorter vectors come before elements one at a time: those of a
/// reduction take many steps each. Where an extent is known at run time only,
/// all of these would be programs of their own.
bool LoopNest::hasShortVectors() const {
  return problem.hasReduction() && !problem.isReduction[plan.vectorDim] &&
         problem.extents[plan.vectorDim] != kDynamic &&
         plan.transposed.empty() && plan.interleave == 1;
}

/// Elements one at a time, after vectors of a part of the lanes.
void LoopNest::emitTail(size_t level, BlockState &state, Value rest) {
  constexpr int64_t leastLanes = 4;
  int64_t dim = loops[level].dim;
  for (int64_t lanes = state.lanes / 2;
       lanes >= leastLanes && hasShortVectors(); lanes /= 2) {
    Value vectors = math.div(rest, lanes);
    emitLoop(level, state, vectors, lanes, [&](BlockState &next, Value) {
      next.lanes = next.block[dim] = lanes;
      emit(level + 1, next);
    });
    state = advance(state, dim, vectors, lanes);
    rest = math.rem(rest, lanes);
  }
  emitLoop(level, state, rest, 1, [&](BlockState &next, Value) {
    next.lanes = next.block[dim] = 1;
    emit(level + 1, next);
  });
}

/// Emits a block of a size that is known; one that ends within a vector has its
/// last one under a mask, or goes on by elements.
void LoopNest::emitBlock(size_t level, BlockState &state, int64_t size) {
  int64_t dim = loops[level].dim;
  if (dim != plan.vectorDim || size % state.lanes == 0) {
    state.block[dim] = size;
    return emit(level + 1, state);
  }
  if (plan.masked) {
    state.block[dim] = llvm::alignTo(size, state.lanes);
    state.mask = vector::ConstantMaskOp::create(
        builder, loc, VectorType::get({state.lanes}, builder.getI1Type()),
        ArrayRef<int64_t>{size % state.lanes});
    state.maskedLanes = builder.getIndexAttr(size % state.lanes);
    return emit(level + 1, state);
  }
  int64_t whole = size - size % state.lanes;
  if (whole != 0) {
    BlockState vectors = state;
    vectors.block[dim] = whole;
    emit(level + 1, vectors);
  }
  BlockState tail = state;
  if (whole != 0)
    tail = advance(state, dim, math.constant(whole / state.lanes), state.lanes);
  emitTail(level, tail, math.constant(size % state.lanes));
}

/// Emits a number of blocks of a size, and goes on after them.
void LoopNest::emitBlocks(size_t level, BlockState &state, Value count,
                          int64_t size) {
  emitLoop(level, state, count, size,
           [&](BlockState &next, Value) { emitBlock(level, next, size); });
  BlockState next = advance(state, loops[level].dim, count, size);
  next.results = state.results;
  state = std::move(next);
}

/// Emits what is left of a dimension after whole blocks: fewer indices than
/// the last step.
void LoopNest::emitRest(size_t level, BlockState &state, Value rest) {
  int64_t dim = loops[level].dim, step = loops[level].step;
  if (dim == plan.vectorDim && plan.lanes > 1)
    return emitVectorRest(level, state, rest);
  if (plan.matrixRows != 0 && dim == plan.matrixDim)
    return emitIf(isNonZero(rest), state, [&](BlockState &next) {
      next.matrixRows = rest;
      emitBlock(level, next, step);
    });
  bool isTransposed =
      llvm::any_of(plan.transposed, [&](PlanTransposition transposition) {
        return transposition.dim == dim;
      });
  int64_t least = plan.lanes > 1 ? problem.getLeastStep(dim, plan) : 1;
  if (!state.results.empty() && !isTransposed && least == 1) {
    emitLoop(level, state, rest, 1, [&, dim](BlockState &next, Value) {
      next.block[dim] = 1;
      emit(level + 1, next);
    });
    return;
  }
  // A few sizes, some times each: each size is a program for all sizes of the
  // other dimensions.
  for (int64_t size = step; size > least;) {
    size = std::max<int64_t>(least, llvm::bit_ceil<uint64_t>(size) / 4);
    emitBlocks(level, state, math.div(rest, size), size);
    rest = math.rem(rest, size);
  }
  // Indices that are interleaved in memory begin where a group of them does.
  if (least == 1)
    return;
  Value left = rest;
  for (int64_t size = 1; size < least; ++size) {
    Value isSize = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         left, math.constant(size));
    emitIf(isSize, state, [&](BlockState &outer) {
      BlockState next = outer;
      next.isPartOfWord = !problem.hasReduction();
      emitBlock(level, next, size);
      outer.results = next.results;
    });
  }
}

/// The same of the vector's dimension. Vectors under masks, whole ones too, are
/// one program; elementwise ones, which are short programs, have whole vectors
/// first.
void LoopNest::emitVectorRest(size_t level, BlockState &state, Value rest) {
  int64_t dim = loops[level].dim, lanes = plan.lanes;
  if (loops[level].step > lanes && (!plan.masked || !problem.hasReduction())) {
    Value vectors = math.div(rest, lanes);
    emitBlocks(level, state, vectors, lanes);
    rest = math.sub(rest, math.mul(vectors, math.constant(lanes)));
  }
  if (plan.masked) {
    Value count = math.div(math.add(rest, math.constant(lanes - 1)), lanes);
    emitLoop(level, state, count, lanes, [&](BlockState &next, Value number) {
      Value before = math.mul(number, math.constant(lanes));
      Value left = math.min(math.sub(rest, before), lanes);
      next.block[dim] = lanes;
      next.mask = vector::CreateMaskOp::create(
          builder, loc, VectorType::get({lanes}, builder.getI1Type()), left);
      next.maskedLanes = left;
      emit(level + 1, next);
    });
    return;
  }
  emitTail(level, state, rest);
}
