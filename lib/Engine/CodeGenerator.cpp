//===- CodeGenerator.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenerator.h"

#include "tiled_layout/InitAll.h"
#include "tiled_layout/Pipelines/Pipelines.h"
#include "tiled_layout/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <mutex>

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

static Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

static void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

/// Fails if the target lacks the processor or a feature; LLVM itself only
/// warns.
static Error checkTarget(const CodeTarget &target,
                         const llvm::MCSubtargetInfo &info) {
  if (!target.cpu.empty() && !info.isCPUStringValid(target.cpu))
    return makeError("unknown processor '" + target.cpu + "'");
  llvm::SubtargetFeatures features(target.features);
  for (const std::string &feature : features.getFeatures())
    if (llvm::none_of(info.getAllProcessorFeatures(),
                      [&](const llvm::SubtargetFeatureKV &known) {
                        return StringRef(feature).drop_front() == known.Key;
                      }))
      return makeError("unknown feature '" + feature + "'");
  return Error::success();
}

Expected<std::unique_ptr<llvm::TargetMachine>>
mlir::tiled_layout::createTargetMachine(const CodeTarget &target) {
  initializeTarget();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // Known to be valid, so that the other can be checked.
  auto host = builder->createTargetMachine();
  if (!host)
    return host.takeError();
  if (Error error = checkTarget(target, *(*host)->getMCSubtargetInfo()))
    return error;
  if (!target.cpu.empty()) {
    builder->setCPU(target.cpu);
    builder->getFeatures() = llvm::SubtargetFeatures();
  }
  builder->addFeatures(llvm::SubtargetFeatures(target.features).getFeatures());
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  builder->setRelocationModel(llvm::Reloc::PIC_);
  // What is linked into this process is reached through tables, too.
  builder->setCodeModel(llvm::CodeModel::Small);
  return builder->createTargetMachine();
}

PlanOptions
mlir::tiled_layout::getPlanOptions(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  PlanOptions options;
  options.vectorBits = 128;
  options.maskedBits = 0;
  if (machine.getTargetTriple().isX86()) {
    if (info.checkFeatures("+avx512f"))
      options.vectorBits = 512;
    else if (info.checkFeatures("+avx2"))
      options.vectorBits = 256;
    if (info.checkFeatures("+avx512bw"))
      options.maskedBits = 8;
    else if (info.checkFeatures("+avx"))
      options.maskedBits = 32;
    if (info.checkFeatures("+avx512vbmi"))
      options.permutedBits = 8;
    else if (options.vectorBits == 512)
      options.permutedBits = info.checkFeatures("+avx512bw") ? 16 : 32;
    // AMD's own prefetching falls behind; Intel's does better alone.
    if (machine.getTargetCPU().starts_with("znver"))
      options.prefetchBytes = 512;
  }
  return options;
}

/// Fails if code for a target cannot run here.
static Error checkRuns(const llvm::TargetMachine &machine) {
  for (const auto &[name, isHere] : llvm::sys::getHostCPUFeatures())
    if (!isHere &&
        machine.getMCSubtargetInfo()->checkFeatures(("+" + name).str()))
      return makeError("this machine lacks '" + name + "' of processor '" +
                       machine.getTargetCPU() + "'");
  return Error::success();
}

static Expected<PlanOptions> getRunnablePlanOptions(const CodeTarget &target) {
  auto machine = createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  if (Error error = checkRuns(**machine))
    return error;
  return getPlanOptions(**machine);
}

Expected<PlanOptions>
mlir::tiled_layout::getPlanOptions(const CodeTarget &target, unsigned threads) {
  static const std::optional<PlanOptions> host = [] {
    Expected<PlanOptions> options = getRunnablePlanOptions({});
    // Whoever compiles is told.
    return llvm::expectedToOptional(std::move(options));
  }();
  PlanOptions options = host.value_or(PlanOptions());
  if (!target.isHost()) {
    Expected<PlanOptions> asked = getRunnablePlanOptions(target);
    if (!asked)
      return asked.takeError();
    options = *asked;
  }
  // With several times as many iterations as threads, pieces are about even.
  // The outermost loop is long enough for two; it is what differs between
  // problems that share a program.
  constexpr int64_t iterationsPerThread = 4;
  options.threads = threads <= 1 ? 2 : iterationsPerThread * threads;
  return options;
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
#ifdef NDEBUG
  manager.enableVerifier(false);
#endif
  addPasses(manager);
  if (failed(verify(module)) || failed(manager.run(module)))
    return makeError("cannot compile the relayout: " +
                     StringRef(reports).rtrim());
  return Error::success();
}

/// True if some operation works on vectors: then loops are as they shall be.
static bool hasVectors(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
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

static Error emitObject(llvm::Module &module, llvm::TargetMachine &machine,
                        llvm::SmallVectorImpl<char> &object) {
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager manager;
  if (machine.addPassesToEmitFile(manager, os, nullptr,
                                  llvm::CodeGenFileType::ObjectFile,
                                  /*DisableVerify=*/true))
    return makeError("the target writes no object files");
  manager.run(module);
  return Error::success();
}

Expected<GeneratedCode> mlir::tiled_layout::generateCode(
    const RelayoutProblem &problem, const std::optional<llvm::APInt> &padding,
    StringRef symbol, std::optional<SharedLoop> shared, const PlanOptions &plan,
    llvm::TargetMachine &machine) {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module =
      buildProgram(problem, padding, symbol, shared.has_value(), &context);
  GeneratedCode code;
  if (Error error = runPasses(*module, [&](OpPassManager &manager) {
        LowerRelayoutsPassOptions options;
        options.vectorBits = plan.vectorBits;
        options.maskedBits = plan.maskedBits;
        options.permutedBits = plan.permutedBits;
        options.streamingBytes = plan.streamingBytes;
        options.prefetchBytes = plan.prefetchBytes;
        options.threads = plan.threads;
        manager.addPass(createLowerRelayoutsPass(options));
      }))
    return error;
  if (shared)
    code.slices = sliceParallelLoops(*module, *shared);
  bool vectors = hasVectors(*module);
  if (Error error = runPasses(*module, buildToLLVMPipeline))
    return error;

  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(*module, llvmContext, symbol);
  if (!llvmModule)
    return makeError("cannot translate the relayout to LLVM IR");
  llvmModule->setDataLayout(machine.createDataLayout());
  llvmModule->setTargetTriple(machine.getTargetTriple());
  for (llvm::Function &function : *llvmModule) {
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr(llvm::Attribute::NoUnwind);
  }
  optimize(*llvmModule, machine, vectors ? vectorPasses : elementPasses);
  if (Error error = emitObject(*llvmModule, machine, code.object))
    return error;
  return code;
}
