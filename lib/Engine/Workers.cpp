//===- Workers.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Workers.h"

#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"

#include <algorithm>
#include <atomic>

using namespace mlir::tiled_layout;

/// The pool grows as tasks come. Its threads wait in it until the process
/// ends.
static llvm::DefaultThreadPool &getPool() {
  static auto *pool = [] {
    llvm::ThreadPoolStrategy strategy;
    strategy.ThreadsRequested = maxThreads;
    return new llvm::DefaultThreadPool(strategy);
  }();
  return *pool;
}

void mlir::tiled_layout::runOnWorkers(unsigned threads, size_t count,
                                      llvm::function_ref<void(size_t)> task) {
  std::atomic<size_t> next{0};
  auto doTasks = [&] {
    for (size_t number; (number = next++) < count;)
      task(number);
  };
  size_t helpers = std::min<size_t>(std::max(threads, 1u), count);
  if (helpers <= 1)
    return doTasks();
  llvm::ThreadPoolTaskGroup group(getPool());
  for (size_t helper = 1; helper < helpers; ++helper)
    group.async(doTasks);
  doTasks();
  group.wait();
}
