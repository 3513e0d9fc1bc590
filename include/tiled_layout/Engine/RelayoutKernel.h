//===- RelayoutKernel.h - A compiled relayout -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_RELAYOUTKERNEL_H
#define TILED_LAYOUT_ENGINE_RELAYOUTKERNEL_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace mlir {
class ExecutionEngine;
}

namespace mlir::tiled_layout {

/// What a relayout does: the same array, from one layout to another.
struct RelayoutProblem {
  ElementType elementType;
  /// Static extents, dimension 0 first.
  llvm::SmallVector<int64_t> extents;
  Layout source;
  Layout dest;
  /// What padding positions of the destination receive: `undefined` (they are
  /// not written), `zero`, or a value of the element type such as `1.5`.
  std::string padding = "undefined";
};

/// A relayout compiled for this machine.
class RelayoutKernel {
public:
  /// Compiles a relayout. Fails, with the reason, if a layout is illegal on the
  /// extents (Rules.h), an extent is dynamic, or an element has no lowering
  /// (an `E(n)` whose elements cross bytes or cannot hold a value), or the
  /// padding is no value of the element type.
  static llvm::Expected<RelayoutKernel> compile(const RelayoutProblem &problem);

  RelayoutKernel(RelayoutKernel &&);
  ~RelayoutKernel();

  /// The bytes of either buffer, tail padding included.
  int64_t getSourceBytes() const { return sourceBytes; }
  int64_t getDestBytes() const { return destBytes; }

  /// Moves an array. The buffers have the bytes above, do not overlap and are
  /// aligned to an element. May be called by several threads at once.
  void run(const void *source, void *dest) const;

private:
  using Function = void (*)(void *source, void *dest);

  RelayoutKernel() = default;

  std::unique_ptr<ExecutionEngine> engine;
  Function function = nullptr;
  int64_t sourceBytes = 0;
  int64_t destBytes = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_RELAYOUTKERNEL_H
