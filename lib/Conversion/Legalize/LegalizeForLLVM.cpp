//===- LegalizeForLLVM.cpp - Before the conversion to LLVM ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LEGALIZEFORLLVMPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class LegalizeForLLVMPass
    : public tiled_layout::impl::LegalizeForLLVMPassBase<LegalizeForLLVMPass> {
  void runOnOperation() final {
    Operation *root = getOperation();
    FailureOr<Target> target = getTargetOf(root);
    if (failed(target) || failed(checkMemorySpaces(root)))
      return signalPassFailure();
    castExpandedShapes(root);
    castFreedMemory(root);
    dropCallAttributes(root);
    deinterleaveIntegers(root);
    emulateMasks(root, *target);
    roundOnce(root, *target);
    computeNarrowFloats(root, *target);
    expandMaxima(root, *target);
    widenIntegers(root, *target);
    addBytes(root, *target);
  }
};

} // namespace
