//===- RunLoops.h - Loops along runs of tiles -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNLOOPS_H

#include "tiled_layout/IR/LoopMarks.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tiled_layout {

/// What the branches of the LLVM dialect call the attribute of a loop. Loops of
/// scf hand it on; `tiled-layout-lower-affine-loops` does of `affine.for`.
inline constexpr StringLiteral runAnnotation = "loop_annotation";

/// True if the operation does the same to each lane of vectors. LLVM has no
/// power whose exponents are a vector of integers.
inline bool hasVectorForm(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) && !isa<math::FPowIOp>(op);
}

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

/// Marks the innermost loop within a tile, unless the program says itself how
/// LLVM is to unroll it. What else it says stays.
inline void markRun(Operation *loop) {
  MLIRContext *context = loop->getContext();
  Attribute run = getRunAnnotation(context);
  Attribute old = loop->getAttr(runAnnotation);
  auto known = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(old);
  if (!old)
    loop->setAttr(runAnnotation, run);
  else if (known && !known.getUnroll())
    loop->setAttr(runAnnotation,
                  LLVM::LoopAnnotationAttr::get(
                      context, known.getDisableNonforced(),
                      known.getVectorize(), known.getInterleave(),
                      cast<LLVM::LoopAnnotationAttr>(run).getUnroll(),
                      known.getUnrollAndJam(), known.getLicm(),
                      known.getDistribute(), known.getPipeline(),
                      known.getPeeled(), known.getUnswitch(),
                      known.getMustProgress(), known.getIsVectorized(),
                      known.getStartLoc(), known.getEndLoc(),
                      known.getParallelAccesses()));
}

/// True for a loop that `markRun` has marked, unless the program asks not to
/// vectorise it.
inline bool isRun(Operation *loop) {
  auto known = loop->getAttrOfType<LLVM::LoopAnnotationAttr>(runAnnotation);
  auto isTrue = [](BoolAttr flag) { return flag && flag.getValue(); };
  return known && known.getUnroll() && isTrue(known.getUnroll().getDisable()) &&
         !(known.getVectorize() && isTrue(known.getVectorize().getDisable()));
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_TILELOOPS_RUNLOOPS_H
