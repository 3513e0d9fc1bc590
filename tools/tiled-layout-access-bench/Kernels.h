//===- Kernels.h - Programs on two-dimensional arrays ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_KERNELS_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_KERNELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tiled_layout::bench {

/// What a kernel computes with elements of a type: bf16 in f32, s8 in s32.
struct KernelElement {
  llvm::StringLiteral xlaName, mlirName, computeName;
  int64_t bytes;
  bool isFloat;
};
llvm::ArrayRef<KernelElement> getKernelElements();

/// The kernels: of arrays a and b, rows x columns, and a vector s of `compute`.
enum class Kernel {
  Axpy,
  Gelu,
  RowSum,
  ColumnSum,
  Softmax,
  Transpose,
  Stencil,
  /// s[k] = a[row, column] for packed indices k of b, a vector of i32.
  Gather,
};
constexpr int numKernels = 8;

llvm::StringRef getName(Kernel kernel);
bool isDefinedFor(Kernel kernel, const KernelElement &element);

/// The elements that `Gather` loads.
inline int64_t getGatherCount(int64_t rows, int64_t columns) {
  return rows * columns / 16;
}

/// Returns the program in MLIR. `layout` is an attribute that a memref type
/// takes, or empty for row-major arrays. If `isDynamic`, the program learns the
/// extents of the arrays at run time.
std::string getProgram(Kernel kernel, const KernelElement &element,
                       int64_t rows, int64_t columns, llvm::StringRef layout,
                       bool isDynamic = false);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_KERNELS_H
