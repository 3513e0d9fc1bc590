//===- RelayoutKernel.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/RelayoutKernel.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/InitAll.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;

namespace {

/// MLIR's descriptor of a one-dimensional memref.
struct FlatDescriptor {
  void *allocated;
  void *aligned;
  int64_t offset = 0;
  int64_t size;
  int64_t stride = 1;
};

} // namespace

static Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static Error checkProblem(const RelayoutProblem &problem) {
  for (const Layout *layout : {&problem.source, &problem.dest}) {
    std::optional<Violation> broken = checkLayout(*layout);
    if (!broken)
      broken = checkLayoutOnShape(*layout, problem.extents);
    if (!broken)
      broken = checkBytes(*layout, problem.extents,
                          getBitsPerElement(*layout, problem.elementType));
    if (broken)
      return makeError(broken->message);
  }
  for (auto [dim, extent] : llvm::enumerate(problem.extents))
    if (extent == kDynamic)
      return makeError("dimension " + llvm::Twine(dim) +
                       " is dynamic, but a kernel needs static extents");
  return Error::success();
}

static MemRefType getTiledType(const RelayoutProblem &problem, Layout layout,
                               MLIRContext *context) {
  // Where a buffer lives is the caller's business.
  layout.memorySpace = 0;
  return MemRefType::get(
      problem.extents, getElementType(problem.elementType, context),
      TiledLayoutAttr::getForMemRef(context, layout, problem.extents));
}

static MemRefType getFlatType(const RelayoutProblem &problem,
                              MemRefType tiled) {
  Layout layout = *getLayout(ShapedType(tiled));
  int64_t elements = getElements(layout, problem.extents);
  Type element = tiled.getElementType();
  if (!isPlainStorage(tiled)) {
    element = IntegerType::get(tiled.getContext(), 8);
    elements = getBytes(elements, *getBitsPerElement(ShapedType(tiled)));
  }
  return MemRefType::get({elements}, element);
}

/// Returns the padding attribute of a relayout: null where it is undefined.
static Expected<Attribute> getPadding(const RelayoutProblem &problem,
                                      MLIRContext *context) {
  StringRef text = problem.padding;
  if (text == "undefined")
    return Attribute();
  if (text == "zero")
    return Attribute(UnitAttr::get(context));
  Type type = getElementType(problem.elementType, context);
  auto refuse = [&](const llvm::Twine &reason) {
    return makeError("padding '" + text + "' is no value of type " +
                     problem.elementType.name + ": " + reason);
  };
  if (auto floatType = dyn_cast<FloatType>(type)) {
    llvm::APFloat value(floatType.getFloatSemantics());
    auto status =
        value.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status)
      return refuse(llvm::toString(status.takeError()));
    return Attribute(FloatAttr::get(floatType, value));
  }
  auto integerType = dyn_cast<IntegerType>(type);
  if (!integerType)
    return refuse("only 'zero' and 'undefined' are");
  // Wide enough for any 64-bit value with its sign.
  llvm::APInt value;
  bool isNegative = text.consume_front("-");
  if (text.getAsInteger(10, value))
    return refuse("it is not a number");
  value = value.zext(std::max(value.getBitWidth(), 64u) + 1);
  if (isNegative)
    value = -value;
  unsigned width = integerType.getWidth();
  bool isUnsigned = problem.elementType.kind != ElementKind::Signed;
  if (isUnsigned ? isNegative || !value.isIntN(width)
                 : !value.isSignedIntN(width))
    return refuse("it does not fit in " + llvm::Twine(width) + " bits");
  return Attribute(IntegerAttr::get(integerType, value.trunc(width)));
}

/// Builds a function of two flat buffers that adopts them in their layouts and
/// relays one to the other.
static OwningOpRef<ModuleOp> buildProgram(const RelayoutProblem &problem,
                                          Attribute padding,
                                          MLIRContext *context) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());

  MemRefType tiled[] = {getTiledType(problem, problem.source, context),
                        getTiledType(problem, problem.dest, context)};
  Type flat[] = {getFlatType(problem, tiled[0]),
                 getFlatType(problem, tiled[1])};
  auto function = func::FuncOp::create(builder, loc, "relayout",
                                       builder.getFunctionType(flat, {}));
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    builder.getUnitAttr());
  // The buffers do not overlap.
  for (unsigned i = 0; i < 2; ++i)
    function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());

  builder.setInsertionPointToStart(function.addEntryBlock());
  Value arrays[2];
  for (unsigned i = 0; i < 2; ++i)
    arrays[i] = FromPhysicalOp::create(builder, loc, tiled[i],
                                       function.getArgument(i), ValueRange());
  RelayoutOp::create(builder, loc, TypeRange(), arrays[0], arrays[1], padding);
  func::ReturnOp::create(builder, loc);
  return module;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static const DialectRegistry &getRegistry() {
  static const DialectRegistry *registry = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto *result = new DialectRegistry();
    tiled_layout::registerAllDialects(*result);
    result->insert<func::FuncDialect, LLVM::LLVMDialect>();
    registerAllExtensions(*result);
    registerAllToLLVMIRTranslations(*result);
    return result;
  }();
  return *registry;
}

static Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine() {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  return builder->createTargetMachine();
}

/// Lowers and compiles a module; what the passes report becomes the error.
static Expected<std::unique_ptr<ExecutionEngine>>
compileModule(ModuleOp module) {
  std::string reports;
  ScopedDiagnosticHandler handler(module.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    reports += diagnostic.str() + "\n";
                                    return success();
                                  });
  PassManager manager(module.getContext());
  buildToLLVMPipeline(manager);
  if (failed(verify(module)) || failed(manager.run(module)))
    return makeError("cannot compile the relayout: " +
                     StringRef(reports).rtrim());

  Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine();
  if (!machine)
    return machine.takeError();
  ExecutionEngineOptions options;
  auto transformer = makeOptimizingTransformer(3, 0, machine->get());
  options.transformer = transformer;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Aggressive;
  return ExecutionEngine::create(module, options, std::move(*machine));
}

RelayoutKernel::RelayoutKernel(RelayoutKernel &&) = default;
RelayoutKernel::~RelayoutKernel() = default;

Expected<RelayoutKernel>
RelayoutKernel::compile(const RelayoutProblem &problem) {
  if (Error error = checkProblem(problem))
    return error;
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Expected<Attribute> padding = getPadding(problem, &context);
  if (!padding)
    return padding.takeError();
  OwningOpRef<ModuleOp> module = buildProgram(problem, *padding, &context);
  Expected<std::unique_ptr<ExecutionEngine>> engine = compileModule(*module);
  if (!engine)
    return engine.takeError();
  Expected<void *> function = (*engine)->lookup("_mlir_ciface_relayout");
  if (!function)
    return function.takeError();

  RelayoutKernel kernel;
  kernel.engine = std::move(*engine);
  kernel.function = reinterpret_cast<Function>(*function);
  auto bytesOf = [&](const Layout &layout) {
    return getBytes(getElements(layout, problem.extents),
                    getBitsPerElement(layout, problem.elementType));
  };
  kernel.sourceBytes = bytesOf(problem.source);
  kernel.destBytes = bytesOf(problem.dest);
  return kernel;
}

void RelayoutKernel::run(const void *source, void *dest) const {
  // The sizes are part of the code; the descriptors need only be well formed.
  auto describe = [](void *data, int64_t size) {
    return FlatDescriptor{data, data, 0, size, 1};
  };
  FlatDescriptor from = describe(const_cast<void *>(source), sourceBytes);
  FlatDescriptor to = describe(dest, destBytes);
  function(&from, &to);
}
