//===- RelayoutKernel.h - A compiled relayout -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_RELAYOUTKERNEL_H
#define TILED_LAYOUT_ENGINE_RELAYOUTKERNEL_H

#include "tiled_layout/Engine/CodeTarget.h"
#include "tiled_layout/Engine/RelayoutProblem.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>

namespace mlir::tiled_layout {

class CompiledCode;
class PaddingWriter;

/// Calls a task with each number from 0 to `count` - 1, in any order, on any
/// threads, and returns when all calls have returned.
using Executor =
    llvm::function_ref<void(size_t count, llvm::function_ref<void(size_t)>)>;

/// A relayout compiled for this machine. A value that refers to shared code;
/// cheap to copy. `RelayoutEngine` (RelayoutEngine.h) compiles each kernel
/// once.
///
/// Example:
///
///   Expected<RelayoutKernel> kernel = RelayoutKernel::compile(problem, 4);
///   if (!kernel)
///     return kernel.takeError();
///   kernel->run(source, dest, /*threads=*/4);
class RelayoutKernel {
public:
  /// Compiles a relayout. Fails, with the reason, if a layout is illegal on the
  /// extents (Rules.h), an extent is dynamic, an element has no lowering (an
  /// `E(n)` whose elements cross bytes or cannot hold a value), or the padding
  /// is no value of the element type.
  ///
  /// `threads` says for how many the work shall be cut well. With one thread,
  /// the outermost loop is cut, however short.
  ///
  /// `target` may ask for less than this machine has; fails if it is unknown or
  /// asks for more.
  static llvm::Expected<RelayoutKernel>
  compile(const RelayoutProblem &problem, unsigned threads = 1,
          const Target &target = getHostTarget());

  /// The bytes of either buffer, tail padding included.
  int64_t getSourceBytes() const { return sourceBytes; }
  int64_t getDestBytes() const { return destBytes; }

  /// Into how many pieces the work can be cut at most; 1 if only one thread can
  /// work on it.
  size_t getMaxTasks() const;

  /// Moves an array. The buffers have the bytes above, do not overlap and are
  /// aligned to an element. At most `threads` threads work on it, the calling
  /// one among them, and fewer on small arrays. May be called by several
  /// threads at once.
  void run(const void *source, void *dest, unsigned threads = 1) const {
    // Arrays of a few hundred bytes take less time than the calls in between.
    if (whole && threads <= 1)
      return whole(source, dest, 0, wholeExtent);
    runParts(source, dest, threads);
  }

  /// The same on the caller's threads: cuts the work into at most `tasks`
  /// pieces of about the same size and calls the executor at most once.
  void run(const void *source, void *dest, size_t tasks,
           Executor executor) const;

private:
  friend class KernelBuilder;

  /// The array, or a contiguous part of it.
  struct Part {
    std::shared_ptr<const CompiledCode> code;
    /// Bytes to where the part begins.
    int64_t sourceOffset;
    int64_t destOffset;
    /// Iterations of the loop that threads share.
    int64_t extent;
  };

  RelayoutKernel() = default;

  void runParts(const void *source, void *dest, unsigned threads) const;
  size_t getTasks(const Part &part, size_t tasks) const;
  /// Moves an array on the calling thread.
  void runHere(const void *source, void *dest) const;

  /// Either parts, or the program of all such relayouts and the extents.
  llvm::SmallVector<Part, 2> parts;
  std::shared_ptr<const CompiledCode> codeOfKind;
  llvm::SmallVector<int64_t> extents;
  std::shared_ptr<const PaddingWriter> padding;
  /// The code of the only part if that is all there is to do, else null.
  void (*whole)(const void *, void *, int64_t, int64_t) = nullptr;
  int64_t wholeExtent = 0;
  int64_t sourceBytes = 0;
  int64_t destBytes = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_RELAYOUTKERNEL_H
