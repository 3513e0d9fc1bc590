//===- tiled-layout-peers.cpp - Relayouts beside other programs' ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs each case of a suite beside plain loop nests in C and, if this was built
// with it, oneDNN's reorder. All write the same bytes, or it says so; then they
// take turns with copies.
//
//===----------------------------------------------------------------------===//

#include "../CaseOptions.h"
#include "CompiledNest.h"
#include "LoopNest.h"
#ifdef TILED_LAYOUT_HAS_ONEDNN
#include "OneDnn.h"
#endif

#include "tiled_layout/Engine/RelayoutEngine.h"
#include "tiled_layout/Engine/Timing.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Support/OutputFile.h"
#include "tiled_layout/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"

#include <cmath>
#include <cstring>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

static cl::OptionCategory category("tiled-layout-peers options");

static CaseOptions options(category, "none");
static cl::list<std::string>
    compilers("cc",
              cl::desc("Compile loop nests by these programs (default: "
                       "clang-22 and gcc, as far as they are found)"),
              cl::value_desc("PROGRAM"), cl::cat(category));
static cl::opt<bool> emitC("emit-c",
                           cl::desc("Print the loop nests and do no more"),
                           cl::cat(category));

static cl::extrahelp examples(R"(
EXAMPLES:

  tiled-layout-peers --from='f32[4096,4096]' --to='f32[4096,4096]{1,0:T(8,128)}'
  tiled-layout-peers --suite=tools/tiled-layout-bench/suites/default.txt --json
)");

namespace {

/// Ours, with padding left as it is and with zeros in it: nests do the former,
/// oneDNN the latter.
enum Ours { Plain, Zeros };

/// One program that takes a turn. The first two are ours.
struct Peer {
  std::string name;
  std::function<void()> run;
  /// Which of ours this is compared with.
  Ours ours = Plain;
  /// False for copies, which write something else.
  bool isRelayout = true;
  bool same = true;
};

/// How much faster or slower ours is than a peer, over the rounds.
struct Ratio {
  double low, median, high;
};

} // namespace

static llvm::StringRef getName(NestOrder order) {
  return order == NestOrder::Source ? "source" : "destination";
}

/// Adds a loop nest for each compiler and either order.
static Error addNests(std::vector<Peer> &peers, const RelayoutProblem &problem,
                      const void *source, void *dest) {
  for (const std::string &compiler : compilers)
    for (NestOrder order : {NestOrder::Dest, NestOrder::Source}) {
      Expected<std::string> code = getLoopNest(problem, order);
      if (!code)
        return code.takeError();
      Expected<CompiledNest> nest =
          CompiledNest::compile(*code, compiler, {"-O3", "-march=native"});
      if (!nest)
        return nest.takeError();
      auto shared = std::make_shared<CompiledNest>(std::move(*nest));
      peers.push_back({compiler + " " + getName(order).str(),
                       [=] { shared->run(source, dest); }});
    }
  return Error::success();
}

static void addOneDnn(std::vector<Peer> &peers, const BenchmarkCase &test,
                      const RelayoutProblem &problem, void *source,
                      void *dest) {
#ifdef TILED_LAYOUT_HAS_ONEDNN
  std::string name = "oneDNN " + getOneDnnVersion();
  if (auto run = getOneDnnBlocks(test.from, test.to, source, dest))
    peers.push_back({name + " blocks", std::move(*run), Zeros});
  if (auto run = getOneDnnStrides(problem, source, dest))
    peers.push_back({name + " strides", std::move(*run)});
#endif
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static Ratio getRatio(llvm::ArrayRef<double> ours,
                      llvm::ArrayRef<double> peer) {
  std::vector<double> ratios;
  for (auto [a, b] : llvm::zip_equal(ours, peer))
    ratios.push_back(b / a);
  return {getPercentile(ratios, 0.1), getPercentile(ratios, 0.5),
          getPercentile(ratios, 0.9)};
}

static void print(const BenchmarkCase &test, llvm::ArrayRef<Peer> peers,
                  const std::vector<std::vector<double>> &seconds) {
  double milliseconds = getPercentile(seconds[0], 0.5) * 1e3;
  if (!options.json)
    llvm::outs() << toString(test.from) << " -> " << toString(test.to) << '\n'
                 << llvm::format("  %9.4f ms\n", milliseconds);
  auto round = [](double value, double places) {
    return std::round(value * places) / places;
  };
  llvm::json::Object others;
  for (size_t i = 1; i < peers.size(); ++i) {
    Ratio ratio = getRatio(seconds[peers[i].ours], seconds[i]);
    llvm::StringRef note = peers[i].same ? "" : "  OTHER BYTES";
    if (!options.json)
      llvm::outs() << llvm::format("  %5.2f (%.2f to %.2f) of ", ratio.median,
                                   ratio.low, ratio.high)
                   << peers[i].name << note << '\n';
    others[peers[i].name] =
        llvm::json::Object{{"low", round(ratio.low, 1e3)},
                           {"median", round(ratio.median, 1e3)},
                           {"high", round(ratio.high, 1e3)},
                           {"same", peers[i].same}};
  }
  if (options.json)
    llvm::outs() << llvm::json::Value(
                        llvm::json::Object{{"from", toString(test.from)},
                                           {"to", toString(test.to)},
                                           {"ms", round(milliseconds, 1e6)},
                                           {"ours_of", std::move(others)}})
                 << '\n';
  llvm::outs().flush();
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// Fills a source with random elements between zeros.
static Error fill(const RelayoutProblem &problem, const Shape &from,
                  PageBuffer &source) {
  Shape rowMajor = from;
  rowMajor.layout = Layout::getRowMajor(from.rank());
  rowMajor.layout->elementBits = problem.source.elementBits;
  PageBuffer array(getBytes(rowMajor));
  array.fillRandomly(1);
  // oneDNN moves elements of 16 bits as bf16. On processors without AVX-512 it
  // goes through f32, which changes NaNs and denormal numbers.
  constexpr uint16_t exponent = 0x7F80, lowestBit = 0x0080;
  if (from.elementType.storageBits() == 16)
    for (uint16_t &element : llvm::MutableArrayRef(
             reinterpret_cast<uint16_t *>(array.get()), getBytes(rowMajor) / 2))
      if ((element & exponent) == exponent || (element & exponent) == 0)
        element ^= lowestBit;
  Expected<RelayoutProblem> pack = getRelayoutProblem(rowMajor, from);
  if (!pack)
    return pack.takeError();
  Expected<RelayoutKernel> kernel = RelayoutKernel::compile(*pack);
  if (!kernel)
    return kernel.takeError();
  kernel->run(array.get(), source.get());
  return Error::success();
}

/// Runs all peers on a destination of zeros, and compares what they write with
/// what ours, the first, does.
static void compare(llvm::MutableArrayRef<Peer> peers, PageBuffer &dest,
                    size_t bytes) {
  std::vector<uint8_t> expected;
  for (Peer &peer : peers) {
    std::memset(dest.get(), 0, bytes);
    peer.run();
    if (expected.empty())
      expected.assign(dest.get(), dest.get() + bytes);
    peer.same = !peer.isRelayout ||
                std::memcmp(expected.data(), dest.get(), bytes) == 0;
  }
}

/// Returns the seconds of all programs in each round. Those that are several
/// times slower than ours run once, not in turns.
static std::vector<std::vector<double>> timePeers(llvm::ArrayRef<Peer> peers) {
  constexpr double muchSlower = 4;
  std::vector<double> once;
  for (const Peer &peer : peers)
    once.push_back(getSeconds(peer.run, 1));
  std::vector<std::function<void()>> programs;
  for (auto [peer, seconds] : llvm::zip_equal(peers, once))
    if (seconds < muchSlower * once[Plain])
      programs.push_back(peer.run);
  std::vector<std::vector<double>> timed =
      timeInTurns(programs, options.minTime);
  size_t rounds = timed.front().size();
  std::vector<std::vector<double>> all;
  auto next = timed.begin();
  for (double seconds : once)
    if (seconds < muchSlower * once[Plain])
      all.push_back(std::move(*next++));
    else
      all.emplace_back(rounds, seconds);
  return all;
}

static Expected<bool> runCase(const BenchmarkCase &test) {
  Expected<RelayoutProblem> problem = getRelayoutProblem(test.from, test.to);
  if (!problem)
    return problem.takeError();
  Expected<RelayoutKernel> kernel = RelayoutKernel::compile(*problem);
  if (!kernel)
    return kernel.takeError();
  problem->padding = "zero";
  Expected<RelayoutKernel> withZeros = RelayoutKernel::compile(*problem);
  if (!withZeros)
    return withZeros.takeError();
  size_t copied = (getLogicalBytes(test.from) + getLogicalBytes(test.to)) / 2;
  size_t sourceBytes = kernel->getSourceBytes();
  size_t destBytes = kernel->getDestBytes();
  PageBuffer source(std::max(copied, sourceBytes));
  PageBuffer dest(std::max(copied, destBytes));
  if (Error error = fill(*problem, test.from, source))
    return std::move(error);
  const uint8_t *from = source.get();
  uint8_t *to = dest.get();
  std::vector<Peer> peers;
  peers.push_back({"ours", [&] { kernel->run(from, to); }});
  peers.push_back(
      {"ours with zeros in padding", [&] { withZeros->run(from, to); }});
  peers.push_back(
      {"memcpy", [=] { copyPlainly(to, from, copied); }, Plain, false});
  peers.push_back({"streaming copy", [=] { copyInStreams(to, from, copied); },
                   Plain, false});
  addOneDnn(peers, test, *problem, source.get(), to);
  if (Error error = addNests(peers, *problem, from, to))
    return std::move(error);
  compare(peers, dest, destBytes);
  print(test, peers, timePeers(peers));
  return llvm::all_of(peers, [](const Peer &peer) { return peer.same; });
}

static Error printNests(const BenchmarkCase &test) {
  Expected<RelayoutProblem> problem = getRelayoutProblem(test.from, test.to);
  if (!problem)
    return problem.takeError();
  for (NestOrder order : {NestOrder::Dest, NestOrder::Source}) {
    Expected<std::string> code = getLoopNest(*problem, order);
    if (!code)
      return code.takeError();
    llvm::outs() << "// " << toString(test.from) << " to " << toString(test.to)
                 << ", in the order of the " << getName(order) << ".\n"
                 << *code;
  }
  return Error::success();
}

static Expected<std::vector<BenchmarkCase>> getCases() {
  if (options.hasFrom() != options.hasTo() ||
      options.hasFrom() + options.hasSuite() != 1)
    return llvm::createStringError("expected --suite, or --from and --to");
  return options.getCases();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  setVersion("tiled-layout-peers");
  cl::ParseCommandLineOptions(
      argc, argv,
      "Times relayouts beside loop nests in C, oneDNN and copies, in turns. A "
      "figure is ours over the peer's: below 1, ours is slower.\n");
  auto fail = [](Error error) {
    llvm::WithColor::error(llvm::errs(), "tiled-layout-peers")
        << llvm::toString(std::move(error)) << '\n';
    return 1;
  };
  Expected<std::vector<BenchmarkCase>> cases = getCases();
  if (!cases)
    return fail(cases.takeError());
  if (!compilers.getNumOccurrences())
    for (const char *name : {"clang-22", "gcc"})
      if (llvm::sys::findProgramByName(name))
        compilers.push_back(name);
  bool ok = true;
  for (const BenchmarkCase &test : *cases) {
    if (emitC) {
      if (Error error = printNests(test))
        return fail(std::move(error));
      continue;
    }
    Expected<bool> same = runCase(test);
    if (!same)
      return fail(same.takeError());
    ok &= *same;
  }
  if (Error error = finishStandardOutput())
    return fail(std::move(error));
  return ok ? 0 : 1;
}
