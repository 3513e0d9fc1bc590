//===- CompiledModule.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledModule.h"
#include "TestPasses.h"

#include "tiled_layout/InitAll.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/TargetSelect.h"

#include "gtest/gtest.h"

#include <mutex>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

Descriptor::Descriptor(void *data, llvm::ArrayRef<int64_t> shape) {
  int64_t address = reinterpret_cast<int64_t>(data);
  words = {address, address, 0};
  words.insert(words.end(), shape.begin(), shape.end());
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim > 0; --dim) {
    strides[dim - 1] = stride;
    stride *= shape[dim - 1];
  }
  words.insert(words.end(), strides.begin(), strides.end());
}

static void initialize() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    mlir::registerAllPasses();
    tiled_layout::registerAllPasses();
    test::registerTestPasses();
  });
}

namespace {

/// Hands remarks to a function.
class RemarkStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkStreamer(CompiledModule::RemarkFn onRemark)
      : onRemark(std::move(onRemark)) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    int64_t line = 0;
    if (auto place = remark.getLocation()->findInstanceOf<FileLineColLoc>())
      line = place.getLine();
    onRemark(line, remark);
  }

private:
  CompiledModule::RemarkFn onRemark;
};

} // namespace

CompiledModule::CompiledModule(llvm::StringRef source, llvm::StringRef pipeline,
                               std::string *errors, RemarkFn onRemark) {
  initialize();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  tiled_layout::registerAllDialects(registry);
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);

  if (onRemark) {
    remark::RemarkCategories categories;
    categories.passed = "tiled-layout";
    LogicalResult isEnabled = remark::enableOptimizationRemarks(
        *context, std::make_unique<RemarkStreamer>(std::move(onRemark)),
        std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
    EXPECT_TRUE(succeeded(isEnabled));
  }

  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    if (!errors || diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    llvm::raw_string_ostream(*errors)
        << diagnostic.getLocation() << ": " << diagnostic << '\n';
    return success();
  });
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, context.get());
  PassManager manager(context.get());
  if (!module || failed(parsePassPipeline(pipeline, manager)) ||
      failed(manager.run(*module))) {
    if (!errors)
      ADD_FAILURE() << "cannot compile\n" << source.str();
    return;
  }

  // Compile time matters here, not speed.
  ExecutionEngineOptions options;
  // Copies of slices are calls.
  llvm::StringRef library = MLIR_C_RUNNER_UTILS;
  options.sharedLibPaths = library;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Less;
  auto created = ExecutionEngine::create(*module, options);
  if (!created) {
    ADD_FAILURE() << llvm::toString(created.takeError());
    return;
  }
  engine = std::move(*created);
}

CompiledModule::CompiledModule(CompiledModule &&) = default;
CompiledModule::~CompiledModule() = default;

void CompiledModule::call(llvm::StringRef name,
                          llvm::MutableArrayRef<void *> arguments) {
  llvm::Error error =
      engine->invokePacked(("_mlir_ciface_" + name).str(), arguments);
  if (error)
    ADD_FAILURE() << llvm::toString(std::move(error));
}
