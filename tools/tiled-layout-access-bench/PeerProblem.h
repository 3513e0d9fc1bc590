//===- PeerProblem.h - What peers are asked for
//-----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_PEERPROBLEM_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_PEERPROBLEM_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::tiled_layout::bench {

/// A matrix of a batch in memory: distances in elements.
struct MatrixPlace {
  int64_t batch, row, column;
};

/// C[m,n] += A[m,k] * B[k,n] for each of a batch, row-major arrays.
struct Product {
  int64_t batch = 1, m = 1, n = 1, k = 1;
  MatrixPlace a, b, c;
};

/// A convolution or pooling of images NHWC.
struct Windows {
  enum class Kind { Conv, Depthwise, MaxPool, SumPool };
  Kind kind;
  /// Of the input, padding included, and of the output.
  int64_t batch, height, width, channels, outHeight, outWidth, outChannels;
  int64_t windowHeight, windowWidth;
  std::vector<int64_t> strides, dilations;
};

/// What an operation on row-major arrays is for those who know it by name.
struct PeerProblem {
  std::optional<Product> product;
  std::optional<Windows> windows;
  /// XLA's names of the element types: inputs, then the output.
  std::vector<std::string> types;
};

/// A peer's way to compute an operation.
struct PeerRun {
  std::string name;
  /// Computes from what `inputs` point to; `output` begins as zeros, or as the
  /// least number for a maximum.
  std::function<void()> run;
  /// Puts the result where `output` points to, row-major; may be empty.
  std::function<void()> finish;
};

/// The function of the library that has been built with oneDNN: adds what that
/// can do with row-major `inputs` and `output`.
inline constexpr char oneDnnFunction[] = "tiledLayoutAddOneDnn";
using OneDnnFunction = void (*)(const PeerProblem &problem,
                                const std::vector<void *> &inputs, void *output,
                                std::vector<PeerRun> &runs);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_PEERPROBLEM_H
