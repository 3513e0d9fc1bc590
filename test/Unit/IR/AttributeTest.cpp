//===- AttributeTest.cpp - Builders and queries of the attribute ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/LayoutText.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Morello.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

#include <gmock/gmock.h>

using namespace mlir;
using namespace mlir::tiled_layout;
using mlir::tiled_layout::test::layoutOf;
using ::testing::ElementsAre;

namespace {

class AttributeTest : public ::testing::Test {
protected:
  AttributeTest() { context.loadDialect<TiledLayoutDialect>(); }

  TiledLayoutAttr read(StringRef text) {
    TiledLayoutAttr attribute =
        TiledLayoutAttr::getFromText(&context, text, [&] {
          return mlir::emitError(UnknownLoc::get(&context));
        });
    EXPECT_TRUE(attribute) << text.str();
    return attribute;
  }

  /// Returns the message with which the text is refused.
  std::string refuse(StringRef text) {
    std::string message;
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diag) { message += diag.str(); });
    EXPECT_FALSE(TiledLayoutAttr::getFromText(&context, text, [&] {
      return mlir::emitError(UnknownLoc::get(&context));
    })) << text.str();
    return message;
  }

  /// Returns the strides of a layout on a shape, `nullopt` if it has none.
  std::optional<SmallVector<int64_t>> getStrides(StringRef text,
                                                 ArrayRef<int64_t> shape) {
    SmallVector<int64_t> strides;
    int64_t offset = -1;
    if (failed(read(text).getStridesAndOffset(shape, strides, offset)))
      return std::nullopt;
    EXPECT_EQ(offset, 0) << text.str();
    return strides;
  }

  std::string getMap(StringRef text) {
    std::string map;
    llvm::raw_string_ostream os(map);
    read(text).getAffineMap().print(os);
    return map;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

TEST_F(AttributeTest, BuildsFromALayout) {
  auto attribute = TiledLayoutAttr::get(&context, layoutOf("{1,0:T(8,128)}"));
  EXPECT_EQ(attribute.getText(), "{1,0:T(8,128)}");
  EXPECT_EQ(attribute.getRank(), 2u);
  EXPECT_TRUE(attribute.getBounds().empty());
  EXPECT_EQ(attribute, read("{1,0:T(8,128)}")) << "attributes are uniqued";
  EXPECT_NE(attribute, read("{1,0:T(8,128)S(1)}"));
}

TEST_F(AttributeTest, ReadsBothNotations) {
  EXPECT_EQ(read(" { 1 , 0 :T(8,128)L(1)}").getText(), "{1,0:T(8,128)}");
  EXPECT_EQ(read("{1,0:T(*,2)}, bounds = [ 3, ? ]").getText(),
            "{1,0:T(*,2)}, bounds = [3, ?]");
  EXPECT_EQ(read("[1, 0, 1 p(4)]"), read("{0,1:T(min(4),1)}, exact"));
  MorelloLayout morello{{MorelloDim::getDynamic(1), MorelloDim::getDynamic(0),
                         MorelloDim::getPacked(1, 4)}};
  EXPECT_EQ(TiledLayoutAttr::get(&context, getLayoutForAnyShape(morello, 2)),
            read("[1, 0, 1 p(4)]"));
}

TEST_F(AttributeTest, RefusesTextWithTheReason) {
  EXPECT_EQ(refuse("{1,0:T(2,0)}"),
            "in layout '{1,0:T(2,0)}': column 10: tile size must be at least "
            "1, but entry 1 of level 1 is 0");
  EXPECT_EQ(refuse("{1,0}, bounds = [3]"),
            "bounds [3] have 1 entry, but the layout has rank 2");
}

TEST_F(AttributeTest, RefusesAnIllegalLayout) {
  Layout layout = layoutOf("{1,0}");
  layout.minorToMajor = {0, 0};
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diag) { message += diag.str(); });
  EXPECT_FALSE(TiledLayoutAttr::getChecked(
      [&] { return mlir::emitError(UnknownLoc::get(&context)); }, &context,
      layout, ArrayRef<int64_t>()));
  EXPECT_NE(message, "");
}

TEST_F(AttributeTest, KeepsBoundsOnlyWhereTheMapNeedsThem) {
  auto forMemRef = [&](StringRef text) {
    return TiledLayoutAttr::getForMemRef(&context, layoutOf(text),
                                         {kDynamic, 5});
  };
  EXPECT_EQ(forMemRef("{1,0:T(2,2)}").getText(), "{1,0:T(2,2)}");
  EXPECT_EQ(forMemRef("{1,0:T(*,2)}").getText(),
            "{1,0:T(*,2)}, bounds = [?, 5]");
  EXPECT_EQ(forMemRef("{1,0:T(1,full)}").getText(),
            "{1,0:T(1,full)}, bounds = [?, 5]");
  EXPECT_EQ(forMemRef("{1,0:T(1,min(4))}").getForTensor(),
            read("{1,0:T(1,min(4))}"));
  EXPECT_EQ(read("{1,0}").getForTensor(), read("{1,0}"));
}

//===----------------------------------------------------------------------===//
// What upstream asks
//===----------------------------------------------------------------------===//

TEST_F(AttributeTest, IsIdentityOnlyIfNothingElseIsRead) {
  for (StringRef text : {"{}", "{0}", "{1,0}", "{2,1,0}", "{1,0:S(3)}",
                         "{1,0}, bounds = [3, 5]"})
    EXPECT_TRUE(read(text).isIdentity()) << text.str();
  for (StringRef text :
       {"{0,1}", "{1,0:T(2,2)}", "{1,0:T(1,1)}", "{1,0:L(16)}", "{1,0:E(32)}",
        "{1,0:M(64)}", "{1,0:SC(0:1)}", "{:T(128)}"})
    EXPECT_FALSE(read(text).isIdentity()) << text.str();
}

TEST_F(AttributeTest, HasStridesWithoutTiles) {
  EXPECT_THAT(*getStrides("{1,0}", {3, 5}), ElementsAre(5, 1));
  EXPECT_THAT(*getStrides("{0,1}", {3, 5}), ElementsAre(1, 3));
  EXPECT_THAT(*getStrides("{2,0,1}", {2, 4, 6}), ElementsAre(6, 12, 1));
  EXPECT_THAT(*getStrides("{}", {}), ElementsAre());
}

TEST_F(AttributeTest, HasDynamicStridesWithoutTiles) {
  constexpr int64_t dynamic = ShapedType::kDynamic;
  EXPECT_THAT(*getStrides("{1,0}", {dynamic, 5}), ElementsAre(5, 1));
  EXPECT_THAT(*getStrides("{1,0}", {3, dynamic}), ElementsAre(dynamic, 1));
  EXPECT_THAT(*getStrides("{0,1,2}", {dynamic, 5, 6}),
              ElementsAre(1, dynamic, dynamic));
}

TEST_F(AttributeTest, HasStridesWhereTilesOnlyReorder) {
  // One tile a column block: the blocks of a row-major array, whole.
  EXPECT_THAT(*getStrides("{1,0:T(1,5)}", {3, 5}), ElementsAre(5, 1));
  EXPECT_THAT(*getStrides("{1,0:T(4)}", {3, 8}), ElementsAre(8, 1));
  // A tile of all rows and one column turns the array round.
  EXPECT_THAT(*getStrides("{1,0:T(3,1)}", {3, 5}), ElementsAre(1, 3));
  EXPECT_THAT(*getStrides("{1,0:T(full,1)}, bounds = [3, 5]", {3, 5}),
              ElementsAre(1, 3));
  // Row padding is a stride.
  EXPECT_THAT(*getStrides("{1,0:T(1,8)}", {3, 5}), ElementsAre(8, 1));
}

TEST_F(AttributeTest, HasNoStridesWhereThereAreNone) {
  EXPECT_FALSE(getStrides("{1,0:T(2,2)}", {3, 5}));
  EXPECT_FALSE(getStrides("{0:T(2)(4,1)}", {8}));
  // Strided for the extents that are known, but not for every one.
  EXPECT_FALSE(getStrides("{1,0:T(3,1)}", {ShapedType::kDynamic, 5}));
}

TEST_F(AttributeTest, HasNoStridesWhereStorageIsNotPlain) {
  EXPECT_FALSE(getStrides("{1,0:E(4)}", {3, 5}));
  EXPECT_FALSE(getStrides("{1,0:M(16)}", {3, 5}));
  EXPECT_FALSE(getStrides("{1,0:L(16)}", {3, 5})) << "pads from 15 to 16";
  EXPECT_THAT(*getStrides("{1,0:L(5)}", {3, 5}), ElementsAre(5, 1))
      << "does not pad";
  EXPECT_FALSE(getStrides("{1,0:L(5)}", {ShapedType::kDynamic, 5}))
      << "may pad";
}

TEST_F(AttributeTest, ShowsThePhysicalMap) {
  EXPECT_EQ(getMap("{1,0:T(2,2)}"),
            "(d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod 2)");
  EXPECT_EQ(getMap("{0,1}"), "(d0, d1) -> (d1, d0)");
  EXPECT_EQ(getMap("{:T(128)}"), "() -> (0, 0)");
  EXPECT_EQ(getMap("{1,0:T(*,2)}, bounds = [?, 5]"),
            "(d0, d1) -> ((d0 * 5 + d1) floordiv 2, (d0 * 5 + d1) mod 2)");
}

TEST_F(AttributeTest, HidesNoMissingMapBehindAnIdentity) {
  // Without bounds there is no map; a symbol says so to whoever looks.
  for (StringRef text : {"{1,0:T(*,2)}", "{1,0:T(1,full)}"}) {
    AffineMap map = read(text).getAffineMap();
    EXPECT_FALSE(map.isIdentity()) << text.str();
    EXPECT_EQ(map.getNumSymbols(), 1u) << text.str();
  }
}

//===----------------------------------------------------------------------===//
// Layouts of types
//===----------------------------------------------------------------------===//

TEST_F(AttributeTest, NamesTheLayoutOfAType) {
  Type f32 = Float32Type::get(&context);
  TiledLayoutAttr tiled = read("{1,0:T(2,2)}");
  auto tensor = RankedTensorType::get({3, 5}, f32, tiled);
  auto memref = MemRefType::get({3, 5}, f32, tiled);
  EXPECT_TRUE(isTiled(tensor));
  EXPECT_TRUE(isTiled(memref));
  EXPECT_EQ(tiled_layout::getLayout(tensor), tiled.getLayout());
  EXPECT_EQ(tiled_layout::getLayout(memref), tiled.getLayout());

  auto plain = MemRefType::get({3, 5}, f32);
  EXPECT_FALSE(isTiled(plain));
  EXPECT_EQ(tiled_layout::getLayout(plain), Layout::getRowMajor(2));
  auto strided =
      MemRefType::get({3, 5}, f32, StridedLayoutAttr::get(&context, 0, {7, 1}));
  EXPECT_FALSE(tiled_layout::getLayout(strided));
  auto foreign =
      RankedTensorType::get({3, 5}, f32, StringAttr::get(&context, "{0,1}"));
  EXPECT_FALSE(tiled_layout::getLayout(foreign));
}

/// What another dialect writes so that its attribute can take part; here, a
/// string that holds a layout.
struct StringLayout
    : LayoutAttrInterface::ExternalModel<StringLayout, StringAttr> {
  Layout getLayout(Attribute attribute) const {
    return layoutOf(cast<StringAttr>(attribute).getValue());
  }
};

TEST_F(AttributeTest, LetsAnotherAttributeTakePart) {
  StringAttr::attachInterface<StringLayout>(context);
  auto type =
      RankedTensorType::get({3, 5}, Float32Type::get(&context),
                            StringAttr::get(&context, "{1,0:T(2,2)E(64)}"));
  EXPECT_TRUE(isTiled(type));
  EXPECT_EQ(tiled_layout::getLayout(type), layoutOf("{1,0:T(2,2)E(64)}"));
  EXPECT_EQ(getBitsPerElement(type), 64);
  EXPECT_FALSE(isPlainStorage(type));

  // Operations ask through the interface too: 17 is XLA's figure for (2, 3).
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  context.loadDialect<arith::ArithDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  Value array = EmptyOp::create(builder, loc, type, ValueRange());
  Value i = arith::ConstantIndexOp::create(builder, loc, 2);
  Value j = arith::ConstantIndexOp::create(builder, loc, 3);
  Value position =
      builder.createOrFold<LinearizeOp>(loc, array, ValueRange({i, j}));
  EXPECT_EQ(getConstantIntValue(position), 17);
}

/// Another dialect's attribute that no parser of ours has seen: a number of
/// rows.
struct RowsLayout
    : LayoutAttrInterface::ExternalModel<RowsLayout, IntegerAttr> {
  Layout getLayout(Attribute attribute) const {
    Layout layout = Layout::getRowMajor(2);
    layout.tiles = {getTile({cast<IntegerAttr>(attribute).getInt(), 4})};
    return layout;
  }
};

TEST_F(AttributeTest, ChecksTheRulesOfAnotherAttributesLayout) {
  IntegerAttr::attachInterface<RowsLayout>(context);
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diag) { message = diag.str(); });
  Builder builder(&context);
  auto check = [&](int64_t rows) {
    auto type = RankedTensorType::get({3, 5}, builder.getF32Type(),
                                      builder.getI64IntegerAttr(rows));
    return succeeded(verifyTiled(
        type, [&] { return mlir::emitError(UnknownLoc::get(&context)); }));
  };
  EXPECT_TRUE(check(2));
  EXPECT_FALSE(check(0));
  EXPECT_EQ(message,
            "tile size must be at least 1, but entry 0 of level 1 is 0");
}

TEST_F(AttributeTest, ChecksWhatAnotherAttributeSays) {
  StringAttr::attachInterface<StringLayout>(context);
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diag) { message = diag.str(); });
  auto check = [&](StringRef text) {
    auto type = RankedTensorType::get({3, 5}, Float32Type::get(&context),
                                      StringAttr::get(&context, text));
    message.clear();
    return succeeded(verifyTiled(
        type, [&] { return mlir::emitError(UnknownLoc::get(&context)); }));
  };
  EXPECT_TRUE(check("{0,1:T(2,2)}"));
  EXPECT_FALSE(check("{2,1,0}"));
  EXPECT_EQ(message, "layout {2,1,0} has 3 dimensions, but the array has 2");
  EXPECT_FALSE(check("{1,0:T(2305843009213693952)}"));
  EXPECT_NE(message.find("more than 2^63 - 1 bytes"), std::string::npos)
      << message;
}

} // namespace
