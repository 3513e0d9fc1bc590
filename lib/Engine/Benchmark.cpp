//===- Benchmark.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Benchmark.h"

#include "tiled_layout/Engine/RelayoutKernel.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Reference.h"
#include "tiled_layout/Support/StreamCopy.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
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

static double getPercentile(std::vector<double> &sorted, double fraction) {
  return sorted[static_cast<size_t>((sorted.size() - 1) * fraction + 0.5)];
}

Expected<BenchmarkResult> mlir::tiled_layout::runBenchmark(const Shape &from,
                                                           const Shape &to,
                                                           double minSeconds) {
  BenchmarkResult result;
  RelayoutProblem problem{from.elementType,
                          llvm::SmallVector<int64_t>(from.extents()),
                          from.getLayout(), to.getLayout(), "undefined"};
  Clock::time_point start = Clock::now();
  Expected<RelayoutKernel> kernel = RelayoutKernel::compile(problem);
  if (!kernel)
    return kernel.takeError();
  result.compileMilliseconds =
      std::chrono::duration<double, std::milli>(Clock::now() - start).count();

  Buffer source(kernel->getSourceBytes()), dest(kernel->getDestBytes());
  source.fillRandomly(1);
  {
    Buffer untouched(dest.size());
    dest.fillRandomly(2);
    untouched.fillRandomly(2);
    kernel->run(source.get(), dest.get());
    result.correct = isCorrect(problem, source, dest, untouched);
    if (!result.correct)
      return result;
  }

  double bytes = getLogicalBytes(from) + getLogicalBytes(to);
  size_t copied = bytes / 2;
  Buffer copySource(copied), copyDest(copied);
  copySource.fillRandomly(3);
  auto relayout = [&] { kernel->run(source.get(), dest.get()); };
  auto copyPlain = [&] {
    std::memcpy(copyDest.get(), copySource.get(), copied);
    // The copy must not be seen to be useless.
    asm volatile("" : : "r"(copyDest.get()) : "memory");
  };
  auto copyStream = [&] {
    copyStreaming(copyDest.get(), copySource.get(), copied);
  };
  llvm::function_ref<void()> runs[] = {relayout, copyPlain, copyStream};
  int64_t repeats[3];
  std::vector<double> seconds[3];
  for (int i = 0; i < 3; ++i)
    repeats[i] = getRepeats(runs[i]);
  constexpr size_t minRounds = 11;
  for (start = Clock::now();
       seconds[0].size() < minRounds ||
       std::chrono::duration<double>(Clock::now() - start).count() <
           minSeconds;)
    for (int i = 0; i < 3; ++i)
      seconds[i].push_back(getSeconds(runs[i], repeats[i]));
  for (std::vector<double> &samples : seconds)
    llvm::sort(samples);

  result.medianMilliseconds = getPercentile(seconds[0], 0.5) * 1e3;
  result.lowMilliseconds = getPercentile(seconds[0], 0.1) * 1e3;
  result.highMilliseconds = getPercentile(seconds[0], 0.9) * 1e3;
  auto getGbps = [&](int i) {
    return bytes / getPercentile(seconds[i], 0.5) / 1e9;
  };
  result.gbps = getGbps(0);
  result.memcpyGbps = getGbps(1);
  result.copyGbps = getGbps(2);
  return result;
}
