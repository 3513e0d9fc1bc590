//===- Program.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "tiled_layout/InitAll.h"
#include "tiled_layout/Pipelines/Pipelines.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <functional>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

void Array::Free::operator()(void *memory) const { std::free(memory); }

Array::Array(std::vector<int64_t> shape, int64_t bytesPerElement) {
  for (int64_t extent : shape)
    elements *= extent;
  bytes = elements * bytesPerElement;
  constexpr int64_t page = 4096;
  data.reset(std::aligned_alloc(page, llvm::alignTo(bytes, page)));
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
  for (size_t pointer : {0, 1})
    std::swap(descriptor[pointer], other.descriptor[pointer]);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static const DialectRegistry &getRegistry() {
  static const DialectRegistry *registry = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto *result = new DialectRegistry();
    mlir::registerAllDialects(*result);
    tiled_layout::registerAllDialects(*result);
    tiled_layout::registerAllPasses();
    registerAllExtensions(*result);
    registerAllToLLVMIRTranslations(*result);
    return result;
  }();
  return *registry;
}

Program::Program() = default;
Program::Program(Program &&) = default;
Program::~Program() = default;

llvm::Expected<Program> Program::compile(llvm::StringRef text) {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  PassManager manager(&context);
  buildToLLVMPipeline(manager);
  if (!module || failed(manager.run(*module)))
    return llvm::createStringError("cannot compile\n" + text);

  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  auto machine = builder->createTargetMachine();
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
