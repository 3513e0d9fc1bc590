//===- WorkerPool.h - Threads that wait for work ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_WORKERPOOL_H
#define TILED_LAYOUT_LIB_ENGINE_WORKERPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace mlir::tiled_layout {

/// The threads that share relayouts. They are started when they are first
/// needed and kept. Thread-safe.
class WorkerPool {
public:
  /// Returns the pool of this process.
  static WorkerPool &get();

  /// Calls `task` with each number below `count` on `threads` threads, the
  /// calling one among them, and returns when all calls have returned.
  void run(unsigned threads, size_t count,
           llvm::function_ref<void(size_t)> task);

private:
  struct Job;

  void startWorkers(unsigned count);
  void work();

  std::mutex mutex;
  /// Notified when a job wants helpers, and when a helper has left one.
  std::condition_variable wanted, left;
  std::deque<Job *> jobs;
  unsigned workers = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_WORKERPOOL_H
