//===- Upstream.h - MLIR's own lowering of operations
//-----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_UPSTREAM_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_UPSTREAM_H

#include "Program.h"

namespace mlir::tiled_layout::bench {

/// Ways by which MLIR's passes alone lower `linalg` on row-major arrays.
enum class UpstreamWay {
  /// `convert-linalg-to-loops`; LLVM vectorises what it can.
  Loops,
  /// `convert-linalg-to-affine-loops`, `affine-super-vectorize`.
  AffineVectors,
  /// Each parallel loop but the innermost dimension of the output is cut to
  /// one index, that one to vectors, and `linalg` vectorises what is left.
  LinalgVectors,
};

llvm::StringRef getName(UpstreamWay way);

/// Compiles a program on memrefs or tensors without layouts. Fails where the
/// passes do.
llvm::Expected<Program> compileUpstream(llvm::StringRef text, UpstreamWay way,
                                        llvm::StringRef targetCpu);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_UPSTREAM_H
