//===- RunLoops.h - Loops along runs of tiles -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_RUNLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_RUNLOOPS_H

#include "tiled_layout/IR/LoopAttr.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tiled_layout {

/// True if the operation does the same to each lane of vectors. LLVM has no
/// power whose exponents are a vector of integers.
inline bool hasVectorForm(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) && !isa<math::FPowIOp>(op);
}

/// Returns what the program says of a loop to LLVM, or null.
inline LLVM::LoopAnnotationAttr getAnnotation(Operation *loop) {
  return loop->getAttrOfType<LLVM::LoopAnnotationAttr>("loop_annotation");
}

/// True if a loop is as it should be: the program, or what made it, says what
/// it goes over, or says something of it to LLVM.
inline bool isFixed(Operation *loop) {
  return getLoopRole(loop) || getAnnotation(loop);
}

/// True for a loop along a run, unless the program asks not to vectorise it.
inline bool isRun(Operation *loop) {
  if (getLoopRole(loop) != LoopRole::Run)
    return false;
  LLVM::LoopAnnotationAttr annotation = getAnnotation(loop);
  if (!annotation || !annotation.getVectorize())
    return true;
  BoolAttr disable = annotation.getVectorize().getDisable();
  return !disable || !disable.getValue();
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_RUNLOOPS_H
