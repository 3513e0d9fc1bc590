//===- RelayoutKernel.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/RelayoutKernel.h"

#include "KernelBuilder.h"
#include "PaddingWriter.h"

#include "tiled_layout/Engine/Workers.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

/// What a thread must move, in bytes, to be worth waking up.
static constexpr int64_t minBytesPerThread = 256 << 10;
/// Pieces per thread, so that a thread that is held up holds up nobody else.
static constexpr size_t tasksPerThread = 4;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Expected<RelayoutKernel> KernelBuilder::build(const RelayoutProblem &problem,
                                              unsigned threads,
                                              const Target &target,
                                              CodeProvider getCode) {
  Expected<std::optional<llvm::APInt>> padding = getPaddingBits(problem);
  if (!padding)
    return padding.takeError();
  RelayoutKernel kernel;
  Expected<PlanOptions> options = getRunnablePlanOptions(target, threads);
  if (!options)
    return options.takeError();
  std::optional<llvm::APInt> paddingBits;
  if (*padding)
    paddingBits = getElementBits(
        **padding, getBitsPerElement(problem.dest, problem.elementType),
        problem.elementType.kind == ElementKind::Signed);
  auto parts = getKernelParts(problem, paddingBits, *options);
  // Programs of parts have nothing in common, so that they are compiled at the
  // same time.
  std::vector<std::optional<Expected<std::shared_ptr<const CompiledCode>>>>
      codes(parts.size());
  runOnWorkers(
      std::max(std::thread::hardware_concurrency(), 1u), parts.size(),
      [&](size_t n) { codes[n].emplace(getCode(parts[n], *options)); });
  Error errors = Error::success();
  for (auto [part, code] : llvm::zip_equal(parts, codes)) {
    if (Error error = code->takeError())
      errors = llvm::joinErrors(std::move(errors), std::move(error));
    else
      kernel.parts.push_back({std::move(**code), part.sourceOffset,
                              part.destOffset, part.getSharedLoop().extent});
  }
  if (errors)
    return errors;
  // Programs that fill padding fill all of it.
  if (llvm::none_of(parts, [](auto &part) { return part.padding; }))
    kernel.padding = PaddingWriter::create(problem, *padding);
  if (kernel.parts.size() == 1 && !kernel.padding) {
    const RelayoutKernel::Part &part = kernel.parts.front();
    kernel.whole = part.code->getFunction();
    kernel.wholeExtent = part.extent;
    assert(part.sourceOffset == 0 && part.destOffset == 0 &&
           "the only part begins where the array does");
  }
  kernel.sourceBytes = problem.getSourceBytes();
  kernel.destBytes = problem.getDestBytes();
  return kernel;
}

Expected<RelayoutKernel>
KernelBuilder::buildOfKind(const RelayoutProblem &problem,
                           std::shared_ptr<const CompiledCode> code) {
  Expected<std::optional<llvm::APInt>> padding = getPaddingBits(problem);
  if (!padding)
    return padding.takeError();
  RelayoutKernel kernel;
  kernel.codeOfKind = std::move(code);
  kernel.extents = problem.extents;
  kernel.padding = PaddingWriter::create(problem, *padding);
  kernel.sourceBytes = problem.getSourceBytes();
  kernel.destBytes = problem.getDestBytes();
  return kernel;
}

Expected<RelayoutKernel> RelayoutKernel::compile(const RelayoutProblem &problem,
                                                 unsigned threads,
                                                 const Target &target) {
  return KernelBuilder::build(
      problem, threads, target,
      [&](const KernelPart &part, const PlanOptions &options) {
        return CompiledCode::compile(part, options.threads, target);
      });
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//
//
// Programs order their streaming stores before they return, so that nothing
// does so here.
//
//===----------------------------------------------------------------------===//

size_t RelayoutKernel::getTasks(const Part &part, size_t tasks) const {
  if (!part.code->getSlices().isSliced)
    return 1;
  return std::max<size_t>(1, std::min<size_t>(tasks, part.extent));
}

size_t RelayoutKernel::getMaxTasks() const {
  size_t result = 1;
  for (const Part &part : parts)
    result = std::max(result, getTasks(part, SIZE_MAX));
  return result;
}

void RelayoutKernel::runHere(const void *source, void *dest) const {
  auto *from = static_cast<const uint8_t *>(source);
  auto *to = static_cast<uint8_t *>(dest);
  if (padding)
    padding->write(dest);
  if (codeOfKind)
    codeOfKind->run(source, dest, extents.data());
  for (const Part &part : parts)
    part.code->run(from + part.sourceOffset, to + part.destOffset, 0,
                   part.extent);
}

void RelayoutKernel::run(const void *source, void *dest, size_t tasks,
                         Executor executor) const {
  size_t pieces = parts.empty() ? 0 : getTasks(parts.front(), tasks);
  if (pieces <= 1)
    return runHere(source, dest);
  auto *from = static_cast<const uint8_t *>(source);
  auto *to = static_cast<uint8_t *>(dest);
  if (padding)
    padding->write(dest);
  auto runPart = [&](const Part &part, int64_t begin, int64_t end) {
    part.code->run(from + part.sourceOffset, to + part.destOffset, begin, end);
  };
  auto runTask = [&](size_t task) {
    // Without overflow: the first few pieces have one iteration more.
    const Part &whole = parts.front();
    int64_t size = whole.extent / pieces, more = whole.extent % pieces;
    int64_t begin = task * size + std::min<int64_t>(task, more);
    runPart(whole, begin, begin + size + (static_cast<int64_t>(task) < more));
    // All parts but the first are edges, which are short.
    if (task + 1 == pieces)
      for (const Part &edge : llvm::drop_begin(parts))
        runPart(edge, 0, edge.extent);
  };
  executor(pieces, runTask);
}

void RelayoutKernel::runParts(const void *source, void *dest,
                              unsigned threads) const {
  if (threads > 1) {
    int64_t worthwhile = (sourceBytes + destBytes) / (2 * minBytesPerThread);
    threads = std::min<int64_t>(threads, worthwhile);
  }
  if (threads <= 1)
    return runHere(source, dest);
  run(source, dest, threads * tasksPerThread,
      [&](size_t count, llvm::function_ref<void(size_t)> task) {
        runOnWorkers(threads, count, task);
      });
}
