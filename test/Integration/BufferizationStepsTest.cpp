//===- BufferizationStepsTest.cpp - The steps, one by one -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that runs bufferization itself: its own options, its own hooks,
// and the steps of Bufferize.h around upstream's.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/InitAll.h"
#include "tiled_layout/Transforms/Bufferize.h"

#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class BufferizationStepsTest : public testing::Test {
protected:
  BufferizationStepsTest() {
    DialectRegistry registry;
    mlir::registerAllDialects(registry);
    registerAllExtensions(registry);
    tiled_layout::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    options.bufferizeFunctionBoundaries = true;
  }

  OwningOpRef<ModuleOp> parse(llvm::StringRef source) {
    return parseSourceString<ModuleOp>(source, &context);
  }

  MLIRContext context;
  bufferization::OneShotBufferizationOptions options;
};

constexpr llvm::StringLiteral program = R"(
#t = #tiled_layout.layout<{1,0:T(8,128)S(3)}>
func.func @f(%a: tensor<20x300xf32, #t>, %b: tensor<20x300xf32>)
    -> (tensor<20x300xf32, #t>, tensor<20x300xf32>) {
  %e = tensor.empty() : tensor<20x300xf32, #t>
  %0 = linalg.exp ins(%a : tensor<20x300xf32, #t>)
                  outs(%e : tensor<20x300xf32, #t>) -> tensor<20x300xf32, #t>
  %1 = arith.addf %b, %b : tensor<20x300xf32>
  return %0, %1 : tensor<20x300xf32, #t>, tensor<20x300xf32>
}
)";

} // namespace

TEST_F(BufferizationStepsTest, OwnHooksServeTensorsWithoutLayouts) {
  OwningOpRef<ModuleOp> module = parse(program);
  ASSERT_TRUE(module);
  // Memory space 7 for what has no layout, and a count of own allocations.
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  Builder builder(&context);
  Attribute seven = builder.getI64IntegerAttr(7);
  options.defaultMemorySpaceFn = [=](TensorType) { return seven; };
  int allocations = 0;
  options.allocationFn = [&](OpBuilder &builder, Location loc, MemRefType type,
                             ValueRange sizes, unsigned) -> FailureOr<Value> {
    ++allocations;
    return memref::AllocOp::create(builder, loc, type, sizes).getResult();
  };

  ASSERT_TRUE(succeeded(prepareForBufferization(*module)));
  setLayoutHooks(options);
  ASSERT_TRUE(succeeded(verifyLayoutsAreKept(*module, options)));
  bufferization::BufferizationState state;
  ASSERT_TRUE(succeeded(runOneShotBufferization(*module, options, state)));
  ASSERT_TRUE(succeeded(adoptLayouts(*module)));
  ASSERT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(allocations, 1);

  auto function = module->lookupSymbol<func::FuncOp>("f");
  auto layout =
      TiledLayoutAttr::getFromText(&context, "{1,0:T(8,128)S(3)}", [&] {
        return emitError(UnknownLoc::get(&context));
      });
  Type tiled = MemRefType::get({20, 300}, builder.getF32Type(), layout,
                               builder.getI64IntegerAttr(3));
  Type plain = MemRefType::get({20, 300}, builder.getF32Type(),
                               MemRefLayoutAttrInterface(), seven);
  EXPECT_EQ(function.getArgumentTypes(), ArrayRef({tiled, plain}));
  EXPECT_EQ(function.getResultTypes(), ArrayRef({tiled, plain}));
  module->walk(
      [&](memref::AllocOp alloc) { EXPECT_EQ(alloc.getType(), tiled); });
}

// Without the hooks every layout would be lost, and without a word.
TEST_F(BufferizationStepsTest, LostLayoutsAreErrors) {
  OwningOpRef<ModuleOp> module = parse(program);
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(prepareForBufferization(*module)));
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(verifyLayoutsAreKept(*module, options)));
  EXPECT_NE(message.find("'tensor.empty' op is bufferized to an array without "
                         "layout, but its type is"),
            std::string::npos)
      << message;
}

TEST_F(BufferizationStepsTest, MemRefTypeOfATensor) {
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  auto layout =
      TiledLayoutAttr::getFromText(&context, "{1,0:T(*,4)}", emitError);
  Builder builder(&context);
  FailureOr<MemRefType> type = getTiledMemRefType(
      RankedTensorType::get({6, 10}, builder.getF32Type(), layout), emitError);
  ASSERT_TRUE(succeeded(type));
  EXPECT_EQ(cast<TiledLayoutAttr>(type->getLayout()).getText(),
            "{1,0:T(*,4)}, bounds = [6, 10]");
  EXPECT_FALSE(type->getMemorySpace());
}
