//===- RunLoops.h - Loops along runs of tiles -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNLOOPS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::tiled_layout {

/// What the branches of the LLVM dialect call the attribute of a loop. Loops of
/// scf hand it on; `tiled-layout-lower-affine-loops` does of `affine.for`.
inline constexpr StringLiteral runAnnotation = "loop_annotation";

/// Returns the annotation of an innermost loop within a tile: LLVM is not to
/// unroll it.
///
/// Such a loop has so few iterations that LLVM would unroll all of it, and then
/// the loop over rows around it. Each load would go through memory in steps of
/// a row or a tile, which processors do not fetch ahead, and the code of a
/// kernel would be thousands of instructions.
inline Attribute getRunAnnotation(MLIRContext *context) {
  auto unroll = LLVM::LoopUnrollAttr::get(context, BoolAttr::get(context, true),
                                          {}, {}, {}, {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {},
                                       {}, {}, {}, {}, {}, {}, {}, {});
}

/// Marks the innermost loop within a tile, unless the program says itself what
/// LLVM is to do with it.
inline void markRun(Operation *loop) {
  if (!loop->hasAttr(runAnnotation))
    loop->setAttr(runAnnotation, getRunAnnotation(loop->getContext()));
}

/// True for a loop that `markRun` has marked.
inline bool isRun(Operation *loop) {
  return loop->getAttr(runAnnotation) == getRunAnnotation(loop->getContext());
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNLOOPS_H
