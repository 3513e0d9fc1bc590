//===- Programs.cpp - Times the functions of a module ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Structured.h"

#include "StructuredArrays.h"
#include "TensorFunctions.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
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
  auto fail = [&](StringRef reason) {
    os << "'" << argument << "' " << reason;
    return llvm::createStringError(text);
  };
  if (!type || !type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return fail("is no array of numbers with known extents");
  if (type.getNumElements() == 0)
    return fail("has no elements");
  if (isView(type) || (!isTiled(type) && !type.getLayout().isIdentity()))
    return fail("is a part of an array");
  if (auto integer = dyn_cast<IntegerType>(type.getElementType()))
    os << (integer.getWidth() == 1 ? "pred"
                                   : "s" + std::to_string(integer.getWidth()));
  else
    os << type.getElementType();
  os << '[' << llvm::interleaved(type.getShape(), ",") << ']';
  // A number alone has none to print.
  if (std::optional<Layout> layout = getLayout(type);
      layout && type.getRank() != 0)
    os << toString(*layout);
  return parseShape(text, {});
}

/// Returns a module of a function as `@kernel`, and of what it calls.
static OwningOpRef<ModuleOp> getKernel(ModuleOp module, StringRef name) {
  OwningOpRef<ModuleOp> copy = module.clone();
  for (auto function : copy->getOps<func::FuncOp>())
    function.setPrivate();
  auto kernel = copy->lookupSymbol<func::FuncOp>(name);
  kernel.setPublic();
  PassManager manager(module.getContext());
  manager.addPass(createSymbolDCEPass());
  (void)manager.run(*copy);
  SymbolTable symbols(*copy);
  if (Operation *other = symbols.lookup("kernel"); other && other != kernel)
    (void)symbols.renameToUnique(other, {});
  (void)symbols.rename(kernel, "kernel");
  kernel->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                  UnitAttr::get(module.getContext()));
  return copy;
}

/// Returns the name of an operation which asks where the layouts put elements,
/// as views of memory and of tiles do, or an empty name. Without the layouts
/// the program would be another one, or none.
static std::string findUseOfLayouts(ModuleOp module) {
  std::string name;
  module.walk([&](Operation *op) {
    bool isOfMemory =
        isa<DelinearizeOp, FillPaddingOp, FromPhysicalOp, LinearizeOp,
            SubViewOp, ToPhysicalOp, tiled_layout::TransposeOp>(op) ||
        llvm::any_of(op->getResultTypes(), isView);
    if (!isOfMemory)
      return WalkResult::advance();
    name = op->getName().getStringRef();
    return WalkResult::interrupt();
  });
  return name;
}

/// Makes all arrays of a module row-major.
static void dropLayouts(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](DenseElementsAttr elements) -> std::optional<Attribute> {
        auto type = replacer.replace(elements.getType());
        return elements.reshape(cast<ShapedType>(type));
      });
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (!getLayout(type))
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType());
  });
  replacer.addReplacement([](RankedTensorType type) -> std::optional<Type> {
    if (!getLayout(type))
      return std::nullopt;
    return RankedTensorType::get(type.getShape(), type.getElementType());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

static std::string getText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

/// Returns the steps of the contractions of a function, or of all of its
/// structured operations with known extents.
static int64_t countPoints(func::FuncOp function, bool onlyContractions) {
  int64_t points = 0;
  function.walk([&](linalg::LinalgOp op) {
    if (!onlyContractions || isa<linalg::ContractionOpInterface>(*op))
      if (!op.hasDynamicShape())
        points += llvm::product_of(op.getStaticLoopRanges());
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
    if (!std::isfinite(own) || !std::isfinite(other))
      return own == other || (std::isnan(own) && std::isnan(other));
    return std::abs(own - other) <= (1 + std::abs(other)) / 64;
  });
}

namespace {

/// Runs one function of a module.
class ProgramRunner {
public:
  ProgramRunner(SuiteCase &test, const StructuredOptions &options)
      : test(test), options(options),
        context(getRegistry(), MLIRContext::Threading::DISABLED) {}

  Expected<StructuredResult> run();

private:
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
  /// The program in layouts; then its products, if the module has them. Where
  /// `hasTwins`, each is followed by the same row-major.
  std::vector<std::unique_ptr<Kernel>> kernels;
  bool hasTwins = true;
  StructuredResult result;
};

} // namespace

/// Returns the arguments of a function that can be measured.
static Expected<std::vector<Shape>> getOperands(func::FuncOp program) {
  if (program.getNumResults() != 0 || program.getNumArguments() == 0)
    return llvm::createStringError(
        "a function with arguments is expected, whose results, if any, are "
        "tensors with known extents");
  std::vector<Shape> shapes;
  for (auto [number, type] : llvm::enumerate(program.getArgumentTypes())) {
    Expected<Shape> shape = getShape(type);
    if (!shape)
      return llvm::createStringError("argument " + llvm::Twine(number) + ": " +
                                     llvm::toString(shape.takeError()));
    shapes.push_back(std::move(*shape));
  }
  return shapes;
}

Error ProgramRunner::addOperands(func::FuncOp program) {
  Expected<std::vector<Shape>> shapes = getOperands(program);
  if (!shapes)
    return fail(llvm::toString(shapes.takeError()));
  test.operands = std::move(*shapes);
  result.bytes = 0;
  for (const Shape &shape : test.operands)
    result.bytes +=
        llvm::product_of(shape.extents()) * shape.elementType.storageBits() / 8;
  return checkElements(test);
}

Error ProgramRunner::compile() {
  ToLLVMPipelineOptions pipeline;
  if (Error error = pipeline.parse("target-cpu=" + options.targetCpu + " " +
                                   options.pipeline))
    return error;
  struct Way {
    const char *name;
    OwningOpRef<ModuleOp> kernel;
    bool isTiled;
  };
  std::vector<Way> ways;
  auto addWays = [&](const char *name, const char *twin, StringRef function) {
    ways.push_back({name, getKernel(*module, function), true});
    std::string use = findUseOfLayouts(*ways.back().kernel);
    if (!use.empty() && hasTwins) {
      result.notes.push_back("row-major: no such program: " + use +
                             " depends on the layouts");
      result.notes.push_back("unchecked: nothing to compare with");
      hasTwins = false;
    }
    ways.push_back({twin, getKernel(*module, function), false});
    dropLayouts(*ways.back().kernel);
  };
  addWays("tiled", "row-major", test.function);
  if (test.peak == PeakKind::Products)
    addWays("products alone", "products alone, row-major", "products");
  if (!hasTwins)
    llvm::erase_if(ways, [](const Way &way) { return !way.isTiled; });
  for (auto &[name, kernel, tiled] : ways) {
    auto start = std::chrono::steady_clock::now();
    Expected<Program> compiled = Program::compile(
        getText(*kernel), options.targetCpu, [&](PassManager &manager) {
          buildToLLVMPipeline(manager, pipeline);
          return success();
        });
    if (!compiled)
      return fail(llvm::Twine(name) + ": " +
                  llvm::toString(compiled.takeError()));
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
  // Of each kernel and operand, as programs may write any of them.
  std::vector<std::vector<std::vector<double>>> values;
  for (std::unique_ptr<Kernel> &kernel : kernels) {
    kernel->operands.fill(0);
    kernel->run();
    auto &own = values.emplace_back();
    for (OperandArray &operand : kernel->operands.getOperands())
      own.push_back(operand.read());
  }
  if (!hasTwins)
    return;
  for (size_t number = 0; number < kernels.size(); number += 2)
    for (auto [operand, both] :
         llvm::enumerate(llvm::zip_equal(values[number], values[number + 1])))
      if (!agree(std::get<0>(both), std::get<1>(both)))
        result.wrong.push_back(llvm::formatv(
            "{0} differs from {1} in argument {2}", kernels[number]->name,
            kernels[number + 1]->name, operand));
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
  if (hasTwins)
    result.overRowMajor = times[0].median / times[1].median;
  if (test.peak == PeakKind::Products) {
    const CpuTime &products = times[hasTwins ? 2 : 1];
    result.bestShare = products.best / times[0].best;
    result.medianShare = products.median / times[0].median;
  }
}

Expected<StructuredResult> ProgramRunner::run() {
  // `getProgramCases` has parsed it before.
  module = parseSourceString<ModuleOp>(test.program, &context, test.name);
  passTensorsInMemory(*module);
  bool hasProducts = test.peak == PeakKind::Products;
  auto function = module->lookupSymbol<func::FuncOp>(test.function);
  result.points = countPoints(
      hasProducts ? module->lookupSymbol<func::FuncOp>("products") : function,
      hasProducts);
  if (Error error = addOperands(function))
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

Expected<std::vector<SuiteCase>>
mlir::tiled_layout::bench::getProgramCases(StringRef name, StringRef text) {
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (auto at = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
      message += llvm::formatv("{0}:{1}: ", at.getLine(), at.getColumn());
    message += diagnostic.str() + " ";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(text, &context, name);
  auto fail = [&](const llvm::Twine &what) {
    return llvm::createStringError(name + ": " + what);
  };
  if (!module)
    return fail(message);
  passTensorsInMemory(*module);
  SuiteCase test;
  test.suite = "programs";
  test.table = "programs";
  test.name = name;
  test.program = text;
  test.isOnTensors = true;
  test.rowMajorBar = 1.05;
  auto program = module->lookupSymbol<func::FuncOp>("program");
  auto products = module->lookupSymbol<func::FuncOp>("products");
  if (program && products) {
    if (program.getFunctionType() != products.getFunctionType())
      return fail("@program and @products have different arguments");
    test.function = "program";
    test.peak = PeakKind::Products;
    test.peakBar = 0.9;
    return std::vector{test};
  }
  std::vector<SuiteCase> cases;
  test.table = name;
  for (auto function : module->getOps<func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    if (Expected<std::vector<Shape>> shapes = getOperands(function); !shapes) {
      std::string message = llvm::toString(shapes.takeError());
      // Its tensors are not passed in memory.
      if (!SymbolTable::symbolKnownUseEmpty(function, *module))
        message = "another function calls it";
      llvm::errs() << "warning: " << name << ": @" << function.getName()
                   << " is left out: " << message << "\n";
      continue;
    }
    test.name = test.function = function.getName();
    cases.push_back(test);
  }
  if (cases.empty())
    return fail("has no public function on arrays with known extents that no "
                "other one calls");
  return cases;
}
