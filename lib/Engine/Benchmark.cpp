//===- Benchmark.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Benchmark.h"

#include "tiled_layout/Engine/RelayoutEngine.h"
#include "tiled_layout/Engine/Workers.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Reference.h"
#include "tiled_layout/Support/StreamCopy.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

using namespace mlir::tiled_layout;
using llvm::Expected;
using Clock = std::chrono::steady_clock;

namespace {

struct Free {
  void operator()(uint8_t *pointer) const { std::free(pointer); }
};

/// Bytes on whole pages of 2 MiB, which are in memory from the start.
class Buffer {
public:
  explicit Buffer(size_t bytes)
      : bytes(bytes), data(static_cast<uint8_t *>(std::aligned_alloc(
                          page, (bytes / page + 2) * page))) {
    std::memset(data.get(), 0, bytes);
  }

  uint8_t *get() const { return data.get(); }
  size_t size() const { return bytes; }

  /// Zeros copy faster than anything else, so nothing is timed on them.
  void fillRandomly(uint64_t seed) {
    std::mt19937_64 random(seed);
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
      uint64_t word = random();
      std::memcpy(data.get() + i, &word, std::min(sizeof(word), bytes - i));
    }
  }

  bool getBit(size_t bit) const { return data.get()[bit / 8] >> (bit % 8) & 1; }

private:
  static constexpr size_t page = 2 << 20;

  size_t bytes;
  std::unique_ptr<uint8_t, Free> data;
};

} // namespace

//===----------------------------------------------------------------------===//
// Correctness
//===----------------------------------------------------------------------===//

/// Compares `count` bits at two places.
static bool haveSameBits(const Buffer &a, size_t bitA, const Buffer &b,
                         size_t bitB, size_t count) {
  if (bitA % 8 == 0 && bitB % 8 == 0 && count % 8 == 0)
    return std::memcmp(a.get() + bitA / 8, b.get() + bitB / 8, count / 8) == 0;
  for (size_t i = 0; i < count; ++i)
    if (a.getBit(bitA + i) != b.getBit(bitB + i))
      return false;
  return true;
}

/// True if every element of the destination is the source's, and every padding
/// position as it was.
static bool isCorrect(const RelayoutProblem &problem, const Buffer &source,
                      const Buffer &dest, const Buffer &untouched) {
  size_t sourceBits = getBitsPerElement(problem.source, problem.elementType);
  size_t destBits = getBitsPerElement(problem.dest, problem.elementType);
  size_t valueBits = problem.elementType.valueBits;

  std::vector<int64_t> contents =
      reference::getContents(problem.source, problem.extents);
  std::vector<int64_t> sourcePosition(contents.size());
  for (size_t position = 0; position < contents.size(); ++position)
    if (contents[position] != reference::padding)
      sourcePosition[contents[position]] = position;
  contents = reference::getContents(problem.dest, problem.extents);
  for (size_t position = 0; position < contents.size(); ++position) {
    int64_t id = contents[position];
    size_t bit = position * destBits;
    bool same = id == reference::padding
                    ? haveSameBits(dest, bit, untouched, bit, destBits)
                    : haveSameBits(dest, bit, source,
                                   sourcePosition[id] * sourceBits, valueBits);
    if (!same)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

static double getSeconds(llvm::function_ref<void()> run, int64_t repeats) {
  Clock::time_point start = Clock::now();
  for (int64_t i = 0; i < repeats; ++i)
    run();
  return std::chrono::duration<double>(Clock::now() - start).count() / repeats;
}

/// Returns how often to run so that one sample takes a good part of a
/// millisecond.
static int64_t getRepeats(llvm::function_ref<void()> run) {
  constexpr double sampleSeconds = 500e-6;
  getSeconds(run, 1); // Warm up.
  double once = std::max(getSeconds(run, 3), 1e-9);
  return std::max<int64_t>(1, sampleSeconds / once);
}

/// Cuts a copy into pieces of whole cache lines for several threads.
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
}

static double getPercentile(std::vector<double> &sorted, double fraction) {
  return sorted[static_cast<size_t>((sorted.size() - 1) * fraction + 0.5)];
}

/// Returns the seconds of one run in each round, ascending, for each of three.
static std::array<std::vector<double>, 3>
timeInTurns(std::array<llvm::function_ref<void()>, 3> runs, double minSeconds) {
  constexpr size_t minRounds = 11;
  std::array<int64_t, 3> repeats;
  std::array<std::vector<double>, 3> seconds;
  for (int i = 0; i < 3; ++i)
    repeats[i] = getRepeats(runs[i]);
  Clock::time_point start = Clock::now();
  while (seconds[0].size() < minRounds ||
         std::chrono::duration<double>(Clock::now() - start).count() <
             minSeconds)
    for (int i = 0; i < 3; ++i)
      seconds[i].push_back(getSeconds(runs[i], repeats[i]));
  for (std::vector<double> &samples : seconds)
    llvm::sort(samples);
  return seconds;
}

/// Times a relayout that is correct beside the copies.
static void measure(BenchmarkResult &result,
                    llvm::function_ref<void()> relayout, double bytes,
                    double minSeconds, unsigned threads) {
  size_t copied = bytes / 2;
  Buffer source(copied), dest(copied);
  source.fillRandomly(3);
  auto copyPlain = [&] {
    copyInPieces(dest.get(), source.get(), copied, threads,
                 [](void *to, const void *from, size_t size) {
                   std::memcpy(to, from, size);
                 });
    // The copy must not be seen to be useless.
    asm volatile("" : : "r"(dest.get()) : "memory");
  };
  auto copyStream = [&] {
    copyInPieces(dest.get(), source.get(), copied, threads, copyStreaming);
  };
  std::array<std::vector<double>, 3> seconds =
      timeInTurns({relayout, copyPlain, copyStream}, minSeconds);
  result.medianMilliseconds = getPercentile(seconds[0], 0.5) * 1e3;
  result.lowMilliseconds = getPercentile(seconds[0], 0.1) * 1e3;
  result.highMilliseconds = getPercentile(seconds[0], 0.9) * 1e3;
  auto getGbps = [&](int i) {
    return bytes / getPercentile(seconds[i], 0.5) / 1e9;
  };
  result.gbps = getGbps(0);
  result.memcpyGbps = getGbps(1);
  result.copyGbps = getGbps(2);
}

Expected<BenchmarkResult> mlir::tiled_layout::runBenchmark(const Shape &from,
                                                           const Shape &to,
                                                           double minSeconds,
                                                           unsigned threads) {
  BenchmarkResult result;
  Expected<RelayoutProblem> checked = getRelayoutProblem(from, to);
  if (!checked)
    return checked.takeError();
  const RelayoutProblem &problem = *checked;
  RelayoutEngine engine;
  Clock::time_point start = Clock::now();
  Expected<std::shared_ptr<const RelayoutKernel>> compiled =
      engine.get(problem, threads);
  if (!compiled)
    return compiled.takeError();
  result.compileMilliseconds =
      std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  constexpr int64_t lookups = 1000;
  result.lookupNanoseconds =
      1e9 * getSeconds([&] { llvm::cantFail(engine.get(problem, threads)); },
                       lookups);
  const RelayoutKernel *kernel = compiled->get();

  Buffer source(kernel->getSourceBytes()), dest(kernel->getDestBytes());
  source.fillRandomly(1);
  {
    Buffer untouched(dest.size());
    dest.fillRandomly(2);
    untouched.fillRandomly(2);
    kernel->run(source.get(), dest.get(), threads);
    result.correct = isCorrect(problem, source, dest, untouched);
    if (!result.correct)
      return result;
  }

  measure(
      result, [&] { kernel->run(source.get(), dest.get(), threads); },
      getLogicalBytes(from) + getLogicalBytes(to), minSeconds, threads);
  return result;
}
