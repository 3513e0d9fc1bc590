//===- SubViewLayoutsTest.cpp - What the conversion knows of views --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/TiledLayoutToAffine.h"
#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// The loop carries a tiled memref. Its conversion replaces the loop, and with
/// it the variable from which the alignment of the view follows.
constexpr llvm::StringLiteral program = R"mlir(
  #t = #tiled_layout.layout<{1,0:T(8,128)}>
  #v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
  func.func @f(%m: memref<64x1024xf32, #t>, %x: f32, %n: index) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %r = scf.for %i = %c0 to %n step %c8 iter_args(%a = %m)
        -> memref<64x1024xf32, #t> {
      %v = tiled_layout.subview %a[%i, 128] [8, 128] [1, 1]
        : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
      memref.store %x, %v[%c0, %c0] : memref<8x128xf32, #v>
      scf.yield %a : memref<64x1024xf32, #t>
    }
    return
  }
)mlir";

TEST(SubViewLayoutsTest, proofsStayOutsideTheProgram) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<TiledLayoutDialect>();
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(program, ParserConfig(&context));
  ASSERT_TRUE(module);

  PhysicalForm form = PhysicalForm::Expanded;
  SubViewLayouts views;
  ASSERT_TRUE(succeeded(prepareTiledLayoutToAffine(*module, form, views)));
  ASSERT_EQ(views.size(), 1u);
  auto [op, layout] = *views.begin();
  EXPECT_TRUE(isa<SubViewOp>(op));
  EXPECT_TRUE(op->getDiscardableAttrs().empty());
  EXPECT_EQ(layout.begins, (SmallVector<int64_t>{kDynamic, 1, 0, 0}));

  PhysicalTypeConverter typeConverter(form);
  ConversionTarget target(context);
  configureTiledLayoutToAffineTarget(target);
  RewritePatternSet patterns(&context);
  populateTiledLayoutToAffinePatterns(typeConverter, views, patterns);
  ASSERT_TRUE(
      succeeded(applyFullConversion(*module, target, std::move(patterns))));
  EXPECT_TRUE(succeeded(finishTiledLayoutToAffine(*module)));
}

} // namespace
