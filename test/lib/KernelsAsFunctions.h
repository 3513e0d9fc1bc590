//===- KernelsAsFunctions.h - One thread's part of a kernel -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_LIB_KERNELSASFUNCTIONS_H
#define TILED_LAYOUT_TEST_LIB_KERNELSASFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::tiled_layout::test {

/// What a thread is told of itself before the arguments of its kernel, three
/// numbers each.
enum class Place { BlockId, ThreadId, GridDim, BlockDim };
inline constexpr unsigned numPlaces = 4;

/// A kernel as functions of the host, one for what lies between two barriers.
/// Their arguments are the places, those of the kernel, and memory for its
/// attributions.
struct HostKernel {
  SmallVector<func::FuncOp> phases;
  SmallVector<MemRefType> attributions;
};

/// Makes functions of a kernel, which is empty afterwards, at the builder's
/// insertion point. An error is one at the barrier that stands within other
/// operations, or at the value or memory of a thread that would have to outlive
/// one: a pure operation is done again behind a barrier, no other is.
FailureOr<HostKernel> makeHostKernel(OpBuilder &builder, gpu::GPUFuncOp kernel);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_LIB_KERNELSASFUNCTIONS_H
