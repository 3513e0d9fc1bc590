//===- Programs.cpp - Times programs beside their products ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structured.h"

#include "StructuredArrays.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InterleavedRange.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cmath>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;
using llvm::Error;
using llvm::Expected;

/// Returns XLA's notation of a memref's shape, such as
/// `f32[512,768]{1,0:T(8,128)}`.
static Expected<Shape> getShape(Type argument) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto type = dyn_cast<MemRefType>(argument);
  if (!type || !type.hasStaticShape() ||
      !type.getElementType().isIntOrFloat()) {
    os << "'" << argument << "' is no memref of numbers with known extents";
    return llvm::createStringError(text);
  }
  if (auto integer = dyn_cast<IntegerType>(type.getElementType()))
    os << (integer.getWidth() == 1 ? "pred"
                                   : "s" + std::to_string(integer.getWidth()));
  else
    os << type.getElementType();
  os << '[' << llvm::interleaved(type.getShape(), ",") << ']';
  if (std::optional<Layout> layout = getLayout(type))
    os << toString(*layout);
  return parseShape(text, {});
}

/// Returns the module with one of the two functions, as `@kernel`, in its
/// layouts or row-major.
static std::string getKernel(ModuleOp module, StringRef name, bool tiled) {
  OwningOpRef<ModuleOp> copy = module.clone();
  copy->lookupSymbol<func::FuncOp>(name == "program" ? "products" : "program")
      .erase();
  auto kernel = copy->lookupSymbol<func::FuncOp>(name);
  kernel.setName("kernel");
  kernel->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                  UnitAttr::get(module.getContext()));
  if (!tiled) {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](MemRefType type) {
      return MemRefType::get(type.getShape(), type.getElementType());
    });
    replacer.addReplacement([](RankedTensorType type) {
      return RankedTensorType::get(type.getShape(), type.getElementType());
    });
    replacer.recursivelyReplaceElementsIn(*copy, /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  copy->print(os);
  return text;
}

/// Returns the steps of all `linalg` operations of a function.
static int64_t countPoints(func::FuncOp function) {
  int64_t points = 0;
  function.walk([&](linalg::ContractionOpInterface op) {
    points += llvm::product_of(
        cast<linalg::LinalgOp>(op.getOperation()).getStaticLoopRanges());
  });
  return points;
}

namespace {

/// A function in layouts or row-major, compiled, with its arrays.
struct Kernel {
  std::string name;
  Program program;
  OperandSet operands;

  void run() { program.runPacked(operands.getArguments()); }
};

} // namespace

/// Two results of sums in the same order, which may have been rounded to bf16
/// on the way.
static bool agree(ArrayRef<double> left, ArrayRef<double> right) {
  return llvm::all_of(llvm::zip_equal(left, right), [](const auto &both) {
    auto [own, other] = both;
    return std::abs(own - other) <= (1 + std::abs(other)) / 64;
  });
}

namespace {

/// Runs one program.
class ProgramRunner {
public:
  ProgramRunner(SuiteCase &test, const StructuredOptions &options)
      : test(test), options(options),
        context(getRegistry(), MLIRContext::Threading::DISABLED) {}

  Expected<StructuredResult> run();

private:
  Error parse();
  Error addOperands(func::FuncOp program);
  Error compile();
  void check();
  void measure();
  Error fail(const llvm::Twine &message) const {
    return llvm::createStringError(test.getFullName() + ": " + message);
  }

  SuiteCase &test;
  const StructuredOptions &options;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  /// The program and its products in layouts, then both row-major.
  std::vector<std::unique_ptr<Kernel>> kernels;
  StructuredResult result;
};

} // namespace

Error ProgramRunner::parse() {
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (auto at = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
      message += llvm::formatv("{0}:{1}: ", at.getLine(), at.getColumn());
    message += diagnostic.str() + " ";
    return success();
  });
  module = parseSourceString<ModuleOp>(test.program, &context, test.name);
  if (!module)
    return fail(message);
  auto program = module->lookupSymbol<func::FuncOp>("program");
  auto products = module->lookupSymbol<func::FuncOp>("products");
  if (!program || !products ||
      program.getFunctionType() != products.getFunctionType() ||
      program.getNumArguments() == 0)
    return fail("has no functions @program and @products of the same "
                "arguments");
  result.points = countPoints(products);
  return addOperands(program);
}

Error ProgramRunner::addOperands(func::FuncOp program) {
  result.bytes = 0;
  for (auto [number, type] : llvm::enumerate(program.getArgumentTypes())) {
    Expected<Shape> shape = getShape(type);
    if (!shape)
      return fail("argument " + llvm::Twine(number) + ": " +
                  llvm::toString(shape.takeError()));
    result.bytes += llvm::product_of(shape->extents()) *
                    shape->elementType.storageBits() / 8;
    test.operands.push_back(std::move(*shape));
  }
  return checkElements(test);
}

Error ProgramRunner::compile() {
  ToLLVMPipelineOptions pipeline;
  if (Error error = pipeline.parse("target-cpu=" + options.targetCpu + " " +
                                   options.pipeline))
    return error;
  for (auto [name, function, tiled] :
       {std::tuple("tiled", "program", true),
        std::tuple("products alone", "products", true),
        std::tuple("row-major", "program", false),
        std::tuple("products alone, row-major", "products", false)}) {
    auto start = std::chrono::steady_clock::now();
    Expected<Program> compiled =
        Program::compile(getKernel(*module, function, tiled), options.targetCpu,
                         [&](PassManager &manager) {
                           buildToLLVMPipeline(manager, pipeline);
                           return success();
                         });
    if (!compiled)
      return fail(llvm::toString(compiled.takeError()));
    if (kernels.empty())
      result.compileSeconds = std::chrono::duration<double>(
                                  std::chrono::steady_clock::now() - start)
                                  .count();
    OperandSet operands(test, tiled, false);
    for (std::unique_ptr<Kernel> &before : kernels)
      operands.shareMemory(before->operands);
    kernels.push_back(std::make_unique<Kernel>(
        Kernel{name, std::move(*compiled), std::move(operands)}));
  }
  return Error::success();
}

void ProgramRunner::check() {
  std::vector<std::vector<double>> values;
  for (std::unique_ptr<Kernel> &kernel : kernels) {
    kernel->operands.fill(0);
    kernel->run();
    values.push_back(kernel->operands.getOperands().back().read());
  }
  for (size_t number : {0, 1})
    if (!agree(values[number], values[number + 2]))
      result.wrong.push_back(kernels[number]->name + " differs from " +
                             kernels[number + 2]->name);
}

void ProgramRunner::measure() {
  std::vector<std::function<void()>> actions;
  for (std::unique_ptr<Kernel> &kernel : kernels)
    actions.push_back([&] { kernel->run(); });
  std::vector<CpuTime> times =
      measureCpu(llvm::to_vector_of<llvm::function_ref<void()>>(actions),
                 options.minSeconds);
  for (auto [kernel, time] : llvm::zip_equal(kernels, times))
    result.times.push_back({kernel->name, time.best, time.median});
  result.bestShare = times[1].best / times[0].best;
  result.medianShare = times[1].median / times[0].median;
  result.notes.push_back(llvm::formatv("{0:f2} of the row-major program's time",
                                       times[0].median / times[2].median));
}

Expected<StructuredResult> ProgramRunner::run() {
  if (Error error = parse())
    return std::move(error);
  if (Error error = compile())
    return std::move(error);
  check();
  measure();
  return std::move(result);
}

Expected<StructuredResult>
mlir::tiled_layout::bench::runProgram(SuiteCase &test,
                                      const StructuredOptions &options) {
  return ProgramRunner(test, options).run();
}
