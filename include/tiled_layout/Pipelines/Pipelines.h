//===- Pipelines.h - Named pipelines ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PIPELINES_PIPELINES_H
#define TILED_LAYOUT_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace mlir::tiled_layout {

/// Lowers tiled memrefs to upstream dialects, after bufferizing tensors:
/// `linalg` on memrefs to affine loops, vector transfers and relayouts to
/// loops, accesses to affine index arithmetic. No tiled type is left.
void buildLoweringPipeline(OpPassManager &manager);

/// The same, down to the LLVM dialect, ready for `mlir-runner`.
void buildToLLVMPipeline(OpPassManager &manager);

/// Registers `tiled-layout-lowering-pipeline` and
/// `tiled-layout-to-llvm-pipeline`.
void registerPipelines();

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PIPELINES_PIPELINES_H
