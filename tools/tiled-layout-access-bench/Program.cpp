//===- Program.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "tiled_layout/Engine/CodeTarget.h"
#include "tiled_layout/InitAll.h"
#include "tiled_layout/Pipelines/Pipelines.h"
#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <functional>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Array::Array(std::vector<int64_t> shape, int64_t bytesPerElement) {
  for (int64_t extent : shape)
    elements *= extent;
  bytes = elements * bytesPerElement;
  constexpr int64_t page = 4096;
  capacity = llvm::alignTo(bytes, page);
  data.reset(std::aligned_alloc(page, capacity), std::free);
  int64_t address = reinterpret_cast<int64_t>(data.get());
  descriptor = {address, address, 0};
  descriptor.insert(descriptor.end(), shape.begin(), shape.end());
  int64_t stride = elements;
  for (int64_t extent : shape)
    descriptor.push_back(stride /= extent);
}

void Array::exchangeMemory(Array &other) {
  assert(bytes == other.bytes && "the memory does not fit");
  std::swap(data, other.data);
  std::swap(capacity, other.capacity);
  for (size_t pointer : {0, 1})
    std::swap(descriptor[pointer], other.descriptor[pointer]);
}

void Array::shareMemory(const Array &other) {
  assert(bytes <= other.capacity && "the memory does not fit");
  data = other.data;
  capacity = other.capacity;
  for (size_t pointer : {0, 1})
    descriptor[pointer] = other.descriptor[pointer];
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

const DialectRegistry &bench::getRegistry() {
  static const DialectRegistry *registry = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto *result = new DialectRegistry();
    mlir::registerAllDialects(*result);
    tiled_layout::registerAllDialects(*result);
    mlir::registerAllPasses();
    tiled_layout::registerAllPasses();
    registerAllExtensions(*result);
    registerAllToLLVMIRTranslations(*result);
    return result;
  }();
  return *registry;
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef targetCpu) {
  llvm::Expected<Target> target = getTarget(targetCpu);
  if (!target)
    return target.takeError();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  if (targetCpu == "host")
    return builder->createTargetMachine();
  if (llvm::Error error = checkRuns(*target))
    return error;
  builder->setCPU(target->cpu);
  builder->getFeatures() = llvm::SubtargetFeatures(target->features);
  return builder->createTargetMachine();
}

/// Fails if a function is for a processor that this machine does not run code
/// for. Options of the pipeline may say another one than the tool's.
static llvm::Error checkFunctionsRun(ModuleOp module) {
  auto triple = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getTargetTripleAttrName());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    Target target;
    if (triple)
      target.triple = triple.str();
    if (std::optional<StringRef> cpu = function.getTargetCpu())
      target.cpu = cpu->str();
    if (LLVM::TargetFeaturesAttr features = function.getTargetFeaturesAttr())
      target.features = features.getFeaturesString();
    if (target.triple.empty() && target.cpu.empty() && target.features.empty())
      continue;
    if (llvm::Error error = checkRuns(target))
      return error;
  }
  return llvm::Error::success();
}

Program::Program() = default;
Program::Program(Program &&) = default;
Program::~Program() = default;

llvm::Expected<Program> Program::compile(llvm::StringRef text,
                                         llvm::StringRef options) {
  ToLLVMPipelineOptions pipeline;
  if (llvm::Error error = pipeline.parse(options.str()))
    return error;
  return compile(text, "host", [&](PassManager &manager) {
    buildToLLVMPipeline(manager, pipeline);
    return success();
  });
}

llvm::Expected<Program>
Program::compile(llvm::StringRef text, llvm::StringRef targetCpu,
                 llvm::function_ref<LogicalResult(PassManager &)> addPasses) {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty() &&
        diagnostic.getSeverity() == DiagnosticSeverity::Error)
      message = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  PassManager manager(&context);
  if (!module || failed(addPasses(manager)) || failed(manager.run(*module)))
    return llvm::createStringError("cannot compile: " + message + "\n" + text);

  if (llvm::Error error = checkFunctionsRun(*module))
    return error;
  auto machine = createTargetMachine(targetCpu);
  if (!machine)
    return machine.takeError();
  auto transformer = makeOptimizingTransformer(3, 0, machine->get());
  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Aggressive;
  auto engine = ExecutionEngine::create(*module, options, std::move(*machine));
  if (!engine)
    return engine.takeError();
  auto function = (*engine)->lookupPacked("_mlir_ciface_kernel");
  if (!function)
    return function.takeError();
  Program program;
  program.engine = std::move(*engine);
  program.function = *function;
  return program;
}

void Program::run(llvm::ArrayRef<Array *> arrays) const {
  llvm::SmallVector<void *> descriptors, arguments;
  for (Array *array : arrays)
    descriptors.push_back(array->getDescriptor());
  for (void *&descriptor : descriptors)
    arguments.push_back(&descriptor);
  function(arguments.data());
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

static double getMedian(std::vector<double> values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The time of one call, from as many as take a tenth of a millisecond.
static double getTime(llvm::function_ref<void()> action, int64_t calls) {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  for (int64_t call = 0; call < calls; ++call)
    action();
  return std::chrono::duration<double>(Clock::now() - start).count() / calls;
}

Timing bench::measure(llvm::ArrayRef<llvm::function_ref<void()>> actions,
                      double minSeconds) {
  std::vector<int64_t> calls;
  for (auto action : actions) {
    double once = getTime(action, 1);
    // The first call may be slow, which matters only where calls are short.
    if (once < 0.1)
      once = getTime(action, 1);
    calls.push_back(std::max<int64_t>(1, 1e-4 / once));
  }
  std::vector<std::vector<double>> times(actions.size()),
      ratios(actions.size());
  double spent = 0;
  while (spent < minSeconds || times.front().size() < 5) {
    for (auto [number, action] : llvm::enumerate(actions)) {
      double time = getTime(action, calls[number]);
      spent += time * calls[number];
      times[number].push_back(time);
      ratios[number].push_back(time / times[0].back());
    }
  }
  Timing timing;
  for (size_t number = 0; number < actions.size(); ++number) {
    timing.seconds.push_back(getMedian(times[number]));
    timing.ratios.push_back(getMedian(ratios[number]));
  }
  return timing;
}

static double getCpuSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

std::vector<CpuTime>
bench::measureCpu(llvm::ArrayRef<llvm::function_ref<void()>> actions,
                  double minSeconds) {
  // A turn takes two milliseconds or a call, so that what others have left in
  // the caches does not count.
  constexpr double turnSeconds = 2e-3, longSeconds = 1;
  auto getCpuTime = [](llvm::function_ref<void()> action, int64_t calls) {
    double start = getCpuSeconds();
    for (int64_t call = 0; call < calls; ++call)
      action();
    return (getCpuSeconds() - start) / calls;
  };
  struct State {
    int64_t calls = 1;
    double spent = 0;
    std::vector<double> times;
  };
  std::vector<State> states(actions.size());
  for (auto [state, action] : llvm::zip_equal(states, actions)) {
    double once = getCpuTime(action, 1);
    if (once >= longSeconds) {
      state.times.push_back(once);
      continue;
    }
    once = std::min(once, getCpuTime(action, 1));
    state.calls = std::max<int64_t>(1, turnSeconds / std::max(once, 1e-8));
  }
  auto isDone = [&](const State &state) {
    return (!state.times.empty() && state.times[0] >= longSeconds) ||
           (state.spent >= minSeconds && state.times.size() >= 3);
  };
  while (!llvm::all_of(states, isDone))
    for (auto [state, action] : llvm::zip_equal(states, actions)) {
      if (isDone(state))
        continue;
      state.times.push_back(getCpuTime(action, state.calls));
      state.spent += state.times.back() * state.calls;
    }
  std::vector<CpuTime> result;
  for (const State &state : states)
    result.push_back({*llvm::min_element(state.times), getMedian(state.times)});
  return result;
}
