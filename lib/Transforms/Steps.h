//===- Steps.h - Passes of several steps ------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_STEPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_STEPS_H

#include "mlir/IR/Operation.h"

#include <functional>

namespace mlir::tiled_layout {

/// A part of a pass that its option `steps` can name.
struct Step {
  StringRef name;
  std::function<void()> run;
};

/// Runs the steps that are named, in the order of `names`; with no name, all in
/// their own order. Fails with an error at `root` if there is no such step, and
/// has then run none.
LogicalResult runSteps(Operation *root, ArrayRef<std::string> names,
                       ArrayRef<Step> steps);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_STEPS_H
