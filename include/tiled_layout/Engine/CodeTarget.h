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

/// Fails if this machine cannot run code for a target: because it is of another
/// kind, or lacks features of the processor, which the message names. Features
/// whose instructions no program of this project uses do not count.
///
/// Example: `this machine lacks 'avx512bw', 'avx512cd', 'avx512dq' and 2 more
/// of processor 'x86-64-v4'`.
llvm::Error checkRuns(const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_CODETARGET_H
