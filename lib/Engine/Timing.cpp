//===- Timing.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Timing.h"

#include "tiled_layout/Engine/Workers.h"
#include "tiled_layout/Support/StreamCopy.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>

using namespace mlir::tiled_layout;
using Clock = std::chrono::steady_clock;

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static constexpr size_t pageBytes = 2 << 20;

PageBuffer::PageBuffer(size_t bytes)
    : bytes(bytes), data(static_cast<uint8_t *>(std::aligned_alloc(
                        pageBytes, (bytes / pageBytes + 2) * pageBytes))) {
  std::memset(data.get(), 0, bytes);
}

void PageBuffer::fillRandomly(uint64_t seed) {
  std::mt19937_64 random(seed);
  for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
    uint64_t word = random();
    std::memcpy(data.get() + i, &word, std::min(sizeof(word), bytes - i));
  }
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static void copyInPieces(uint8_t *dest, const uint8_t *source, size_t bytes,
                         unsigned threads,
                         void (*copy)(void *, const void *, size_t)) {
  // As many as a relayout has.
  size_t pieces = threads <= 1 ? 1 : 4 * threads;
  size_t lines = bytes / 64;
  runOnWorkers(threads, pieces, [&](size_t piece) {
    size_t begin = lines * piece / pieces * 64;
    size_t end = piece + 1 < pieces ? lines * (piece + 1) / pieces * 64 : bytes;
    copy(dest + begin, source + begin, end - begin);
  });
  // The copy must not be seen to be useless.
  asm volatile("" : : "r"(dest) : "memory");
}

void mlir::tiled_layout::copyPlainly(uint8_t *dest, const uint8_t *source,
                                     size_t bytes, unsigned threads) {
  copyInPieces(
      dest, source, bytes, threads,
      [](void *to, const void *from, size_t size) { memcpy(to, from, size); });
}

void mlir::tiled_layout::copyInStreams(uint8_t *dest, const uint8_t *source,
                                       size_t bytes, unsigned threads) {
  copyInPieces(dest, source, bytes, threads, copyStreaming);
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

double mlir::tiled_layout::getSeconds(llvm::function_ref<void()> run,
                                      int64_t repeats) {
  Clock::time_point start = Clock::now();
  for (int64_t i = 0; i < repeats; ++i)
    run();
  return getSecondsSince(start) / repeats;
}

/// Returns how often to run so that one sample takes a good part of a
/// millisecond.
static int64_t getRepeats(llvm::function_ref<void()> run) {
  constexpr double sampleSeconds = 500e-6;
  getSeconds(run, 1); // Warm up.
  double once = std::max(getSeconds(run, 3), 1e-9);
  return std::max<int64_t>(1, sampleSeconds / once);
}

std::vector<std::vector<double>>
mlir::tiled_layout::timeInTurns(llvm::ArrayRef<std::function<void()>> programs,
                                double minSeconds) {
  constexpr size_t minRounds = 11;
  std::vector<int64_t> repeats;
  for (const std::function<void()> &program : programs)
    repeats.push_back(getRepeats(program));
  std::vector<std::vector<double>> seconds(programs.size());
  Clock::time_point start = Clock::now();
  for (size_t round = 0;
       round < minRounds || getSecondsSince(start) < minSeconds; ++round)
    for (auto [program, count, samples] :
         llvm::zip_equal(programs, repeats, seconds))
      samples.push_back(getSeconds(program, count));
  return seconds;
}

double mlir::tiled_layout::getPercentile(std::vector<double> samples,
                                         double fraction) {
  auto *place = samples.data() +
                static_cast<size_t>((samples.size() - 1) * fraction + 0.5);
  std::nth_element(samples.data(), place, samples.data() + samples.size());
  return *place;
}
