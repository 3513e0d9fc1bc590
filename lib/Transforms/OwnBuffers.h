//===- OwnBuffers.h - Buffers that a lowering frees itself ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_OWNBUFFERS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_OWNBUFFERS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tiled_layout {

/// Tells passes that free what is allocated to leave an allocation, or what
/// frees it, alone.
inline void markFreed(Operation *op) {
  op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
              UnitAttr::get(op->getContext()));
}

/// Allocates a buffer that begins at a line of `lineBytes` bytes, for
/// `freeBuffer`.
inline Value allocateBuffer(OpBuilder &builder, Location loc, MemRefType type,
                            ValueRange sizes, int64_t lineBytes) {
  auto buffer = memref::AllocOp::create(builder, loc, type, sizes,
                                        builder.getI64IntegerAttr(lineBytes));
  markFreed(buffer);
  return buffer;
}

inline void freeBuffer(OpBuilder &builder, Location loc, Value buffer) {
  markFreed(memref::DeallocOp::create(builder, loc, buffer));
}

/// Returns the operation around a builder's place at whose beginning stack
/// memory is allocated, or null if there is none: a function, or the body of a
/// parallel loop. In that of another loop, each iteration would take more.
inline Operation *getStackScope(const OpBuilder &builder) {
  Operation *scope = builder.getInsertionBlock()->getParentOp();
  while (scope && (!scope->hasTrait<OpTrait::AutomaticAllocationScope>() ||
                   isa<affine::AffineForOp, scf::ForOp>(scope)))
    scope = scope->getParentOp();
  return scope;
}

/// Returns the block at whose beginning stack memory is allocated that all
/// iterations around an operation share: that of the function. Null in a
/// parallel loop, whose iterations need memory each.
inline Block *getFrame(Operation *op) {
  do
    op = op->getParentOp();
  while (isa_and_nonnull<affine::AffineForOp, affine::AffineIfOp, scf::ForOp,
                         scf::IfOp, scf::WhileOp>(op));
  auto function = dyn_cast_or_null<FunctionOpInterface>(op);
  return function ? &function.getFunctionBody().front() : nullptr;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_OWNBUFFERS_H
