//===- Pipelines.h - Named pipelines ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PIPELINES_PIPELINES_H
#define TILED_LAYOUT_PIPELINES_PIPELINES_H

#include "tiled_layout/Conversion/TiledLayoutToAffine.h"
#include "tiled_layout/Target/Target.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include <memory>

namespace mlir::tiled_layout {

/// Options of both pipelines.
///
/// Example: `tiled-layout-to-llvm-pipeline{target-cpu=x86-64-v3 threads=4}`.
struct LoweringPipelineOptions
    : public PassPipelineOptions<LoweringPipelineOptions> {
  LoweringPipelineOptions();

  Option<std::string> targetCpu{
      *this, "target-cpu",
      llvm::cl::desc("A named target, host, or a processor that LLVM knows "
                     "(default: what the module says, else wide)")};
  Option<std::string> targetFeatures{
      *this, "target-features",
      llvm::cl::desc("LLVM's features in addition to, or missing from, those "
                     "of the processor: +avx512vl,-fma (default: none)")};
  Option<std::string> targetTriple{
      *this, "target-triple",
      llvm::cl::desc("LLVM's triple (default: that of the processor, or of "
                     "the machine that compiles)")};
  /// One option for each of `getTargetFields()`, in their order. What is not
  /// given is as the processor has it.
  SmallVector<std::unique_ptr<Option<int64_t>>> targetFields;

  Option<PhysicalForm> form{
      *this, "form",
      llvm::cl::desc("What a tiled memref becomes (default: expanded)"),
      llvm::cl::init(PhysicalForm::Expanded),
      llvm::cl::values(
          clEnumValN(PhysicalForm::Expanded, "expanded",
                     "One dimension per physical dimension"),
          clEnumValN(PhysicalForm::Linear, "linear", "One dimension"))};
  Option<int64_t> threads{
      *this, "threads",
      llvm::cl::desc("Threads that shall share a relayout or a structured "
                     "operation; with more than one, it has a parallel loop, "
                     "and the pipeline to LLVM runs "
                     "parallel loops by OpenMP (default: 1)"),
      llvm::cl::init(1)};
  Option<bool> reportPlans{
      *this, "report-plans",
      llvm::cl::desc(
          "Report the plan of each relayout as a remark (default: false)"),
      llvm::cl::init(false)};
  Option<bool> allowReturnAllocsFromLoops{
      *this, "allow-return-allocs-from-loops",
      llvm::cl::desc(
          "Let loops return memory that they allocate (default: false)"),
      llvm::cl::init(false)};
  Option<bool> copyBeforeWrite{
      *this, "copy-before-write",
      llvm::cl::desc("Copy a buffer before every write instead of analysing "
                     "which copies are needed (default: false)"),
      llvm::cl::init(false)};
  Option<bool> deallocate{
      *this, "deallocate",
      llvm::cl::desc("Free buffers that bufferization allocates after their "
                     "last use (default: false, for upstream's passes to do "
                     "so; true in the pipeline to LLVM, after which none can)"),
      llvm::cl::init(false)};
  Option<int64_t> maxOperations{
      *this, "max-operations",
      llvm::cl::desc("Operations of all copies of a loop's body beyond which "
                     "it is neither jammed nor cut at the edges of tiles "
                     "(default: 4096)"),
      llvm::cl::init(4096)};

  Option<bool> reassoc{
      *this, "reassoc",
      llvm::cl::desc("Let reductions of floating-point numbers in structured "
                     "operations take any order (default: false)"),
      llvm::cl::init(false)};
  Option<bool> fuseNamed{
      *this, "fuse-named",
      llvm::cl::desc("Let named sums of products, such as linalg.matmul, which "
                     "have no place for fastmath flags, round once a step "
                     "(default: true)"),
      llvm::cl::init(true)};
  Option<bool> dot{
      *this, "dot",
      llvm::cl::desc("Take sums of products of bf16 by dot instructions where "
                     "the target has them; those round in a way of their own "
                     "(default: false)"),
      llvm::cl::init(false)};

  Option<bool> wideSums{
      *this, "wide-sums",
      llvm::cl::desc(
          "Carry sums of bf16 and f16 in f32, and round each once, "
          "where the operation rounds after each step (default: false)"),
      llvm::cl::init(false)};

  Option<bool> keepLoopRoles{
      *this, "keep-loop-roles",
      llvm::cl::desc("Leave tiled_layout.loop on the loops of the lowering "
                     "pipeline, for a pipeline to LLVM that follows; only "
                     "tools with the dialect read it (default: false)"),
      llvm::cl::init(false)};

  Option<bool> approximateMath{
      *this, "approximate-math",
      llvm::cl::desc(
          "Compute math.exp, expm1, log, log1p, tanh and erf of "
          "floats of at most 32 bits by polynomials; if false, those "
          "without fastmath<afn> are calls of the C library (default: true)"),
      llvm::cl::init(true)};

  /// True if an option says something of the target.
  bool hasTarget() const;

  /// Sets the options from a text such as `form=linear threads=4`. Fails if
  /// there is no such option, target, feature or value, and names the nearest.
  llvm::Error parse(StringRef text);
};

/// The same options with the defaults of the pipeline to LLVM, which takes no
/// others: it would leave memory that no later pass frees.
///
/// Example: `ToLLVMPipelineOptions options; options.targetCpu = "host";`
struct ToLLVMPipelineOptions : LoweringPipelineOptions {
  ToLLVMPipelineOptions() { deallocate.setInitialValue(true); }
};

/// Lowers tiled memrefs to upstream dialects, after bufferizing tensors:
/// `linalg` on memrefs to affine loops, vector transfers and relayouts to
/// loops, accesses to affine index arithmetic. No tiled type is left.
void buildLoweringPipeline(OpPassManager &manager,
                           const LoweringPipelineOptions &options = {});

/// The same, down to the LLVM dialect, ready for `mlir-runner`. With more than
/// one thread, parallel loops become regions of OpenMP, whose runtime library
/// the program then needs.
void buildToLLVMPipeline(OpPassManager &manager,
                         const ToLLVMPipelineOptions &options = {});

/// Lowers a program whose relayouts, with plans, `lower-relayouts` has lowered
/// to loops over vectors, and that has nothing else. These are the passes of
/// `buildToLLVMPipeline` that find something to do in `program`: each of the
/// others takes up to a quarter of the time to find nothing.
void buildVectorProgramPipeline(OpPassManager &manager, ModuleOp program);

/// Registers `tiled-layout-lowering-pipeline` and
/// `tiled-layout-to-llvm-pipeline`.
void registerPipelines();

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PIPELINES_PIPELINES_H
