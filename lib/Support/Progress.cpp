//===- Progress.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Support/Progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiled_layout;

/// A terminal is not written to more often.
static constexpr std::chrono::milliseconds interval(200);

Progress::Progress(size_t steps)
    : steps(steps), isTerminal(llvm::sys::Process::StandardErrIsDisplayed()),
      next(Clock::now()) {}

Progress::~Progress() {
  if (isShown)
    llvm::errs() << "\r      \r";
}

void Progress::advance() {
  size_t now = ++done;
  if (!isTerminal || !mutex.try_lock())
    return;
  if (Clock::now() >= next) {
    llvm::errs() << llvm::format("\r%4.0f %%", 100.0 * now / steps);
    llvm::errs().flush();
    isShown = true;
    next = Clock::now() + interval;
  }
  mutex.unlock();
}
