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

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_OWNBUFFERS_H
