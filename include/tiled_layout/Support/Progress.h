//===- Progress.h - How far a long task is ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_PROGRESS_H
#define TILED_LAYOUT_SUPPORT_PROGRESS_H

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>

namespace mlir::tiled_layout {

/// Shows on standard error how many of some equal steps are done, if it is a
/// terminal; removes it when destroyed. Thread-safe.
class Progress {
public:
  explicit Progress(size_t steps);
  ~Progress();

  Progress(const Progress &) = delete;

  /// Counts a step.
  void advance();

private:
  using Clock = std::chrono::steady_clock;

  size_t steps;
  bool isTerminal;
  std::atomic<size_t> done{0};
  /// Guards what follows, and the terminal.
  std::mutex mutex;
  Clock::time_point next;
  bool isShown = false;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_PROGRESS_H
