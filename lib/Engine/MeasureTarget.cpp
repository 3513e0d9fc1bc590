//===- MeasureTarget.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/MeasureTarget.h"

#include "MeasureCaches.h"

#include "tiled_layout/Engine/BenchmarkSuite.h"
#include "tiled_layout/Engine/RelayoutKernel.h"
#include "tiled_layout/Engine/Timing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;

/// What another value of a field must gain, as a factor of time.
static constexpr double leastGain = 0.97;
/// How long the values of a field are measured on one relayout, in seconds.
static constexpr double secondsPerCase = 0.5;

namespace {

struct Case {
  const char *from, *to;
};

/// A field, the values that it may have, and relayouts that depend on it.
struct Trial {
  const char *field;
  SmallVector<int64_t> values;
  SmallVector<Case> cases;
};

} // namespace

/// Arrays of 64 MiB, which are in no cache, of 256 KiB, and small ones. Not all
/// are even.
static SmallVector<Trial> getTrials() {
  return {
      {"masked-bits",
       {0, 8, 32},
       {{"f32[253,255]", "f32[253,255]{1,0:T(8,128)}"},
        {"f32[253,255]{1,0:T(8,128)}", "f32[253,255]"},
        {"s8[509,511]", "s8[509,511]{1,0:T(8,128)(4,1)}"}}},
      {"straight-accesses",
       {0, 64, 128},
       {{"f32[256,256]", "f32[256,256]{1,0:T(8,128)}"},
        {"f32[256,256]{1,0:T(8,128)}", "f32[256,256]"},
        {"bf16[256,512]", "bf16[256,512]{1,0:T(8,128)(2,1)}"},
        {"s8[512,512]", "s8[512,512]{1,0:T(8,128)(4,1)}"}}},
      // Rows of four and five tiles.
      {"straight-parts",
       {0, 1},
       {{"f32[128,512]", "f32[128,512]{1,0:T(8,128)}"},
        {"bf16[128,640]", "bf16[128,640]{1,0:T(8,128)(2,1)}"},
        {"s8[128,2048]{1,0:T(8,128)(4,1)}", "s8[128,2048]"}}},
      {"prefetch-bytes",
       {0, 256, 512, 1024},
       {{"f32[4096,4096]", "f32[4096,4096]{1,0:T(8,128)}"},
        {"bf16[4096,8192]{1,0:T(8,128)(2,1)}", "bf16[4096,8192]"},
        {"f32[4099,4101]", "f32[4099,4101]{0,1}"},
        {"bf16[8224,4128]", "bf16[8224,4128]{0,1}"}}},
      {"read-streams",
       {4, 8, 16, 64},
       {{"bf16[4096,8192]", "bf16[4096,8192]{1,0:T(8,128)(2,1)}"},
        {"s8[8192,8192]", "s8[8192,8192]{1,0:T(8,128)(4,1)}"},
        {"u16[8,2048,2048]", "u16[8,2048,2048]{1,2,0:T(64,32)(64,1)}"}}},
      // Rows that take turns for lines of them, 16 and 32 at a time.
      {"turn-bytes",
       {2048, 4096, 8192, 16384},
       {{"f32[4099,4101]{1,0:T(16,16)}", "f32[4099,4101]"},
        {"s8[8209,8203]{1,0:T(32,32)(4,1)}", "s8[8209,8203]"},
        {"f32[16,63,131,131]{1,3,2,0:T(16)}", "f32[16,63,131,131]"}}},
      // 2 to 48 KiB on a side: each value serves some of them and not others.
      {"small-bytes",
       {0, 2048, 8192, 32768},
       {{"f32[16,32]", "f32[16,32]{1,0:T(8,128)}"},
        {"f32[17,64]{1,0:T(8,128)}", "f32[17,64]"},
        {"bf16[48,128]", "bf16[48,128]{1,0:T(8,128)(2,1)}"},
        {"s8[160,128]{1,0:T(8,128)(4,1)}", "s8[160,128]"},
        {"f32[96,128]", "f32[96,128]{1,0:T(8,128)}"}}},
  };
}

/// Compiles a relayout for each target, and returns the median seconds of each.
static Expected<std::vector<double>> timeTargets(const Case &test,
                                                 ArrayRef<Target> targets) {
  Expected<BenchmarkCase> shapes = parseBenchmarkCase(test.from, test.to, "");
  if (!shapes)
    return shapes.takeError();
  Expected<RelayoutProblem> problem =
      getRelayoutProblem(shapes->from, shapes->to);
  if (!problem)
    return problem.takeError();
  PageBuffer source(problem->getSourceBytes()), dest(problem->getDestBytes());
  source.fillRandomly(1);
  std::vector<std::function<void()>> programs;
  for (const Target &target : targets) {
    Expected<RelayoutKernel> kernel =
        RelayoutKernel::compile(*problem, /*threads=*/1, target);
    if (!kernel)
      return kernel.takeError();
    programs.push_back([&source, &dest, kernel = *kernel] {
      kernel.run(source.get(), dest.get());
    });
  }
  std::vector<double> medians;
  for (auto &seconds : timeInTurns(programs, secondsPerCase))
    medians.push_back(getPercentile(std::move(seconds), 0.5));
  return medians;
}

/// Sets a field to the value with the least geometric mean of times.
static Error runTrial(Target &target, const Trial &trial,
                      llvm::raw_ostream &progress) {
  const TargetField &field =
      *llvm::find_if(getTargetFields(), [&](const TargetField &candidate) {
        return candidate.name == trial.field;
      });
  SmallVector<int64_t> values = {target.*field.member};
  for (int64_t value : trial.values)
    if (value != values.front())
      values.push_back(value);
  std::vector<Target> targets;
  for (int64_t value : values) {
    targets.push_back(target);
    targets.back().*field.member = value;
  }
  std::vector<double> logarithms(values.size(), 0);
  for (const Case &test : trial.cases) {
    Expected<std::vector<double>> seconds = timeTargets(test, targets);
    if (!seconds)
      return seconds.takeError();
    for (auto [sum, time] : llvm::zip_equal(logarithms, *seconds))
      sum += std::log(time / seconds->front()) / trial.cases.size();
  }
  size_t best = 0;
  progress << field.name << ':';
  for (auto [number, value] : llvm::enumerate(values)) {
    progress << llvm::format(" %lld takes %.2f", (long long)value,
                             std::exp(logarithms[number]));
    if (logarithms[number] < logarithms[best] &&
        logarithms[number] < std::log(leastGain))
      best = number;
  }
  progress << '\n';
  target.*field.member = values[best];
  return Error::success();
}

Error mlir::tiled_layout::measureField(Target &target, llvm::StringRef field,
                                       llvm::raw_ostream &progress) {
  for (const Trial &trial : getTrials())
    if (trial.field == field)
      return runTrial(target, trial, progress);
  return llvm::createStringError("'" + field +
                                 "' is not measured by relayouts");
}

int64_t
mlir::tiled_layout::chooseStreamingBytes(ArrayRef<StreamingSample> samples,
                                         int64_t current) {
  // The first so many samples are written by plain stores.
  auto getPlain = [&](int64_t streamingBytes) -> size_t {
    return llvm::count_if(samples, [&](const StreamingSample &sample) {
      return sample.bytes <= streamingBytes;
    });
  };
  auto getCost = [&](size_t plain) {
    double sum = 0;
    for (const StreamingSample &sample : samples.drop_front(plain))
      sum += std::log(sample.ratio);
    return sum;
  };
  size_t before = getPlain(current), best = before;
  for (size_t plain = 0; plain <= samples.size(); ++plain)
    if (getCost(plain) < getCost(best))
      best = plain;
  double differing = best > before ? best - before : before - best;
  if (getCost(best) - getCost(before) >= std::log(leastGain) * differing)
    return current;
  return best == 0 ? 0 : samples[best - 1].bytes;
}

/// Sets from which size on streaming stores are faster, if they ever are.
static Error measureStreaming(Target &target, llvm::raw_ostream &progress) {
  if (!target.streamingStores)
    return Error::success();
  Target plain = target, streaming = target;
  plain.streamingStores = 0;
  streaming.streamingBytes = 0;
  constexpr int64_t least = 1 << 20, most = 256 << 20;
  SmallVector<StreamingSample> samples;
  progress << "streaming-bytes:";
  for (int64_t bytes = least; bytes <= most; bytes *= 2) {
    std::string rows = "f32[" + std::to_string(bytes / 4096) + ",1024]";
    std::string tiles = rows + "{1,0:T(8,128)}";
    Expected<std::vector<double>> seconds =
        timeTargets({rows.c_str(), tiles.c_str()}, {plain, streaming});
    if (!seconds)
      return seconds.takeError();
    samples.push_back({bytes, (*seconds)[1] / (*seconds)[0]});
    progress << llvm::format(" %lld MiB %.2f", (long long)(bytes >> 20),
                             samples.back().ratio);
  }
  progress << " of the time of plain stores\n";
  int64_t chosen = chooseStreamingBytes(samples, target.streamingBytes);
  target.streamingStores = chosen < most;
  // The next program finds smaller arrays in the second-level cache.
  if (target.streamingStores && chosen != target.streamingBytes)
    target.streamingBytes = std::max(chosen, target.l2Bytes);
  return Error::success();
}

Expected<Target>
mlir::tiled_layout::measureTarget(llvm::raw_ostream &progress) {
  Expected<Target> target = getNamedTarget("host");
  if (!target)
    return target;
  measureCaches(*target, progress);
  if (Error error = measureStreaming(*target, progress))
    return error;
  for (const Trial &trial : getTrials())
    if (Error error = runTrial(*target, trial, progress))
      return error;
  return target;
}
