//===- TensorFunctions.h - Functions on tensors as programs -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_TENSORFUNCTIONS_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_TENSORFUNCTIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tiled_layout::bench {

/// Gives the public functions on tensors memrefs in their place, which can be
/// allocated, filled and compared:
///
///   func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
///     return %r : tensor<8xf32>
///   }
/// becomes
///   func @f(%a: memref<8xf32>, %out: memref<8xf32>) {
///     %t = bufferization.to_tensor %a restrict
///     bufferization.materialize_in_destination %r in restrict writable %out
///     return
///   }
///
/// Leaves functions that others call, and those with a tensor whose extents or
/// whose memory is not known.
void passTensorsInMemory(ModuleOp module);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_TENSORFUNCTIONS_H
