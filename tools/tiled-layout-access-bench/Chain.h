//===- Chain.h - A chain of operations on tensors, to be timed --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_CHAIN_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_CHAIN_H

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout::bench {

/// Matmul, bias, a gelu-like polynomial, matmul, on bf16 tensors with sums in
/// f32: in T(8,128)(2,1) tiles from end to end, and row-major.
struct ChainResult {
  bool correct;
  double tiledGflops, rowMajorGflops;
  /// Median ratio of the time on tiled tensors to that on row-major ones.
  double ratioRowMajor;
};
llvm::Expected<ChainResult> runChain(double minSeconds);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_CHAIN_H
