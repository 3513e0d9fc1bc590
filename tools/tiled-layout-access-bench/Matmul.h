//===- Matmul.h - Three matrix products to be timed -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_MATMUL_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_MATMUL_H

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout::bench {

/// GFLOP/s of C += A * B on f32 matrices of size x size:
/// blocked and vectorised on operands in T(8,128), the same on row-major ones,
/// and hand-blocked C on row-major ones.
struct MatmulResult {
  bool correct;
  double tiledGflops, rowMajorGflops, cGflops;
  /// Median ratios of the tiled one's time to the others'.
  double ratioRowMajor, ratioC;
};
llvm::Expected<MatmulResult> runMatmul(int64_t size, double minSeconds);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_MATMUL_H
