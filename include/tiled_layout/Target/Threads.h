//===- Threads.h - How many threads may be asked for ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TARGET_THREADS_H
#define TILED_LAYOUT_TARGET_THREADS_H

#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir::tiled_layout {

/// As many threads as a plan, a pass or a tool may be asked to use.
inline constexpr int64_t maxThreads = 1024;

/// Fails unless `threads` is 1 to `maxThreads`.
inline llvm::Error checkThreads(int64_t threads) {
  if (threads >= 1 && threads <= maxThreads)
    return llvm::Error::success();
  return llvm::createStringError("threads is " + llvm::Twine(threads) +
                                 ", but must be from 1 to " +
                                 llvm::Twine(maxThreads));
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TARGET_THREADS_H
