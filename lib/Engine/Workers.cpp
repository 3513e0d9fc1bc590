//===- Workers.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Workers.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

using namespace mlir::tiled_layout;

namespace {

/// One call; lives as long as it.
struct Job {
  Job(llvm::function_ref<void(size_t)> task, size_t count, unsigned room)
      : task(task), count(count), room(room) {}

  void doTasks() {
    for (size_t number; (number = next++) < count;)
      task(number);
  }

  llvm::function_ref<void(size_t)> task;
  size_t count;
  /// The first number that nobody has taken.
  std::atomic<size_t> next{0};
  /// Helpers that may still join, and those that are at work; guarded by the
  /// pool's mutex.
  unsigned room;
  unsigned active = 0;
};

class WorkerPool {
public:
  void run(unsigned threads, size_t count,
           llvm::function_ref<void(size_t)> task);

private:
  void startWorkers(unsigned count);
  void work();

  std::mutex mutex;
  /// Notified when a job wants helpers, and when a helper has left one.
  std::condition_variable wanted, left;
  std::deque<Job *> jobs;
  unsigned workers = 0;
};

} // namespace

void WorkerPool::startWorkers(unsigned count) {
  for (; workers < count; ++workers)
    std::thread([this] { work(); }).detach();
}

void WorkerPool::work() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    auto job = llvm::find_if(jobs, [](Job *job) { return job->room > 0; });
    if (job == jobs.end()) {
      wanted.wait(lock);
      continue;
    }
    Job &joined = **job;
    --joined.room;
    ++joined.active;
    lock.unlock();
    joined.doTasks();
    lock.lock();
    --joined.active;
    left.notify_all();
  }
}

void WorkerPool::run(unsigned threads, size_t count,
                     llvm::function_ref<void(size_t)> task) {
  Job job(task, count, std::min<size_t>(threads, count) - 1);
  {
    std::lock_guard<std::mutex> lock(mutex);
    startWorkers(job.room);
    jobs.push_back(&job);
  }
  wanted.notify_all();
  job.doTasks();
  std::unique_lock<std::mutex> lock(mutex);
  jobs.erase(llvm::find(jobs, &job));
  left.wait(lock, [&] { return job.active == 0; });
}

void mlir::tiled_layout::runOnWorkers(unsigned threads, size_t count,
                                      llvm::function_ref<void(size_t)> task) {
  // Workers wait in it until the process ends.
  static auto *pool = new WorkerPool;
  if (threads > 1 && count > 1)
    return pool->run(threads, count, task);
  for (size_t number = 0; number < count; ++number)
    task(number);
}
