/*===- Engine.h - Compiled relayouts for C ------------------------*- C -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef TILED_LAYOUT_CAPI_ENGINE_H
#define TILED_LAYOUT_CAPI_ENGINE_H

#include "tiled_layout/CAPI/Shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Compiles relayouts and keeps the kernels. Thread-safe. */
typedef struct TiledLayoutEngine {
  void *ptr;
} TiledLayoutEngine;

/** A relayout compiled for this machine. May be run by several threads at
    once. */
typedef struct TiledLayoutKernel {
  void *ptr;
} TiledLayoutKernel;

/** A piece of work; to be called once with each number. */
typedef void (*TiledLayoutTask)(size_t number, void *taskData);

/** Calls `task` with `taskData` and each number below `count`, on any threads,
    and returns when all calls have returned. */
typedef void (*TiledLayoutExecutor)(size_t count, TiledLayoutTask task,
                                    void *taskData, void *userData);

/** Creates an engine that keeps at most `capacity` kernels, at least 1. To be
    destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutEngine tiledLayoutEngineCreate(size_t capacity);

/** Destroys an engine; its kernels stay as they are. */
MLIR_CAPI_EXPORTED void tiledLayoutEngineDestroy(TiledLayoutEngine engine);

/** Returns the kernel that relays an array from one shape to another, cut for a
    number of threads. `padding` is `undefined`, `zero` or a value of the
    element type; complex numbers take only the first two. If there is no
   kernel, `onError` is called with the reason, if it is not null, and the
   result is null. To be destroyed. */
MLIR_CAPI_EXPORTED TiledLayoutKernel tiledLayoutEngineGetKernel(
    TiledLayoutEngine engine, TiledLayoutShape from, TiledLayoutShape to,
    MlirStringRef padding, unsigned threads, MlirStringCallback onError,
    void *userData);

static inline bool tiledLayoutKernelIsNull(TiledLayoutKernel kernel) {
  return !kernel.ptr;
}

/** Destroys a kernel; null is ignored. */
MLIR_CAPI_EXPORTED void tiledLayoutKernelDestroy(TiledLayoutKernel kernel);

/** The bytes of either buffer, padding included. */
MLIR_CAPI_EXPORTED int64_t
tiledLayoutKernelGetSourceBytes(TiledLayoutKernel kernel);
MLIR_CAPI_EXPORTED int64_t
tiledLayoutKernelGetDestBytes(TiledLayoutKernel kernel);

/** Moves an array on at most `threads` threads. The buffers have the bytes
    above, do not overlap and are aligned to an element. */
MLIR_CAPI_EXPORTED void tiledLayoutKernelRun(TiledLayoutKernel kernel,
                                             const void *source, void *dest,
                                             unsigned threads);

/** The same in at most `tasks` pieces on the caller's threads. */
MLIR_CAPI_EXPORTED void tiledLayoutKernelRunOn(TiledLayoutKernel kernel,
                                               const void *source, void *dest,
                                               size_t tasks,
                                               TiledLayoutExecutor executor,
                                               void *userData);

#ifdef __cplusplus
}
#endif

#endif /* TILED_LAYOUT_CAPI_ENGINE_H */
