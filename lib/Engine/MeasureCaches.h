//===- MeasureCaches.h - How large caches are -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ENGINE_MEASURECACHES_H
#define TILED_LAYOUT_LIB_ENGINE_MEASURECACHES_H

#include "tiled_layout/Target/Target.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::tiled_layout {

/// The nanoseconds of a load that depends on the one before, from an array of
/// so many bytes.
struct LoadLatency {
  int64_t bytes;
  double nanoseconds;
};

/// Corrects the sizes of a target's caches that latencies contradict: those
/// that differ from what is found by more than half. Latencies are in the order
/// of the sizes, from one that is in the first-level cache to one that is in
/// memory; the array must not be empty.
void correctCaches(Target &target, llvm::ArrayRef<LoadLatency> latencies);

/// The same with latencies of this machine.
void measureCaches(Target &target, llvm::raw_ostream &progress);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_ENGINE_MEASURECACHES_H
