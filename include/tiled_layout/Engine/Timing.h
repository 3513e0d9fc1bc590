//===- Timing.h - Programs that take turns ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all measurements of relayouts have in common: buffers that are in memory
// from the start, copies to compare with, and turns, so that a machine whose
// speed drifts slows all alike.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_TIMING_H
#define TILED_LAYOUT_ENGINE_TIMING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

namespace mlir::tiled_layout {

/// Bytes on whole pages of 2 MiB, which are in memory from the start. Zeros
/// until they are filled.
class PageBuffer {
public:
  explicit PageBuffer(size_t bytes);

  uint8_t *get() const { return data.get(); }
  size_t size() const { return bytes; }

  /// Zeros copy faster than anything else, so nothing is timed on them.
  void fillRandomly(uint64_t seed);

private:
  struct Free {
    void operator()(uint8_t *pointer) const { std::free(pointer); }
  };

  size_t bytes;
  std::unique_ptr<uint8_t, Free> data;
};

/// `memcpy` in pieces of whole cache lines on `threads` threads.
void copyPlainly(uint8_t *dest, const uint8_t *source, size_t bytes,
                 unsigned threads = 1);
/// The same with streaming stores (StreamCopy.h).
void copyInStreams(uint8_t *dest, const uint8_t *source, size_t bytes,
                   unsigned threads = 1);

/// Returns the seconds of one run, as the mean over `repeats`.
double getSeconds(llvm::function_ref<void()> run, int64_t repeats);

/// Lets all programs run in turns for at least `minSeconds` altogether, and at
/// least eleven rounds. Returns, for each program, the seconds that one run
/// took in each round. Short programs run several times in a round.
std::vector<std::vector<double>>
timeInTurns(llvm::ArrayRef<std::function<void()>> programs, double minSeconds);

/// Returns the value below which `fraction` of the samples are: 0.5 for the
/// median. There is at least one sample.
double getPercentile(std::vector<double> samples, double fraction);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_TIMING_H
