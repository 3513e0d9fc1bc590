//===- Workers.h - The threads that share relayouts -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_WORKERS_H
#define TILED_LAYOUT_ENGINE_WORKERS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace mlir::tiled_layout {

/// Calls `task` with each number below `count` on at most `threads` threads,
/// the calling one among them, in ascending order on each, and returns when all
/// calls have returned. The other threads are started once and wait for work.
void runOnWorkers(unsigned threads, size_t count,
                  llvm::function_ref<void(size_t)> task);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_WORKERS_H
