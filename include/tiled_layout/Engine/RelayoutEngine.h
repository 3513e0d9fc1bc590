//===- RelayoutEngine.h - Kernels that are compiled once --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_RELAYOUTENGINE_H
#define TILED_LAYOUT_ENGINE_RELAYOUTENGINE_H

#include "tiled_layout/Engine/RelayoutKernel.h"

namespace mlir::tiled_layout {

/// What a `RelayoutEngine` has done so far.
struct EngineStatistics {
  /// Problems that were asked for, and those that were found.
  uint64_t requests = 0;
  uint64_t hits = 0;
  /// Programs that were compiled: one for all problems that differ only in the
  /// extent of the loop that threads share, or only in their extents (`run`).
  uint64_t compiled = 0;
  /// What the cache holds.
  size_t problems = 0;
  size_t programs = 0;
};

/// Compiles relayouts and keeps the kernels. Thread-safe.
///
/// Code is shared by what it does, not by shape: element types of one width,
/// layouts that say the same, and any number of batches, or of rows of tiles,
/// have one program. When more than `capacity` problems or programs are kept,
/// those that were not asked for the longest go; kernels that are in use stay
/// alive.
class RelayoutEngine {
public:
  static constexpr size_t defaultCapacity = 1024;

  /// `capacity` is at least 1; all code is for `target`.
  explicit RelayoutEngine(size_t capacity = defaultCapacity,
                          Target target = getHostTarget());
  ~RelayoutEngine();

  /// Returns the kernel of a problem, compiled now or before, whose work is cut
  /// for this number of threads. Fails as `RelayoutKernel::compile` does;
  /// failures are not kept. If several threads ask for the same program, one
  /// compiles and the others wait.
  llvm::Expected<std::shared_ptr<const RelayoutKernel>>
  get(const RelayoutProblem &problem, unsigned threads = 1);

  /// Moves an array once. A shape that is new is moved by the program of its
  /// kind, which serves all extents and is compiled once; it gets code of its
  /// own as soon as it would have moved more than `coldBytes` bytes.
  ///
  /// Buffers are those of `RelayoutKernel::run`; fails as `get` does. Shapes
  /// whose code of their own is known, by `get` or by this, are moved by it.
  llvm::Error run(const RelayoutProblem &problem, const void *source,
                  void *dest, unsigned threads = 1);

  /// Returns a kernel of the program that serves all extents, for one thread.
  /// Fails as `get` does, and if there are no extents, or a tile combines
  /// dimensions.
  llvm::Expected<std::shared_ptr<const RelayoutKernel>>
  getOfKind(const RelayoutProblem &problem);

  /// Bytes that a shape moves, on both sides and in all calls, before the time
  /// that its own code would save is worth that of compiling it.
  static constexpr int64_t coldBytes = int64_t(64) << 20;

  EngineStatistics getStatistics() const;

private:
  class Cache;
  std::unique_ptr<Cache> cache;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_RELAYOUTENGINE_H
