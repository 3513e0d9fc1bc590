//===- ExplanationTest.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Explanation.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Report/Batch.h"
#include "tiled_layout/Report/Json.h"
#include "tiled_layout/Report/Notation.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static Explanation explain(llvm::StringRef text) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  return explain(llvm::cantFail(readShape(text)), context);
}

static std::string ask(llvm::StringRef line) {
  std::string text;
  llvm::raw_string_ostream os(text);
  BatchAnswerer answerer;
  answerer.answerLine(line, os);
  return llvm::StringRef(text).rtrim('\n').str();
}

static llvm::json::Object askObject(llvm::StringRef line) {
  return *llvm::cantFail(llvm::json::parse(ask(line))).getAsObject();
}

TEST(ExplanationTest, ReadsCommentsAndChooses) {
  EXPECT_EQ(toString(llvm::cantFail(
                readShape("f32[3 /*rows*/, 5]{1,0 : T(2,2)} // tiled"))),
            "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(toString(llvm::cantFail(readShape("bf16[20,300]", true))),
            "bf16[20,300]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(llvm::toString(readShape("f32[2]{0}", true).takeError()),
            "a layout can be chosen only for a shape without one, but "
            "f32[2]{0} has one");
  EXPECT_EQ(
      llvm::toString(readShape("f32[5,288230376151711744]", true).takeError()),
      "array padded by {1,0:T(8,128)} has more than 2^63 - 1 bytes at 32 "
      "bits per element");
}

TEST(ExplanationTest, UnknownExtents) {
  Explanation shape = explain("f32[?,5]{1,0:T(2,2)L(8)}");
  EXPECT_FALSE(shape.isStatic());
  EXPECT_TRUE(shape.positionsAreKnown);
  EXPECT_EQ(shape.physicalShape,
            (llvm::SmallVector<int64_t>{kDynamic, 3, 2, 2}));
  EXPECT_EQ(shape.elements, kDynamic);
  EXPECT_FALSE(shape.simplified);
  EXPECT_FALSE(explain("f32[3,?]{1,0:T(2,2)}").positionsAreKnown);
  EXPECT_TRUE(explain("f32[3,?]{0,1:T(2,2)}").positionsAreKnown);
}

TEST(QueryTest, PositionsThatDoNotDependOnUnknownExtents) {
  EXPECT_EQ(askObject("f32[?,5]{1,0:T(2,2)}\t7,2").getInteger("position"), 42);
  EXPECT_TRUE(askObject("f32[5,?]{1,0:T(2,2)}\t4,2").get("position")->kind() ==
              llvm::json::Value::Null);
  EXPECT_TRUE(askObject("f32[?]{0}\t@3").get("index")->kind() ==
              llvm::json::Value::Null);
  EXPECT_EQ(
      askObject("f32[?,5]{1,0}\t4611686018427387904,2").getString("error"),
      "array padded by {1,0} has more than 2^63 - 1 elements");
  EXPECT_EQ(askObject("f32[?]{0}\t9223372036854775807").getString("error"),
            "index 9223372036854775807 must be below 2^63 - 1");
  EXPECT_EQ(askObject("f32[?,5]{1,0}\t-1,2").getString("error"),
            "index -1 of dimension 0 is out of bounds: it must be at least 0");
  EXPECT_EQ(askObject("f32[?,0]{1,0}\t1,0").getString("error"),
            "index 0 of dimension 1 is out of bounds: the dimension has size "
            "0");
  EXPECT_EQ(askObject("f32[?,0]{1,0}").getInteger("elements"), 0);
}

TEST(QueryTest, Refusals) {
  EXPECT_EQ(ask("f32[3,5]{1,0}\t3,0"),
            "{\"error\":\"index 3 of dimension 0 is out of bounds: it must be "
            "at least 0 and below 3\"}");
  EXPECT_EQ(ask("f32[3,5]{1,0}\t1"),
            "{\"error\":\"index has 1 entry, but the array has rank 2\"}");
  EXPECT_EQ(ask("f32[3,5]{1,0}\t"),
            "{\"error\":\"index has 0 entries, but the array has rank 2\"}");
  EXPECT_EQ(ask("f32[3,5]{1,0}\t1,x"),
            "{\"error\":\"expected entry 1 of the index as an integer of 64 "
            "bits, but found 'x'\"}");
  EXPECT_EQ(ask("f32[3,5]{1,0}\t@15"),
            "{\"error\":\"position 15 is out of bounds: it must be at least 0 "
            "and below 15\"}");
  EXPECT_EQ(ask("f32[3,5]{1,0}\t@"),
            "{\"error\":\"expected a position as an integer of 64 bits, but "
            "found ''\"}");
  EXPECT_EQ(ask("f32[3,5]{1,0:T(0,2)}"),
            "{\"error\":\"column 16: tile size must be at least 1, but entry 0 "
            "of level 1 is 0\"}");
}

TEST(BatchTest, BytesThatAreNoUtf8AreAnsweredInUtf8) {
  std::string answer = ask("\xff\xfe[3]");
  EXPECT_TRUE(llvm::json::isUTF8(answer));
  EXPECT_TRUE(bool(llvm::json::parse(answer)));
}

TEST(BatchTest, AnswersDoNotDependOnWhatWasForgotten) {
  BatchAnswerer answerer;
  // More shapes than are remembered, the first ones twice.
  for (int i = 0; i < 4500; ++i) {
    int64_t rows = i % 4200 + 2;
    std::string line = "f32[" + std::to_string(rows) + ",4]{0,1:T(2)}\t1,1";
    std::string text;
    llvm::raw_string_ostream os(text);
    answerer.answerLine(line, os);
    auto object = *llvm::cantFail(llvm::json::parse(text)).getAsObject();
    ASSERT_EQ(object.getInteger("position"), (rows + 1) / 2 * 2 + 1) << line;
  }
  // A text too long to be remembered.
  std::string text, line = "f32[3" + std::string(5000, ' ') + "]{0}\t2";
  llvm::raw_string_ostream os(text);
  answerer.answerLine(line, os);
  answerer.answerLine(line, os);
  EXPECT_EQ(llvm::StringRef(text).count("\"position\":2"), 2u);
}

TEST(NotationTest, Mlir) {
  auto toMlir = [](llvm::StringRef text) {
    return toMlirText(llvm::cantFail(readShape(text)));
  };
  EXPECT_EQ(toMlir("f32[3,5]{1,0:T(2,2)}"),
            "tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>");
  EXPECT_EQ(toMlir("pred[?,<=5]"), "tensor<?x5xi1>");
  EXPECT_EQ(toMlir("u32[]{:T(128)}"),
            "tensor<ui32, #tiled_layout.layout<{:T(128)}>>");
  EXPECT_EQ(toMlir("s4[2]"), "tensor<2xi4>");
  EXPECT_EQ(toMlir("c64[2]"), "tensor<2xcomplex<f32>>");
  EXPECT_EQ(toMlir("c128[2]"), "tensor<2xcomplex<f64>>");
}

TEST(NotationTest, MlirReadsEveryElementType) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  for (const ElementType &type : getElementTypes()) {
    Shape shape{type, {{7, false}}, std::nullopt, {}};
    EXPECT_TRUE(parseType(toMlirText(shape), &context)) << type.name.str();
  }
}

TEST(NotationTest, Xla) {
  auto toXla = [](llvm::StringRef text) {
    llvm::Expected<std::string> result =
        toXlaText(llvm::cantFail(readShape(text)));
    return result ? *result : "error: " + llvm::toString(result.takeError());
  };
  EXPECT_EQ(toXla("f32[6,8]{0,1:T(min(4),1)}, exact"), "f32[6,8]{0,1:T(4,1)}");
  EXPECT_EQ(toXla("f32[6,3]{0,1:T(min(4),full)}"), "f32[6,3]{0,1:T(3,6)}");
  EXPECT_EQ(toXla("f32[6,3]{1,0:T(*,full)(min(4),2)}"),
            "f32[6,3]{1,0:T(*,18)(1,2)}");
  EXPECT_EQ(toXla("f32[0]{0:T(full)}"), "f32[0]{0:T(1)}");
  EXPECT_EQ(toXla("f32[?,5]{1,0:T(2,min(4))}"), "f32[?,5]{1,0:T(2,4)}");
  EXPECT_EQ(toXla("f32[?,5]{1,0:T(min(2),4)}"),
            "error: tile (min(2),4) depends on an extent that is not known, "
            "which XLA's notation cannot say");
  EXPECT_EQ(toXla("f32[?,4]{1,0:T(2,4)}, exact"),
            "error: layout is exact on an extent that is not known, which "
            "XLA's notation cannot say");
}

//===----------------------------------------------------------------------===//
// Morello
//===----------------------------------------------------------------------===//

TEST(MorelloTest, MapHasTheLayoutsOwnDimensions) {
  EXPECT_EQ(explain("f32[6,8][1, 0, 1 p(4)]").affineMap,
            "(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)");
  EXPECT_EQ(explain("bf16[2,8][0, 1 oe(8)]").affineMap,
            "(d0, d1) -> (d0, d1 floordiv 2 + (d1 mod 2) * 4)");
  EXPECT_EQ(explain("f32[?,8][1, 0, 1 p(4)]").affineMap,
            "(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)");
  // How much the pack shrinks is not known.
  EXPECT_EQ(explain("f32[6,?][1, 0, 1 p(4)]").affineMap, "");
}

TEST(MorelloTest, MapAgreesWithThePositions) {
  for (llvm::StringRef text :
       {"f32[6,8][0, 1]", "f32[6,8][1, 0, 1 p(4)]", "f32[10,4][1, 0, 1 p(8)]",
        "u8[16][0, 0 oe(8)]", "bf16[2,8][0, 1 oe(8)]",
        "f32[8,3][0 oe(4), 1, 0 p(2)]",
        "f32[10,8][1, 0, 1 p(4), 0 p(2), 1 p(2)]", "f32[1,64][0 p(4), 1]",
        "f32[1,3][1]"}) {
    SCOPED_TRACE(text.str());
    Explanation shape = explain(text);
    MLIRContext context(MLIRContext::Threading::DISABLED);
    auto attribute = llvm::dyn_cast_if_present<AffineMapAttr>(
        parseAttribute("affine_map<" + shape.affineMap + ">", &context));
    ASSERT_TRUE(attribute);
    AffineMap map = attribute.getValue();
    ASSERT_EQ(map.getNumResults(), shape.physicalShape.size());

    for (int64_t position = 0; position < shape.elements; ++position) {
      auto index = shape.placement->getIndex(position);
      ASSERT_TRUE(index);
      SmallVector<Attribute> operands, coordinate;
      for (int64_t i : *index)
        operands.push_back(IntegerAttr::get(IndexType::get(&context), i));
      ASSERT_TRUE(succeeded(map.constantFold(operands, coordinate)));
      int64_t mapped = 0;
      for (auto [i, extent] : llvm::zip_equal(coordinate, shape.physicalShape))
        mapped = mapped * extent + llvm::cast<IntegerAttr>(i).getInt();
      EXPECT_EQ(mapped, position);
    }
  }
}
