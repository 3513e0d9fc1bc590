//===- VectorProgramTest.cpp - Passes that vector code needs --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/InitAll.h"
#include "tiled_layout/Pipelines/Pipelines.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Returns the text of the pipeline for a function of a source `%s` and a
/// destination `%d`, and of an index `%i`.
std::string getPipeline(StringRef body) {
  DialectRegistry registry;
  tiled_layout::registerAllDialects(registry);
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  memref::MemRefDialect, vector::VectorDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string text = "func.func @f(%s: memref<64xf32>, %d: memref<64xf32>, "
                     "%i: index) {\n" +
                     body.str() + "\nreturn }";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  std::string pipeline;
  llvm::raw_string_ostream os(pipeline);
  PassManager manager(&context);
  buildVectorProgramPipeline(manager, *module);
  manager.printAsTextualPipeline(os);
  return pipeline;
}

constexpr const char *toAffine = "convert-tiled-layout-to-affine";
constexpr const char *ranges = "int-range-optimizations";
constexpr const char *views = "expand-strided-metadata";
constexpr const char *vectors = "convert-vector-to-llvm";

} // namespace

TEST(VectorProgramTest, CopiesNeedTheConversionAlone) {
  std::string pipeline = getPipeline(R"(
    %tiled = tiled_layout.from_physical %s : memref<64xf32>
      to memref<8x8xf32, #tiled_layout.layout<{1,0:T(4,8)}>>
    %v = vector.load %s[%i] : memref<64xf32>, vector<16xf32>
    %w = vector.shuffle %v, %v [0, 16, 1, 17] : vector<16xf32>, vector<16xf32>
    vector.store %w, %d[%i] : memref<64xf32>, vector<4xf32>)");
  for (const char *pass : {toAffine, ranges, views, vectors})
    EXPECT_THAT(pipeline, Not(HasSubstr(pass)));
  EXPECT_THAT(pipeline, HasSubstr("convert-to-llvm"));
}

TEST(VectorProgramTest, EachPassRunsWhereItFindsSomething) {
  EXPECT_THAT(getPipeline(R"(
    %tiled = tiled_layout.from_physical %s : memref<64xf32>
      to memref<8x8xf32, #tiled_layout.layout<{1,0:T(4,8)}>>
    %v = memref.load %tiled[%i, %i]
      : memref<8x8xf32, #tiled_layout.layout<{1,0:T(4,8)}>>
    %p = tiled_layout.linearize %tiled[%i, %i]
      : memref<8x8xf32, #tiled_layout.layout<{1,0:T(4,8)}>>
    memref.store %v, %d[%p] : memref<64xf32>)"),
              HasSubstr(toAffine));
  // Ranges do not matter to addresses.
  std::string clamped = R"(
    %m = affine.min affine_map<(d0) -> (d0, 48)>(%i)
    %at = affine.apply affine_map<(d0) -> (d0 + 1)>(%m)
    %v = vector.load %s[%at] : memref<64xf32>, vector<8xf32>
    vector.store %v, %d[%m] : memref<64xf32>, vector<8xf32>)";
  EXPECT_THAT(getPipeline(clamped), Not(HasSubstr(ranges)));
  EXPECT_THAT(getPipeline(clamped + R"(
    %zero = arith.constant 0 : index
    %any = arith.cmpi sgt, %at, %zero : index)"),
              HasSubstr(ranges));
  EXPECT_THAT(getPipeline(R"(
    %view = memref.subview %s[%i] [16] [1]
      : memref<64xf32> to memref<16xf32, strided<[1], offset: ?>>
    memref.copy %view, %view : memref<16xf32, strided<[1], offset: ?>>
      to memref<16xf32, strided<[1], offset: ?>>)"),
              HasSubstr(views));
  EXPECT_THAT(getPipeline(R"(
    %v = vector.load %s[%i] : memref<64xf32>, vector<16xf32>
    %w = vector.extract_strided_slice %v
      {offsets = [4], sizes = [4], strides = [1]}
      : vector<16xf32> to vector<4xf32>
    vector.store %w, %d[%i] : memref<64xf32>, vector<4xf32>)"),
              HasSubstr(vectors));
}
