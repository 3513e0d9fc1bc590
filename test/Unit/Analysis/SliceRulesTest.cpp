//===- SliceRulesTest.cpp - Slices that a program takes -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysisFixture.h"

#include "tiled_layout/Analysis/SliceRules.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class SliceRulesTest : public AnalysisFixture {
protected:
  /// Returns the layouts of the slices in a program, or why there is none, a
  /// line each.
  std::string getLayouts(StringRef text) {
    parse(text);
    std::string result;
    if (!module)
      return result;
    module->walk([&](tensor::ExtractSliceOp op) {
      RankedTensorType array = op.getSourceType();
      auto layout = getSliceLayout(
          *getTileLayout(array), array.getShape(),
          getSlice(array, op.getMixedOffsets(), op.getMixedSizes(),
                   op.getMixedStrides(), op.getDroppedDims()));
      result += layout ? toString(layout->layout)
                       : describeViolation(op, layout.takeError());
      result += '\n';
    });
    return result;
  }
};

TEST_F(SliceRulesTest, loopsOverTiles) {
  EXPECT_EQ(getLayouts(R"mlir(
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<100x1000xf32, #t>) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c100 = arith.constant 100 : index
      scf.for %i = %c0 to %c100 step %c8 {
        %n = affine.min affine_map<(d0) -> (8, -d0 + 100)>(%i)
        %s = tensor.extract_slice %a[%i, 128][%n, 256][1, 1]
          : tensor<100x1000xf32, #t> to tensor<?x256xf32>
      }
      return
    }
  )mlir"),
            "{1,0:T(8,128)}\n");
}

TEST_F(SliceRulesTest, whatIsNotKnownIsNamed) {
  EXPECT_EQ(getLayouts(R"mlir(
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<100x1000xf32, #t>, %i: index, %j: index) {
      %0 = tensor.extract_slice %a[%i, 0][8, 1000][1, 1]
        : tensor<100x1000xf32, #t> to tensor<8x1000xf32>
      %k = tiled_layout.assume_multiple %i, 8
      %1 = tensor.extract_slice %a[%k, 0][8, 1000][1, 1]
        : tensor<100x1000xf32, #t> to tensor<8x1000xf32>
      %2 = tensor.extract_slice %a[%k, 0][8, 10][1, %j]
        : tensor<100x1000xf32, #t> to tensor<8x10xf32>
      %3 = tensor.extract_slice %a[%i, 0][1, 1000][1, 1]
        : tensor<100x1000xf32, #t> to tensor<1000xf32>
      return
    }
  )mlir"),
            "offset %arg1 of dimension 0 is not known to be a multiple of 8, "
            "the tile's extent; assert it with tiled_layout.assume_multiple\n"
            "{1,0:T(8,128)}\n"
            "step %arg2 of dimension 1 must be 1, because a tile of 128 cuts "
            "the dimension\n"
            "{0:T(128)}\n");
}

TEST_F(SliceRulesTest, boundsOfSizesAreUsed) {
  // Four rows at a multiple of four lie within one tile of eight.
  EXPECT_EQ(getLayouts(R"mlir(
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<100x1000xf32, #t>, %m: index) {
      affine.for %i = 0 to 100 step 4 {
        %n = affine.min affine_map<(d0) -> (4, -d0 + 99)>(%i)
        %s = tensor.extract_slice %a[%i, 0][%n, 1000][1, 1]
          : tensor<100x1000xf32, #t> to tensor<?x1000xf32>
      }
      return
    }
  )mlir"),
            "{1,0:T(4,128)}\n");
}

} // namespace
