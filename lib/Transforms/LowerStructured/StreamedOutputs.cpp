//===- StreamedOutputs.cpp - Outputs that are written around caches -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns whether streaming stores of an output write whole lines of memory:
/// the first one begins at one, and so do those that follow at strides.
Value LoopNest::writesLines(int64_t number) {
  const OperandAccess &operand = problem.operands[number];
  Value array = operands.getArray(number);
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, array);
  Value first = operands.getStart(number);
  first = math.add(metadata.getOffset(), first);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, array);
  address = math.add(address,
                     math.mul(first, math.constant(operand.elementBits / 8)));
  Value result = isZero(math.rem(address, plan.lineBytes));
  int64_t lineElements = plan.lineBytes * 8 / operand.elementBits;
  for (ArrayRef<AccessStep> steps : operand.dims)
    for (const AccessStep &step : steps)
      if (!step.stride.isStatic() && step.stride.factor % lineElements != 0)
        result = arith::AndIOp::create(
            builder, loc, result,
            isZero(math.rem(operands.getDistance(number, step.stride),
                            lineElements)));
  return result;
}

/// Returns whether the outputs have more bytes than the plan wants streamed.
Value LoopNest::isLarge(const BlockState &state) {
  int64_t bits = 0;
  for (const OperandAccess &operand : problem.operands)
    if (operand.isOutput)
      bits += operand.elementBits;
  Value bytes = math.constant(bits / 8);
  for (OpFoldResult limit : state.limits)
    bytes = math.mul(bytes, getValue(limit));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, bytes,
                               math.constant(plan.streamedBytes));
}

/// Emits loops whose whole blocks are stored around the caches if the outputs
/// are large and their rows begin at lines of memory.
void LoopNest::emitStreaming(BlockState &state) {
  Value streams;
  if (plan.streamedBytes != 0)
    streams = isLarge(state);
  for (int64_t number = op.getNumDpsInputs();
       number < static_cast<int64_t>(problem.operands.size()); ++number) {
    Value own = writesLines(number);
    streams =
        streams ? arith::AndIOp::create(builder, loc, streams, own).getResult()
                : own;
  }
  BlockState inner = state;
  inner.streamsBlocks = streams;
  emit(0, inner);
  // Such stores are not ordered with others.
  emitIf(streams, state, [&](BlockState &) {
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
  });
}
