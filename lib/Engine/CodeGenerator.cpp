//===- CodeGenerator.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenerator.h"

#include "../IR/AnyWithin.h"
#include "ValueBits.h"

#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/InitAll.h"
#include "tiled_layout/Pipelines/Pipelines.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

Expected<PlanOptions>
mlir::tiled_layout::getRunnablePlanOptions(const Target &target,
                                           unsigned threads) {
  if (Error error = checkRuns(target))
    return error;
  // With several times as many iterations as threads, pieces are about even.
  // The outermost loop is long enough for two; it is what differs between
  // problems that share a program.
  constexpr int64_t iterationsPerThread = 4;
  return getPlanOptions(target,
                        threads <= 1 ? 2 : iterationsPerThread * threads);
}

//===----------------------------------------------------------------------===//
// MLIR
//===----------------------------------------------------------------------===//

static const DialectRegistry &getRegistry() {
  static const DialectRegistry *registry = [] {
    auto *result = new DialectRegistry();
    tiled_layout::registerAllDialects(*result);
    result->insert<func::FuncDialect, LLVM::LLVMDialect>();
    registerAllExtensions(*result);
    registerAllToLLVMIRTranslations(*result);
    return result;
  }();
  return *registry;
}

/// Runs passes; what they report becomes the error.
static Error runPasses(ModuleOp module,
                       llvm::function_ref<void(OpPassManager &)> addPasses) {
  std::string reports;
  ScopedDiagnosticHandler handler(module.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    reports += diagnostic.str() + "\n";
                                    return success();
                                  });
  PassManager manager(module.getContext());
  // Once, not after each of the passes: that takes as long as they do.
  manager.enableVerifier(false);
  addPasses(manager);
  if (failed(verify(module)) || failed(manager.run(module)) ||
      failed(verify(module)))
    return llvm::createStringError("cannot compile the relayout: " +
                                   StringRef(reports).rtrim());
  return Error::success();
}

/// True if some operation works on vectors: then loops are as they shall be.
static bool hasVectors(ModuleOp module) {
  return anyWithin(module, [](Operation *op) {
    return llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>);
  });
}

/// True if some elements are moved one by one.
static bool movesElements(ModuleOp module) {
  return anyWithin(module, [](Operation *op) {
    return isa<affine::AffineForOp, affine::AffineLoadOp, affine::AffineStoreOp,
               FillPaddingOp>(op);
  });
}

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

/// Simplifies code whose loops are vectorised and unrolled already. All of -O3
/// would take several times as long and unroll them once more.
static constexpr llvm::StringLiteral vectorPasses =
    "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
    "simplifycfg,loop-mssa(licm),instcombine<no-verify-fixpoint>,simplifycfg)";
/// For loops over elements, which the loop vectoriser can do better.
static constexpr llvm::StringLiteral elementPasses = "default<O3>";

static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     StringRef passes) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager manager;
  llvm::cantFail(builder.parsePassPipeline(manager, passes));
  manager.run(module, modules);
}

namespace {

/// Leaves out the pass that looks for the best address of each access in a
/// loop. Where edges cut blocks, it takes up to half of the time of code
/// generation, and what it finds has been no faster: blocks have an address
/// each, and constant offsets from there.
class WithoutStrengthReduction : public llvm::OptPassGate {
public:
  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef pass, StringRef) const override {
    return pass != "Loop Strength Reduction";
  }
};

} // namespace

static Error emitObject(llvm::Module &module, llvm::TargetMachine &machine,
                        llvm::SmallVectorImpl<char> &object) {
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager manager;
  if (machine.addPassesToEmitFile(manager, os, nullptr,
                                  llvm::CodeGenFileType::ObjectFile,
                                  /*DisableVerify=*/true))
    return llvm::createStringError("the target writes no object files");
  manager.run(module);
  return Error::success();
}

/// Attaches a plan to the relayout of a program, and returns true. What vectors
/// cannot do has none.
static bool attachPlan(ModuleOp module, const RelayoutProblem &problem,
                       const RelayoutPlan &plan, const Target &target) {
  RelayoutArrays arrays{problem.source, problem.dest, problem.extents};
  std::optional<PlanChoice> choice =
      getPlanChoice(arrays, plan, target.vectorBits);
  bool isPlanned = false;
  module.walk([&](RelayoutOp op) {
    auto source = cast<MemRefType>(op.getSource().getType());
    auto dest = cast<MemRefType>(op.getDest().getType());
    if (!choice || !areStaticArrays(source, dest))
      return;
    llvm::Expected<RelayoutPlan> again =
        getRelayoutPlan(arrays, plan.destBits, *choice, target);
    if (again) {
      op->setAttr(planAttrName, PlanAttr::getFor(op.getContext(), *choice));
      isPlanned = true;
    } else {
      llvm::consumeError(again.takeError());
    }
  });
  return isPlanned;
}

/// Compiles a module of one relayout: of known extents by `plan`, or of any if
/// that is null. The relayout has the plan as an attribute if `isPlanned`, and
/// is of bytes that hold values of `narrow` unless that is null.
static Expected<GeneratedCode>
generateCode(ModuleOp module, StringRef symbol,
             std::optional<SharedLoop> shared, int64_t threads,
             const RelayoutPlan *plan, bool isPlanned,
             const ElementType *narrow, const Target &target,
             llvm::TargetMachine &machine) {
  module->setAttr(targetAttrName,
                  TargetAttr::getFor(module.getContext(), target));
  GeneratedCode code;
  if (Error error = runPasses(module, [&](OpPassManager &manager) {
        LowerRelayoutsPassOptions options;
        options.threads = threads;
        manager.addPass(createLowerRelayoutsPass(options));
      }))
    return error;
  if (narrow)
    if (Error error = keepValueBits(module, *narrow))
      return error;
  if (shared)
    code.slices = sliceParallelLoops(module, *shared);
  bool vectors = hasVectors(module);
  if (Error error = runPasses(module, [&](OpPassManager &manager) {
        if (isPlanned || (plan && vectors && !movesElements(module)))
          buildVectorProgramPipeline(manager, module);
        else
          buildToLLVMPipeline(manager);
      }))
    return error;

  WithoutStrengthReduction gate;
  llvm::LLVMContext llvmContext;
  if (vectors && plan && !plan->axes.bounds.empty())
    llvmContext.setOptPassGate(gate);
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, llvmContext, symbol);
  if (!llvmModule)
    return llvm::createStringError("cannot translate the relayout to LLVM IR");
  llvmModule->setDataLayout(machine.createDataLayout());
  llvmModule->setTargetTriple(machine.getTargetTriple());
  for (llvm::Function &function : *llvmModule) {
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr(llvm::Attribute::NoUnwind);
    // LLVM would join shorter vectors to the widest ones that the processor
    // has, which are what a short program avoids.
    if (target.vectorBits < Target().vectorBits) {
      std::string bits = std::to_string(target.vectorBits);
      function.addFnAttr("prefer-vector-width", bits);
      function.addFnAttr("min-legal-vector-width", bits);
    }
  }
  optimize(*llvmModule, machine, vectors ? vectorPasses : elementPasses);
  if (Error error = emitObject(*llvmModule, machine, code.object))
    return error;
  return code;
}

Expected<GeneratedCode> mlir::tiled_layout::generateCode(
    const RelayoutProblem &problem, const std::optional<llvm::APInt> &padding,
    StringRef symbol, std::optional<SharedLoop> shared, int64_t threads,
    const RelayoutPlan *plan, const ElementType &values, const Target &target,
    llvm::TargetMachine &machine) {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module =
      buildProgram(problem, padding, symbol, shared.has_value(), &context);
  bool isPlanned = plan && attachPlan(*module, problem, *plan, target);
  const ElementType *narrow =
      values.valueBits < problem.elementType.valueBits ? &values : nullptr;
  return ::generateCode(*module, symbol, shared, threads, plan, isPlanned,
                        narrow, target, machine);
}

Expected<GeneratedCode>
mlir::tiled_layout::generateCodeOfKind(const RelayoutProblem &problem,
                                       StringRef symbol, const Target &target,
                                       llvm::TargetMachine &machine) {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = buildProgramOfKind(problem, symbol, &context);
  return ::generateCode(*module, symbol, /*shared=*/std::nullopt,
                        /*threads=*/1, /*plan=*/nullptr, /*isPlanned=*/false,
                        /*narrow=*/nullptr, target, machine);
}
