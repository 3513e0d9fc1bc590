//===- MeasureCaches.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasureCaches.h"

#include "tiled_layout/Engine/Timing.h"

#include "llvm/Support/Format.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;

/// A load from the first-level cache takes 4 or 5 cycles, from the second one
/// 12 to 21 with a miss in the table of addresses, from the third 40 and more.
static constexpr double l1Factor = 1.6;
static constexpr double l2Factor = 7;

/// Returns the largest size whose loads, and those of all smaller ones, take at
/// most so long.
static int64_t getLargest(ArrayRef<LoadLatency> latencies, double nanoseconds) {
  int64_t bytes = latencies.front().bytes;
  for (const LoadLatency &latency : latencies) {
    if (latency.nanoseconds > nanoseconds)
      break;
    bytes = latency.bytes;
  }
  return bytes;
}

void mlir::tiled_layout::correctCaches(Target &target,
                                       ArrayRef<LoadLatency> latencies) {
  double first = latencies.front().nanoseconds;
  auto correct = [](int64_t &bytes, int64_t found) {
    if (found * 3 < bytes * 2 || found * 2 > bytes * 3)
      bytes = found;
  };
  correct(target.l1Bytes, getLargest(latencies, l1Factor * first));
  int64_t l2Bytes = getLargest(latencies, l2Factor * first);
  correct(target.l2Bytes, l2Bytes);
  // Between the third level and memory, as far from the one as from the other.
  double third = l2Factor * first;
  for (const LoadLatency &latency : latencies)
    if (latency.bytes >= 2 * l2Bytes) {
      third = latency.nanoseconds;
      break;
    }
  double memory = latencies.back().nanoseconds;
  correct(target.l3Bytes, getLargest(latencies, std::sqrt(third * memory)));
}

/// Returns how long a load takes from lines that are visited in random order.
static LoadLatency measureLatency(int64_t bytes, std::mt19937_64 &random) {
  constexpr int64_t line = 64;
  std::vector<uint32_t> order(bytes / line);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  PageBuffer buffer(bytes);
  auto at = [&](uint32_t number) -> void *& {
    return *reinterpret_cast<void **>(buffer.get() + number * line);
  };
  for (size_t i = 0; i < order.size(); ++i)
    at(order[i]) = &at(order[(i + 1) % order.size()]);
  constexpr int64_t loads = 1 << 17;
  void *place = &at(order.front());
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < 5; ++round)
    best = std::min(best, getSeconds(
                              [&] {
                                for (int64_t i = 0; i < loads; ++i)
                                  place = *static_cast<void **>(place);
                                asm volatile("" : "+r"(place));
                              },
                              1));
  return {bytes, best / loads * 1e9};
}

void mlir::tiled_layout::measureCaches(Target &target,
                                       llvm::raw_ostream &progress) {
  std::mt19937_64 random(1);
  std::vector<LoadLatency> latencies;
  // In the middle between powers of two as well.
  for (int64_t bytes = 16 << 10; bytes <= 256 << 20; bytes *= 2)
    for (int64_t size : {bytes, bytes / 2 * 3})
      latencies.push_back(measureLatency(size, random));
  progress << "nanoseconds of a load:";
  for (const LoadLatency &latency : latencies)
    progress << llvm::format(" %lld KiB %.1f", (long long)(latency.bytes >> 10),
                             latency.nanoseconds);
  progress << '\n';
  correctCaches(target, latencies);
}
