//===- Matmul.h - Matrix products to be timed -----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_MATMUL_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_MATMUL_H

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::tiled_layout::bench {

/// One way of computing C += A * B on f32 matrices of size x size.
struct MatmulResult {
  /// The layouts of A, B and C, or what else it is.
  std::string name;
  double gflops;
  /// The median ratio of its time to that of the row-major program.
  double ratio;
  /// Whether its C is the same as that of the others, to the bit.
  bool correct;
};

/// Times the program on row-major matrices, which comes first, hand-blocked C
/// on the same, and programs on tiled matrices.
llvm::Expected<std::vector<MatmulResult>> runMatmul(int64_t size,
                                                    double minSeconds);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_MATMUL_H
