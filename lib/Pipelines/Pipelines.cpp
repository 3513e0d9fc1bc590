//===- Pipelines.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Pipelines/Pipelines.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void mlir::tiled_layout::buildLoweringPipeline(OpPassManager &manager) {
  // Does nothing where there are no tensors.
  manager.addPass(createBufferizePass());
  manager.addPass(createLowerLinalgPass());
  manager.addNestedPass<func::FuncOp>(vector::createLowerVectorMaskPass());
  manager.addPass(createLowerRelayoutsPass());
  manager.addPass(createJamRowsPass());
  manager.addPass(createTileLoopsPass());
  manager.addPass(createConvertTiledLayoutToAffinePass());
  // Transfers over arrays that are not tiled.
  manager.addPass(createConvertVectorToSCFPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void mlir::tiled_layout::buildToLLVMPipeline(OpPassManager &manager) {
  buildLoweringPipeline(manager);
  manager.addPass(createVectorizeRunsPass());
  manager.addPass(createCSEPass());
  manager.addPass(createCarryElementsPass());
  manager.addPass(createCombineWordsPass());
  manager.addPass(createCSEPass());
  // Loops along rows that share words are now ones along words.
  manager.addPass(createVectorizeRunsPass());
  manager.addPass(createCSEPass());
  manager.addPass(createPrefetchTilesPass());
  manager.addPass(createLowerIndexMapsPass());
  manager.addPass(createSplitGathersPass());
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addPass(createLowerAffineLoopsPass());
  // Together these leave no sign repair in the index arithmetic: the ranges
  // that loops and constants give make divisions unsigned.
  manager.addPass(arith::createIntRangeOptimizationsPass());
  manager.addPass(arith::createArithUnsignedWhenEquivalentPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  // Expanding metadata leaves affine.apply behind.
  manager.addPass(createLowerAffinePass());
  // Atomic operations that LLVM lacks become loops around a comparison.
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(createCheckMemorySpacesPass());
  // bf16 as integers: LLVM finds shuffles of bf16 vectors too dear, and leaves
  // loops over rows that share a word alone.
  arith::ArithExpandOpsPassOptions expandOptions;
  expandOptions.includeBf16 = true;
  manager.addPass(arith::createArithExpandOpsPass(expandOptions));
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  // All the rest at once: memref.generic_atomic_rmw is left as it is where
  // the arithmetic in its region cannot be converted with it.
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createMaskNarrowFloatsPass());
}

void mlir::tiled_layout::registerPipelines() {
  PassPipelineRegistration<>("tiled-layout-lowering-pipeline",
                             "Lower tiled memrefs to upstream dialects.",
                             buildLoweringPipeline);
  PassPipelineRegistration<>(
      "tiled-layout-to-llvm-pipeline",
      "Lower tiled memrefs and all around them to the LLVM dialect.",
      buildToLLVMPipeline);
}
