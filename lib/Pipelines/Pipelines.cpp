//===- Pipelines.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Pipelines/Pipelines.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/Transforms/Passes.h"
#include "tiled_layout/Transforms/StructuredPasses.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/MathToFuncs/MathToFuncs.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToOpenMP/SCFToOpenMP.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

/// Says in the module what it is compiled for, if the options do.
static void addTarget(OpPassManager &manager,
                      const LoweringPipelineOptions &options) {
  if (!options.hasTarget())
    return;
  SetTargetPassOptions target;
  target.targetCpu = options.targetCpu;
  target.targetFeatures = options.targetFeatures;
  target.targetTriple = options.targetTriple;
  SmallVector<std::string> fields;
  for (auto [field, option] :
       llvm::zip_equal(getTargetFields(), options.targetFields))
    if (option->hasValue())
      fields.push_back((field.name + "=" + Twine(option->getValue())).str());
  target.fields = fields;
  manager.addPass(createSetTargetPass(target));
}

/// Tiled arrays become affine loops over memrefs of physical shape, which say
/// what they go over. Upstream's deallocation of buffers refuses prefetches, so
/// that they are for what goes on to LLVM.
static void addLowering(OpPassManager &manager,
                        const LoweringPipelineOptions &options,
                        bool batchesAndFetches) {
  addTarget(manager, options);
  OpPassManager &tensorPasses = manager.nestAny();
  FuseElementwisePassOptions elementwise;
  elementwise.fuseNamed = options.fuseNamed;
  elementwise.dot = options.dot;
  elementwise.reassoc = options.reassoc;
  tensorPasses.addPass(createFuseElementwisePass(elementwise));
  // Threads share the steps of each operation instead.
  if (options.threads == 1)
    tensorPasses.addPass(createFuseRowsPass());
  BufferizePassOptions bufferize;
  bufferize.allowReturnAllocsFromLoops = options.allowReturnAllocsFromLoops;
  bufferize.copyBeforeWrite = options.copyBeforeWrite;
  bufferize.deallocate = options.deallocate;
  // Does nothing where there are no tensors.
  manager.addPass(createBufferizePass(bufferize));
  PlanStructuredPassOptions structured;
  structured.reassoc = options.reassoc;
  structured.fuseNamed = options.fuseNamed;
  structured.dot = options.dot;
  structured.threads = options.threads;
  structured.wideSums = options.wideSums;
  OpPassManager &structuredPasses = manager.nestAny();
  structuredPasses.addPass(createPlanStructuredPass(structured));
  structuredPasses.addPass(createLowerStructuredPass());
  structuredPasses.addPass(createLowerLinalgPass());
  structuredPasses.addPass(
      createApproximateMathPass({/*marked=*/!options.approximateMath}));
  manager.addNestedPass<func::FuncOp>(vector::createLowerVectorMaskPass());
  manager.addNestedPass<func::FuncOp>(
      vector::createLowerVectorMultiReductionPass());
  OpPassManager &loopPasses = manager.nestAny();
  loopPasses.addPass(createPlanRelayoutsPass({options.threads}));
  LowerRelayoutsPassOptions relayouts;
  relayouts.threads = options.threads;
  relayouts.reportPlans = options.reportPlans;
  loopPasses.addPass(createLowerRelayoutsPass(relayouts));
  ScheduleLoopsPassOptions loops;
  loops.maxOperations = options.maxOperations;
  if (!batchesAndFetches)
    loops.steps = {"separate-arrays", "jam-rows", "tile-loops"};
  loopPasses.addPass(createScheduleLoopsPass(loops));
  manager.addPass(createConvertTiledLayoutToAffinePass({options.form}));
  OpPassManager &cleaning = manager.nestAny();
  // Transfers over arrays that are not tiled.
  cleaning.addPass(createConvertVectorToSCFPass());
  cleaning.addPass(createCanonicalizerPass());
  cleaning.addPass(createCSEPass());
}

void mlir::tiled_layout::buildLoweringPipeline(
    OpPassManager &manager, const LoweringPipelineOptions &options) {
  addLowering(manager, options, /*batchesAndFetches=*/false);
  if (!options.keepLoopRoles)
    manager.nestAny().addPass(createAnnotateLoopsPass());
}

/// Affine loops over memrefs of physical shape become vectors and index
/// arithmetic.
static void addLoopPasses(OpPassManager &manager) {
  manager.addPass(createVectorizeLoopsPass());
  manager.addPass(createLowerIndexMapsPass());
}

/// Parallel loops become parallel regions of OpenMP.
static void addOpenMP(OpPassManager &manager, int64_t threads) {
  OpPassManager &loops = manager.nestAny();
  loops.addPass(createLowerSCFPass({/*onlyReductions=*/true}));
  loops.addPass(createForallToParallelLoopPass());
  ConvertSCFToOpenMPPassOptions options;
  options.numThreads = threads;
  manager.addPass(createConvertSCFToOpenMPPass(options));
}

/// What LLVM's dialect lacks becomes operations that it has.
static void addExpansions(OpPassManager &manager) {
  manager.addPass(createPoolAllocationsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createLowerSCFPass());
  // Atomic operations that LLVM lacks become loops around a comparison.
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(createLegalizeForLLVMPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  // Expanding metadata leaves affine.apply behind.
  manager.addPass(createLowerAffinePass());
  math::MathExpandOpsPassOptions mathOptions;
  mathOptions.opMnemonics = {"clampf"};
  manager.addPass(math::createMathExpandOpsPass(mathOptions));
  // bf16 as integers: LLVM finds shuffles of bf16 vectors too dear, and leaves
  // loops over rows that share a word alone.
  arith::ArithExpandOpsPassOptions expandOptions;
  expandOptions.includeBf16 = true;
  // LLVM has no floats of these formats.
  expandOptions.includeF8E8M0 = true;
  expandOptions.includeF4E2M1 = true;
  manager.addPass(arith::createArithExpandOpsPass(expandOptions));
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createConvertMathToLLVMPass());
}

void mlir::tiled_layout::buildToLLVMPipeline(
    OpPassManager &manager, const ToLLVMPipelineOptions &options) {
  manager.addPass(createEraseSchedulesPass());
  addLowering(manager, options, /*batchesAndFetches=*/true);
  addLoopPasses(manager.nestAny());
  manager.addPass(createConvertBufferizationToMemRefPass());
  OpPassManager &loops = manager.nestAny();
  loops.addPass(createAnnotateLoopsPass());
  loops.addPass(createLowerAffineLoopsPass());
  // Sizes of arrays and parts of positions, once for all accesses.
  loops.addPass(createLoopInvariantCodeMotionPass());
  loops.addPass(createCSEPass());
  // Leaves no sign repair in the index arithmetic.
  manager.addPass(createOptimizeRangesPass());
  if (options.threads > 1)
    addOpenMP(manager, options.threads);
  ConvertComplexToStandardPassOptions complexOptions;
  complexOptions.complexRange = complex::ComplexRangeFlags::basic;
  manager.addPass(createConvertComplexToStandardPass(complexOptions));
  // Integer powers; LLVM has those of 32-bit exponents of floating-point ones.
  ConvertMathToFuncsOptions powers;
  powers.minWidthOfFPowIExponent = 33;
  manager.addPass(createConvertMathToFuncs(powers));
  manager.addPass(createCallMathFunctionsPass());
  addExpansions(manager.nestAny());
  // What LLVM has no operation for, such as math.erf, is a call.
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertVectorsToLLVMPass());
  // All the rest at once: memref.generic_atomic_rmw is left as it is where
  // the arithmetic in its region cannot be converted with it.
  manager.addPass(createConvertToLLVMPass());
  OpPassManager &converted = manager.nestAny();
  converted.addPass(createReconcileUnrealizedCastsPass());
  converted.addPass(createLegalizeForExportPass());
  manager.addPass(createConvertTargetToLLVMPass());
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Registers a pipeline. Upstream's own registration prints what is wrong with
/// options to the standard error, and takes any value.
template <typename Options>
static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &, const Options &)) {
  using ErrorHandler = function_ref<LogicalResult(const Twine &)>;
  auto parse = [build](OpPassManager &manager, StringRef text,
                       ErrorHandler handleError) -> LogicalResult {
    Options options;
    if (llvm::Error error = options.parse(text))
      return handleError(llvm::toString(std::move(error)));
    build(manager, options);
    return success();
  };
  registerPassPipeline(
      name, description, parse,
      [](function_ref<void(const mlir::detail::PassOptions &)> handleOptions) {
        handleOptions(Options());
      });
}

void mlir::tiled_layout::registerPipelines() {
  registerPipeline<LoweringPipelineOptions>(
      "tiled-layout-lowering-pipeline",
      "Lower tensors and memrefs with layouts to upstream dialects.",
      buildLoweringPipeline);
  registerPipeline<ToLLVMPipelineOptions>(
      "tiled-layout-to-llvm-pipeline",
      "Lower programs on tensors and memrefs with layouts to LLVM.",
      buildToLLVMPipeline);
}
