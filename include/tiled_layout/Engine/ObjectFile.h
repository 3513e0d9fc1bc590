//===- ObjectFile.h - Relayouts for programs without LLVM -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_OBJECTFILE_H
#define TILED_LAYOUT_ENGINE_OBJECTFILE_H

#include "tiled_layout/Engine/CodeTarget.h"
#include "tiled_layout/Engine/RelayoutProblem.h"

namespace mlir::tiled_layout {

/// A relayout as an object file for a target, and the C header that declares
/// it.
struct RelayoutObject {
  llvm::SmallVector<char, 0> object;
  std::string header;
};

/// Compiles a relayout ahead of time, to `void NAME(const void *src, void
/// *dst)` with NAME = `symbol`. The function runs on the calling thread and
/// needs nothing but the C library.
///
/// Fails as `RelayoutKernel::compile` does, and if `symbol` is no C identifier.
/// The target need not be this machine's kind of processor.
llvm::Expected<RelayoutObject>
compileRelayoutObject(const RelayoutProblem &problem, llvm::StringRef symbol,
                      const Target &target = getHostTarget());

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_OBJECTFILE_H
