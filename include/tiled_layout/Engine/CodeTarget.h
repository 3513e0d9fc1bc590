//===- CodeTarget.h - The processor that code is for ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_CODETARGET_H
#define TILED_LAYOUT_ENGINE_CODETARGET_H

#include <string>

namespace mlir::tiled_layout {

/// The processor that code is for; its instructions and tuning decide how.
struct CodeTarget {
  /// A name that LLVM knows, such as `x86-64-v3`; empty for this machine's,
  /// with all its features.
  std::string cpu;
  /// More or fewer features, such as `+avx512vl,-avx512fp16`.
  std::string features;

  bool isHost() const { return cpu.empty() && features.empty(); }
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_CODETARGET_H
