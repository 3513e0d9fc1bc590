//===- Engine.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/CAPI/Engine.h"

#include "Support.h"

#include "tiled_layout/Engine/RelayoutEngine.h"

using namespace mlir::tiled_layout;

using SharedKernel = std::shared_ptr<const RelayoutKernel>;

static RelayoutEngine &unwrap(TiledLayoutEngine engine) {
  return *static_cast<RelayoutEngine *>(engine.ptr);
}

static const RelayoutKernel &unwrap(TiledLayoutKernel kernel) {
  return **static_cast<const SharedKernel *>(kernel.ptr);
}

TiledLayoutEngine tiledLayoutEngineCreate(size_t capacity) {
  return {new RelayoutEngine(capacity)};
}

void tiledLayoutEngineDestroy(TiledLayoutEngine engine) {
  delete static_cast<RelayoutEngine *>(engine.ptr);
}

static llvm::Expected<SharedKernel>
getKernel(TiledLayoutEngine engine, const Shape &from, const Shape &to,
          llvm::StringRef padding, unsigned threads) {
  llvm::Expected<RelayoutProblem> problem = getRelayoutProblem(from, to);
  if (!problem)
    return problem.takeError();
  problem->padding = padding.str();
  return unwrap(engine).get(*problem, threads);
}

TiledLayoutKernel
tiledLayoutEngineGetKernel(TiledLayoutEngine engine, TiledLayoutShape from,
                           TiledLayoutShape to, MlirStringRef padding,
                           unsigned threads, MlirStringCallback onError,
                           void *userData) {
  llvm::Expected<SharedKernel> kernel =
      getKernel(engine, unwrap(from), unwrap(to), unwrap(padding), threads);
  if (kernel)
    return {new SharedKernel(std::move(*kernel))};
  report(kernel.takeError(), onError, userData);
  return {nullptr};
}

void tiledLayoutKernelDestroy(TiledLayoutKernel kernel) {
  delete static_cast<SharedKernel *>(kernel.ptr);
}

int64_t tiledLayoutKernelGetSourceBytes(TiledLayoutKernel kernel) {
  return unwrap(kernel).getSourceBytes();
}

int64_t tiledLayoutKernelGetDestBytes(TiledLayoutKernel kernel) {
  return unwrap(kernel).getDestBytes();
}

void tiledLayoutKernelRun(TiledLayoutKernel kernel, const void *source,
                          void *dest, unsigned threads) {
  unwrap(kernel).run(source, dest, threads);
}

void tiledLayoutKernelRunOn(TiledLayoutKernel kernel, const void *source,
                            void *dest, size_t tasks,
                            TiledLayoutExecutor executor, void *userData) {
  using Task = llvm::function_ref<void(size_t)>;
  unwrap(kernel).run(source, dest, tasks, [&](size_t count, Task task) {
    executor(
        count,
        [](size_t number, void *taskData) {
          (*static_cast<Task *>(taskData))(number);
        },
        &task, userData);
  });
}
