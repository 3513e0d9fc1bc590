//===- EmittedMapsProofTest.cpp - What lowered programs address -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program stores to every element of a tiled array, and beside it to the same
// element of an array without tiles. Once it is lowered, what the two stores
// address in one iteration must be an index and its position by the definition:
// Presburger arithmetic proves it of all iterations at once.
//
//===----------------------------------------------------------------------===//

#include "../Layout/LayoutText.h"
#include "tiled_layout/InitAll.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/Support/FormatVariadic.h"

#include <mutex>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using presburger::BoundType;
using presburger::IntegerRelation;
using presburger::PresburgerSpace;

namespace {

//===----------------------------------------------------------------------===//
// The definition
//===----------------------------------------------------------------------===//

/// Builds {(index, position)} of a layout step by step as the documents say:
/// order the dimensions, split the last ones at each level, number what is
/// left.
class DefinitionGraph {
public:
  explicit DefinitionGraph(const Shape &shape)
      : graph(PresburgerSpace::getRelationSpace(shape.rank(), 1)) {
    auto extents = shape.extents();
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      graph.addBound(BoundType::LB, dim, 0);
      graph.addBound(BoundType::UB, dim, extent - 1);
    }
    Layout layout = shape.getLayout();
    for (int64_t dim : llvm::reverse(layout.minorToMajor)) {
      digits.push_back({{}, extents[dim]});
      digits.back().row.resize(dim + 1);
      digits.back().row[dim] = 1;
    }
    for (const Tile &tile : layout.tiles)
      split(tile);
    number(shape.rank());
  }

  const IntegerRelation &get() const { return graph; }

private:
  /// A sum of variables with coefficients, from 0 to below `extent`.
  struct Digit {
    SmallVector<int64_t> row;
    int64_t extent;
  };

  static int64_t getSize(const TileEntry &entry, int64_t extent) {
    switch (entry.kind) {
    case TileEntry::Kind::Full:
      return extent;
    case TileEntry::Kind::Min:
      return std::min(entry.size, extent);
    default:
      return entry.size;
    }
  }

  /// Adds `factor * from` to `row`.
  static void add(SmallVectorImpl<int64_t> &row, ArrayRef<int64_t> from,
                  int64_t factor) {
    row.resize(std::max(row.size(), from.size()));
    for (auto [to, value] : llvm::zip_first(from, row))
      value += factor * to;
  }

  SmallVector<int64_t> getColumns(const Digit &digit) const {
    SmallVector<int64_t> columns = digit.row;
    columns.resize(graph.getNumCols());
    return columns;
  }

  void split(const Tile &tile) {
    while (digits.size() < tile.size())
      digits.insert(digits.begin(), Digit{{}, 1});
    SmallVector<Digit> last(digits.end() - tile.size(), digits.end());
    digits.resize(digits.size() - tile.size());
    SmallVector<Digit> inside;
    for (size_t k = 0; k < tile.size(); ++k) {
      if (tile[k].isCombine()) {
        add(last[k + 1].row, last[k].row, last[k + 1].extent);
        last[k + 1].extent *= last[k].extent;
        continue;
      }
      int64_t size = getSize(tile[k], last[k].extent);
      unsigned quotient = graph.addLocalFloorDiv(getColumns(last[k]), size);
      Digit outer{SmallVector<int64_t>(quotient + 1), 0};
      outer.row[quotient] = 1;
      outer.extent = (last[k].extent + size - 1) / size;
      Digit inner = last[k];
      add(inner.row, outer.row, -size);
      inner.extent = size;
      digits.push_back(outer);
      inside.push_back(inner);
    }
    digits.append(inside);
  }

  void number(unsigned position) {
    Digit sum{{}, 1};
    for (const Digit &digit : llvm::reverse(digits)) {
      add(sum.row, digit.row, sum.extent);
      sum.extent *= digit.extent;
    }
    SmallVector<int64_t> equal = getColumns(sum);
    equal[position] -= 1;
    graph.addEquality(equal);
  }

  IntegerRelation graph;
  SmallVector<Digit> digits;
};

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

struct Case {
  const char *name;
  const char *type;
  const char *extents;
  const char *layout;

  std::string getShape() const {
    return llvm::formatv("f32[{0}]{1}", extents, layout);
  }

  friend void PrintTo(const Case &value, std::ostream *os) {
    *os << value.getShape();
  }
};

/// Returns loops over all elements with a store to each of two arrays.
std::string getProgram(const Case &test) {
  SmallVector<StringRef> extents;
  StringRef(test.extents).split(extents, ',');
  std::string extentsAndType, loops, ends, index;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    extentsAndType += (extent + "x").str();
    loops += llvm::formatv("affine.for %i{0} = 0 to {1} {{\n", dim, extent);
    ends += "}\n";
    index += llvm::formatv("{0}%i{1}", dim ? ", " : "", dim);
  }
  extentsAndType += test.type;
  return llvm::formatv(R"(
    #layout = #tiled_layout.layout<{0}, bounds = [{6}]>
    func.func @f(%plain: memref<{1}> {{llvm.noalias},
                 %tiled: memref<{1}, #layout> {{llvm.noalias}, %v: {2}) {{
      {3}
        affine.store %v, %plain[{4}] : memref<{1}>
        affine.store %v, %tiled[{4}] : memref<{1}, #layout>
      {5}
      return
    })",
                       test.layout, extentsAndType, test.type, loops, index,
                       ends, test.extents);
}

class EmittedMapsTest : public testing::Test {
protected:
  EmittedMapsTest() {
    static std::once_flag once;
    std::call_once(once, [] {
      tiled_layout::registerAllPasses();
      registerTransformsPasses();
    });
    DialectRegistry registry;
    registry.insert<affine::AffineDialect, func::FuncDialect>();
    tiled_layout::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// Returns {(iteration, index)} of a store.
  static IntegerRelation getAccesses(affine::AffineStoreOp store) {
    IntegerRelation result(PresburgerSpace::getRelationSpace());
    affine::MemRefAccess access(store);
    EXPECT_TRUE(succeeded(access.getAccessRelation(result)));
    result.resetIds();
    return result;
  }

  /// True if in every iteration `tiled` addresses the position that the
  /// definition says of the index that `plain` addresses.
  static bool isDefinition(affine::AffineStoreOp plain,
                           affine::AffineStoreOp tiled,
                           const IntegerRelation &definition) {
    IntegerRelation defined = getAccesses(plain);
    EXPECT_FALSE(defined.isIntegerEmpty()) << "there is no iteration";
    defined.compose(definition);
    // {(addressed, defined)} of all iterations.
    IntegerRelation both = getAccesses(tiled);
    both.compose(getRowMajor(tiled.getMemRefType()));
    both.inverse();
    both.compose(defined);
    return llvm::all_of(ArrayRef<int64_t>{1, -1}, [&](int64_t sign) {
      IntegerRelation different = both;
      SmallVector<int64_t> difference(different.getNumCols());
      difference[0] = sign;
      difference[1] = -sign;
      difference.back() = -1;
      different.addInequality(difference);
      return different.isIntegerEmpty();
    });
  }

  /// Returns {(physical index, position)} of a memref without a layout.
  static IntegerRelation getRowMajor(MemRefType type) {
    IntegerRelation graph(PresburgerSpace::getRelationSpace(type.getRank(), 1));
    SmallVector<int64_t> equal(graph.getNumCols());
    int64_t stride = 1;
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      equal[dim] = stride;
      stride *= type.getDimSize(dim);
    }
    equal[type.getRank()] = -1;
    graph.addEquality(equal);
    return graph;
  }

  /// Lowers the program of a case. True if all stores that are left agree with
  /// the definition of a shape.
  bool isDefinition(const Case &test, StringRef pipeline, StringRef shape) {
    auto module = parseSourceString<ModuleOp>(getProgram(test), &context);
    PassManager manager(&context);
    if (!module || failed(parsePassPipeline(pipeline, manager)) ||
        failed(manager.run(*module))) {
      ADD_FAILURE() << "cannot lower " << getProgram(test);
      return false;
    }
    DefinitionGraph definition(shapeOf(shape));
    auto function = *module->getOps<func::FuncOp>().begin();
    int stores = 0;
    bool result = true;
    function.walk([&](affine::AffineStoreOp plain) {
      if (plain.getMemRef() != function.getArgument(0))
        return;
      // The other store is the next one of the same iteration.
      auto tiled = dyn_cast<affine::AffineStoreOp>(plain->getNextNode());
      ASSERT_TRUE(tiled) << "the stores were taken apart";
      ASSERT_EQ(tiled.getMemRef(), Value(function.getArgument(1)));
      result &= isDefinition(plain, tiled, definition.get());
      ++stores;
    });
    EXPECT_GT(stores, 0);
    return result;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

class EmittedMapsProofTest : public EmittedMapsTest,
                             public testing::WithParamInterface<Case> {
protected:
  bool isDefinition(StringRef pipeline) {
    return EmittedMapsTest::isDefinition(GetParam(), pipeline,
                                         GetParam().getShape());
  }
};
}; // namespace

TEST_P(EmittedMapsProofTest, Expanded) {
  EXPECT_TRUE(isDefinition("convert-tiled-layout-to-affine,canonicalize"));
}

TEST_P(EmittedMapsProofTest, Linear) {
  EXPECT_TRUE(
      isDefinition("convert-tiled-layout-to-affine{form=linear},canonicalize"));
}

TEST_P(EmittedMapsProofTest, ExpandedInCutLoops) {
  EXPECT_TRUE(
      isDefinition("func.func(tiled-layout-schedule-loops{steps=tile-loops}),"
                   "convert-tiled-layout-to-affine,canonicalize"));
}

TEST_P(EmittedMapsProofTest, LinearInCutLoops) {
  EXPECT_TRUE(
      isDefinition("func.func(tiled-layout-schedule-loops{steps=tile-loops}),"
                   "convert-tiled-layout-to-affine{form=linear},canonicalize"));
}

// The proofs can fail: of two programs, each is the definition of its own
// layout.
TEST_F(EmittedMapsTest, OtherLayoutsAreToldApart) {
  Case test{"", "f32", "21,300", "{1,0:T(8,128)}"};
  StringRef pipeline = "convert-tiled-layout-to-affine";
  EXPECT_TRUE(isDefinition(test, pipeline, "f32[21,300]{1,0:T(8,128)}"));
  for (const char *other :
       {"f32[21,300]", "f32[21,300]{0,1:T(8,128)}",
        "f32[21,300]{1,0:T(8,128)(2,1)}", "f32[21,300]{1,0:T(8,64)}"})
    EXPECT_FALSE(isDefinition(test, pipeline, other)) << other;
}

INSTANTIATE_TEST_SUITE_P(
    Formats, EmittedMapsProofTest,
    testing::Values(
        Case{"Figure1", "f32", "3,5", "{1,0:T(2,2)}"},
        Case{"ColumnMajor", "f32", "20,300", "{0,1:T(8,128)}"},
        Case{"Tile8x128", "f32", "20,300", "{1,0:T(8,128)}"},
        Case{"Packed16Bit", "bf16", "21,300", "{1,0:T(8,128)(2,1)}"},
        Case{"Packed8Bit", "i8", "21,300", "{1,0:T(8,128)(4,1)}"},
        Case{"PairsOfTiles", "bf16", "33,257", "{1,0:T(8,128)(2,1,1,1)}"},
        Case{"Vector", "bf16", "1500", "{0:T(1024)(128)(2,1)}"},
        Case{"TileLongerThanArray", "f32", "100", "{0:T(8,128)}"},
        Case{"Suffix", "f32", "5,4,7", "{1,0,2:T(3)}"},
        Case{"PaddingAtSecondLevel", "f32", "13,11", "{1,0:T(4,6)(3,4)}"},
        Case{"Permuted", "bf16", "8,1,20,300", "{3,2,0,1:T(8,128)(2,1)}"},
        Case{"OddEven", "f32", "5,20", "{1,0:T(16)(2)(8,1)}"},
        Case{"Channels", "f32", "2,21,3,5", "{3,2,1,0:T(16,1,1)}"},
        Case{"Combined", "f32", "3,7,5", "{2,1,0:T(*,*,4)}"},
        Case{"CombinedLater", "f32", "13,11", "{1,0:T(4,4)(*,3)}"},
        Case{"Full", "f32", "6,10", "{1,0:T(full,4)}"},
        Case{"Min", "f32", "6,3", "{1,0:T(4,min(8))}"}),
    [](const testing::TestParamInfo<Case> &info) { return info.param.name; });
