//===- CodeTarget.h - The processor that code is for ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_CODETARGET_H
#define TILED_LAYOUT_ENGINE_CODETARGET_H

#include "tiled_layout/Target/Target.h"

namespace mlir::tiled_layout {

/// Returns the processor that runs this program; `generic` if LLVM does not
/// know it.
const Target &getHostTarget();

/// Returns the target of options `--target-cpu` and `--target-features`: a
/// named target or a processor that LLVM knows, this machine's if empty.
/// Without features, `cpu` may be any text of a target: `host, prefetch-bytes =
/// 512`. Fails if LLVM does not know the processor or a feature, and names the
/// nearest.
llvm::Expected<Target> getCodeTarget(llvm::StringRef cpu,
                                     llvm::StringRef features);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_CODETARGET_H
