//===- AnnotateLoops.cpp - What LLVM is told of loops ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "tiled_layout/IR/LoopAttr.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_ANNOTATELOOPSPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// What the branches of the LLVM dialect call the attribute of a loop.
static constexpr StringLiteral annotationName = "loop_annotation";

/// Adds to an annotation, or to none, that LLVM must not unroll the loop.
///
/// A run has so few iterations that LLVM would unroll all of it, and then the
/// loop over rows around it. Each load would step through memory by rows or
/// tiles, which hardware prefetchers do not follow, and the code of a kernel
/// would be thousands of instructions.
static LLVM::LoopAnnotationAttr disableUnroll(MLIRContext *context,
                                              LLVM::LoopAnnotationAttr known) {
  auto unroll = LLVM::LoopUnrollAttr::get(context, BoolAttr::get(context, true),
                                          {}, {}, {}, {}, {}, {});
  if (!known)
    return LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {},
                                         {}, {}, {}, {}, {}, {}, {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(
      context, known.getDisableNonforced(), known.getVectorize(),
      known.getInterleave(), unroll, known.getUnrollAndJam(), known.getLicm(),
      known.getDistribute(), known.getPipeline(), known.getPeeled(),
      known.getUnswitch(), known.getMustProgress(), known.getIsVectorized(),
      known.getStartLoc(), known.getEndLoc(), known.getParallelAccesses());
}

/// Annotates a run, unless the program says itself how LLVM unrolls the loop.
static void annotateRun(Operation *loop) {
  Attribute old = loop->getAttr(annotationName);
  auto known = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(old);
  if (!old || (known && !known.getUnroll()))
    loop->setAttr(annotationName, disableUnroll(loop->getContext(), known));
}

namespace {

class AnnotateLoopsPass
    : public tiled_layout::impl::AnnotateLoopsPassBase<AnnotateLoopsPass> {
  void runOnOperation() final {
    getOperation()->walk([](Operation *op) {
      std::optional<LoopRole> role = getLoopRole(op);
      if (role == LoopRole::Run)
        annotateRun(op);
      if (role)
        op->removeDiscardableAttr(loopAttrName);
    });
  }
};

} // namespace
