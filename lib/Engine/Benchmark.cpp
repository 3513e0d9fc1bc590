//===- Benchmark.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Benchmark.h"

#include "tiled_layout/Engine/RelayoutEngine.h"
#include "tiled_layout/Engine/Timing.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Reference.h"
#include "tiled_layout/Relayout/PaddingRuns.h"

#include <chrono>
#include <cstring>

using namespace mlir::tiled_layout;
using llvm::Expected;
using Clock = std::chrono::steady_clock;

static bool getBit(const PageBuffer &buffer, size_t bit) {
  return buffer.get()[bit / 8] >> (bit % 8) & 1;
}

//===----------------------------------------------------------------------===//
// Correctness
//===----------------------------------------------------------------------===//

/// Compares `count` bits at two places.
static bool haveSameBits(const PageBuffer &a, size_t bitA, const PageBuffer &b,
                         size_t bitB, size_t count) {
  if (bitA % 8 == 0 && bitB % 8 == 0 && count % 8 == 0)
    return std::memcmp(a.get() + bitA / 8, b.get() + bitB / 8, count / 8) == 0;
  for (size_t i = 0; i < count; ++i)
    if (getBit(a, bitA + i) != getBit(b, bitB + i))
      return false;
  return true;
}

/// Fills a buffer of the destination with the padding.
static void fillWith(PageBuffer &buffer, const RelayoutProblem &problem,
                     const llvm::APInt &padding) {
  int64_t bits = getBitsPerElement(problem.dest, problem.elementType);
  PositionFiller filler(getElementBits(
      padding, bits, problem.elementType.kind == ElementKind::Signed));
  filler.fill(buffer.get(), 0, getElements(problem.dest, problem.extents));
}

/// True if every element of the destination is the source's, and every padding
/// position that of `untouched`.
static bool isCorrect(const RelayoutProblem &problem, const PageBuffer &source,
                      const PageBuffer &dest, const PageBuffer &untouched) {
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

/// Times a relayout that is correct beside the copies.
static void measure(BenchmarkResult &result, const PageBuffer &source,
                    const PageBuffer &dest,
                    const std::function<void()> &relayout, double bytes,
                    double minSeconds, unsigned threads) {
  size_t copied = bytes / 2;
  std::vector<std::vector<double>> seconds = timeInTurns(
      {relayout,
       [&] { copyPlainly(dest.get(), source.get(), copied, threads); },
       [&] { copyInStreams(dest.get(), source.get(), copied, threads); }},
      minSeconds);
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

Expected<BenchmarkResult>
mlir::tiled_layout::runBenchmark(const Shape &from, const Shape &to,
                                 const BenchmarkOptions &options) {
  BenchmarkResult result;
  unsigned threads = options.threads;
  Expected<RelayoutProblem> checked = getRelayoutProblem(from, to);
  if (!checked)
    return checked.takeError();
  RelayoutProblem &problem = *checked;
  problem.padding = options.padding;
  Expected<std::optional<llvm::APInt>> padding = getPaddingBits(problem);
  if (!padding)
    return padding.takeError();
  RelayoutEngine engine(RelayoutEngine::defaultCapacity, options.target);
  Clock::time_point start = Clock::now();
  Expected<std::shared_ptr<const RelayoutKernel>> compiled =
      options.anyExtents ? engine.getOfKind(problem)
                         : engine.get(problem, threads);
  if (!compiled)
    return compiled.takeError();
  result.compileMilliseconds =
      std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  // The least of some rounds, which nothing has interrupted. Programs of all
  // extents are looked up by `run` alone.
  constexpr int64_t rounds = 10, lookups = 1000;
  for (int64_t round = 0; round < rounds && !options.anyExtents; ++round) {
    double seconds = getSeconds(
        [&] { llvm::cantFail(engine.get(problem, threads)); }, lookups);
    if (round == 0 || 1e9 * seconds < result.lookupNanoseconds)
      result.lookupNanoseconds = 1e9 * seconds;
  }
  const RelayoutKernel *kernel = compiled->get();

  double bytes = getLogicalBytes(from) +
                 (*padding ? problem.getDestBytes() : getLogicalBytes(to));
  // The copies use the same memory: times differ between pages, and what one
  // program reads is in the last-level cache for the next.
  size_t copied = bytes / 2;
  PageBuffer source(std::max<size_t>(kernel->getSourceBytes(), copied)),
      dest(std::max<size_t>(kernel->getDestBytes(), copied));
  source.fillRandomly(1);
  result.correct = !options.check;
  if (options.check) {
    PageBuffer untouched(dest.size());
    dest.fillRandomly(2);
    untouched.fillRandomly(2);
    if (*padding)
      fillWith(untouched, problem, **padding);
    kernel->run(source.get(), dest.get(), threads);
    result.correct = isCorrect(problem, source, dest, untouched);
    if (!result.correct)
      return result;
  }

  measure(
      result, source, dest,
      [&] { kernel->run(source.get(), dest.get(), threads); }, bytes,
      options.minSeconds, threads);
  return result;
}
