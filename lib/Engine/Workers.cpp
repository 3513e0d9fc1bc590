//===- Workers.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Workers.h"

#include "tiled_layout/Target/Threads.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"

#include <algorithm>
#include <atomic>

using namespace mlir::tiled_layout;

namespace {

/// The threads of one process: `fork` copies the pool, but not its threads.
struct ProcessPool {
  llvm::sys::Process::Pid process = llvm::sys::Process::getProcessId();
  llvm::DefaultThreadPool pool = llvm::DefaultThreadPool([] {
    llvm::ThreadPoolStrategy strategy;
    strategy.ThreadsRequested = maxThreads;
    return strategy;
  }());
};

} // namespace

/// The pool grows as tasks come. Its threads wait in it until the process
/// ends; that of a parent process is never touched again.
static llvm::DefaultThreadPool &getPool() {
  static std::atomic<ProcessPool *> current{nullptr};
  ProcessPool *found = current;
  if (found && found->process == llvm::sys::Process::getProcessId())
    return found->pool;
  auto *made = new ProcessPool;
  if (current.compare_exchange_strong(found, made))
    return made->pool;
  delete made; // Another thread was faster.
  return found->pool;
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
