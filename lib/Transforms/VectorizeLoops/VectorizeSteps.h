//===- VectorizeSteps.h - Steps of vectorize-loops --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_VECTORIZESTEPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_VECTORIZESTEPS_H

#include "tiled_layout/Target/Target.h"

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Vectorises loops along runs of tiles.
void vectorizeRuns(Operation *root, const Target &target);

/// Replaces elements that each iteration loads and stores by scalars.
void carryElements(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_VECTORIZESTEPS_H
