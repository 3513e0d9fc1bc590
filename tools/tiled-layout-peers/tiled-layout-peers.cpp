//===- tiled-layout-peers.cpp - Relayouts beside oneDNN's -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: tiled-layout-peers SUITE [THREADS]: for each case of a suite (FROM TAB
// TO a line) that oneDNN's blocked memory can say, checks that its reorder and
// ours write the same bytes, times both and memcpy in turns on random data, and
// prints a line of JSON.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/RelayoutEngine.h"
#include "tiled_layout/Engine/Workers.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "oneapi/dnnl/dnnl.hpp"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

#include <chrono>
#include <cstring>
#include <random>

using namespace mlir::tiled_layout;
using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// Blocked memory
//===----------------------------------------------------------------------===//

static std::optional<dnnl_data_type_t> getDataType(llvm::StringRef name) {
  if (name == "f32")
    return dnnl_f32;
  if (name == "bf16")
    return dnnl_bf16;
  if (name == "s8")
    return dnnl_s8;
  if (name == "u8")
    return dnnl_u8;
  return std::nullopt;
}

namespace {

struct Block {
  int64_t dim;
  int64_t size;
};

} // namespace

/// Returns the blocks inside which all tiles lie, most major first; nothing if
/// a tile says more than blocks can.
static std::optional<llvm::SmallVector<Block>> getBlocks(const Layout &layout) {
  llvm::SmallVector<Block> list;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    list.push_back({dim, 0});
  size_t outer = 0;
  for (auto [level, tile] : llvm::enumerate(layout.tiles)) {
    size_t entries = tile.size();
    if (entries > list.size() - outer)
      return std::nullopt;
    llvm::SmallVector<Block> inner;
    for (size_t i = 0; i < entries; ++i) {
      Block &block = list[list.size() - entries + i];
      if (tile[i].kind != TileEntry::Kind::Size)
        return std::nullopt;
      int64_t size = tile[i].size;
      if (level > 0 && block.size % size != 0)
        return std::nullopt;
      block.size /= size;
      inner.push_back({block.dim, size});
    }
    if (level == 0)
      outer = list.size();
    list.append(inner);
  }
  list.erase(list.begin(), list.begin() + layout.rank());
  llvm::erase_if(list, [](const Block &block) { return block.size == 1; });
  return list;
}

static std::optional<dnnl::memory::desc> getDescriptor(const Shape &shape) {
  Layout layout = shape.getLayout();
  std::optional<dnnl_data_type_t> type = getDataType(shape.elementType.name);
  std::optional<llvm::SmallVector<Block>> blocks = getBlocks(layout);
  if (!type || !blocks || layout.elementBits || layout.hasCombine() ||
      layout.tailPaddingAlignment != 1 || shape.rank() == 0)
    return std::nullopt;
  dnnl_memory_desc_t result{};
  result.ndims = shape.rank();
  result.data_type = *type;
  result.format_kind = dnnl_blocked;
  dnnl_blocking_desc_t &blocking = result.format_desc.blocking;
  blocking.inner_nblks = blocks->size();
  int64_t stride = 1;
  llvm::SmallVector<int64_t> step(shape.rank(), 1);
  for (auto [i, block] : llvm::enumerate(*blocks)) {
    blocking.inner_blks[i] = block.size;
    blocking.inner_idxs[i] = block.dim;
    step[block.dim] *= block.size;
    stride *= block.size;
  }
  for (int64_t dim : layout.minorToMajor) {
    int64_t extent = shape.extents()[dim];
    int64_t steps = ceilDivide(extent, step[dim]);
    result.dims[dim] = extent;
    result.padded_dims[dim] = steps * step[dim];
    blocking.strides[dim] = stride;
    stride *= steps;
  }
  return dnnl::memory::desc(result);
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

using Run = std::function<void()>;

static double getMedian(std::vector<double> values) {
  llvm::sort(values);
  return values[values.size() / 2];
}

/// Returns the median of the seconds of one run, for all runs in turns.
static llvm::SmallVector<double> time(llvm::ArrayRef<Run> runs) {
  constexpr double sampleSeconds = 2e-3;
  constexpr int rounds = 31;
  auto getSeconds = [](const Run &run, int64_t repeats) {
    Clock::time_point start = Clock::now();
    for (int64_t i = 0; i < repeats; ++i)
      run();
    return std::chrono::duration<double>(Clock::now() - start).count() /
           repeats;
  };
  std::vector<std::vector<double>> seconds(runs.size());
  llvm::SmallVector<int64_t> repeats;
  for (const Run &run : runs) {
    run();
    repeats.push_back(std::max<int64_t>(1, sampleSeconds / getSeconds(run, 3)));
  }
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < runs.size(); ++i)
      seconds[i].push_back(getSeconds(runs[i], repeats[i]));
  return llvm::map_to_vector(seconds, getMedian);
}

static void runCase(const Shape &from, const Shape &to, unsigned threads) {
  auto source = getDescriptor(from), dest = getDescriptor(to);
  if (!source || !dest)
    return;
  RelayoutProblem problem = llvm::cantFail(getRelayoutProblem(from, to));
  problem.padding = "zero";
  RelayoutKernel kernel =
      llvm::cantFail(RelayoutKernel::compile(problem, threads));

  // Blocks of oneDNN's are padded with zeros, which its reorder relies on: the
  // array comes there from its row-major form.
  dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  dnnl::memory input(*source, engine), output(*dest, engine);
  std::mt19937_64 random(1);
  auto *bytes = static_cast<uint8_t *>(input.get_data_handle());
  Shape rowMajor = from;
  rowMajor.layout = Layout::getRowMajor(from.rank());
  std::vector<uint8_t> array(getBytes(rowMajor));
  for (size_t i = 0; i < array.size(); ++i)
    // No NaN: what has it may change in an arithmetic copy.
    array[i] = random() & 0x3F;
  RelayoutProblem fill = llvm::cantFail(getRelayoutProblem(rowMajor, from));
  fill.padding = "zero";
  llvm::cantFail(RelayoutKernel::compile(fill)).run(array.data(), bytes);

  std::vector<uint8_t> ours(kernel.getDestBytes());
  dnnl::reorder reorder(input, output);
  reorder.execute(stream, input, output);
  stream.wait();
  kernel.run(bytes, ours.data(), threads);
  bool same =
      std::memcmp(ours.data(), output.get_data_handle(), ours.size()) == 0;

  size_t copied = (getLogicalBytes(from) + getLogicalBytes(to)) / 2;
  std::vector<uint8_t> copySource(copied, 0x5A), copyDest(copied);
  Run runs[] = {[&] { kernel.run(bytes, ours.data(), threads); },
                [&] {
                  reorder.execute(stream, input, output);
                  stream.wait();
                },
                [&] {
                  runOnWorkers(threads, threads, [&](size_t part) {
                    size_t begin = copied * part / threads;
                    size_t end = copied * (part + 1) / threads;
                    std::memcpy(copyDest.data() + begin,
                                copySource.data() + begin, end - begin);
                  });
                }};
  llvm::SmallVector<double> seconds = time(runs);
  llvm::outs() << "{\"from\":\"" << toString(from) << "\",\"to\":\""
               << toString(to) << "\",\"threads\":" << threads
               << ",\"same\":" << (same ? "true" : "false")
               << llvm::format(
                      ",\"ours_memcpy\":%.3f,\"onednn_memcpy\":%.3f}\n",
                      seconds[2] / seconds[0], seconds[2] / seconds[1]);
  llvm::outs().flush();
}

int main(int argc, char **argv) {
  unsigned threads = argc > 2 ? std::atoi(argv[2]) : 1;
  auto file = argc > 1 ? llvm::MemoryBuffer::getFile(argv[1])
                       : std::make_error_code(std::errc::invalid_argument);
  if (!file || threads < 1) {
    llvm::errs() << "usage: OMP_NUM_THREADS=N tiled-layout-peers SUITE [N]\n";
    return 1;
  }
  for (llvm::StringRef line : llvm::split((*file)->getBuffer(), '\n')) {
    auto [from, to] = line.split('#').first.trim().split('\t');
    if (!to.empty())
      runCase(llvm::cantFail(parseShape(from)), llvm::cantFail(parseShape(to)),
              threads);
  }
  return 0;
}
