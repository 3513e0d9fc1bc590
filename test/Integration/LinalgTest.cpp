//===- LinalgTest.cpp - Structured operations on tiles, executed ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random layouts for the operands of structured operations on integers. The
// programs are compiled by plans with masks, without masks and with fewer
// registers, and on whole tiles; all results are compared with what the
// operation means, padding with what it was.
//
//===----------------------------------------------------------------------===//

#include "RandomArrays.h"

#include "tiled_layout/Layout/Placement.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// An array of i32 in a layout, with values in place of elements and junk in
/// place of padding.
struct TiledArray {
  TiledArray(ArrayRef<int64_t> extents, const Layout &layout)
      : layout(layout), placement(layout, extents),
        buffer(placement.getElements(), junk) {
    shape.extents = shape.shape = llvm::to_vector(extents);
    shape.element = &i32;
  }

  int32_t &at(ArrayRef<int64_t> index) {
    return buffer[placement.getPosition(index)];
  }

  void fill(std::mt19937_64 &random) {
    forEach([&](ArrayRef<int64_t> index) {
      at(index) = static_cast<int32_t>(pick(random, -50, 50));
    });
  }

  template <typename Function>
  void forEach(Function function) const {
    ArrayRef<int64_t> extents = shape.extents;
    SmallVector<int64_t> index(extents.size(), 0);
    for (;;) {
      function(ArrayRef<int64_t>(index));
      size_t dim = index.size();
      while (dim > 0 && ++index[dim - 1] == extents[dim - 1])
        index[--dim] = 0;
      if (dim == 0)
        return;
    }
  }

  std::string getType() const { return printType(shape, layout); }

  static constexpr int32_t junk = 0x5A5A5A5A;
  static inline const Element i32 = {"i32", 32, true, {0}};
  Layout layout;
  Placement placement;
  std::vector<int32_t> buffer;
  ArrayShape shape;
};

/// Draws a layout whose tiles are small powers of two, so that the tiles of
/// several operands often have common edges; in some, rows take turns.
Layout getLayoutOfTiles(std::mt19937_64 &random, int64_t rank) {
  Layout layout;
  for (int64_t dim = 0; dim < rank; ++dim)
    layout.minorToMajor.insert(
        layout.minorToMajor.begin() + pick(random, 0, dim), dim);
  int64_t levels = pick(random, 0, 2), most = pick(random, 2, 4);
  bool takeTurns = rank > 1 && levels == 2 && chance(random, 60);
  for (int64_t level = 0; level < levels; ++level) {
    Tile tile;
    for (int64_t dim = 0; dim < rank; ++dim)
      tile.push_back(TileEntry::getSize(1 << pick(random, 0, most)));
    if (takeTurns && level == 0)
      tile[rank - 2] = TileEntry::getSize(8);
    if (takeTurns && level == 1) {
      tile.assign(rank, TileEntry::getSize(1));
      tile[rank - 2] = TileEntry::getSize(1 << pick(random, 1, 2));
    }
    layout.tiles.push_back(tile);
  }
  return layout;
}

/// A program on three arrays, and what it puts at an index of the third.
struct Program {
  std::string operation;
  SmallVector<SmallVector<int64_t>> extents;
  std::function<int32_t(std::vector<TiledArray> &, ArrayRef<int64_t>)> meaning;
};

/// C[i, j] += sum over k of A[i, k] * B[k, j]
Program getMatmul(int64_t m, int64_t n, int64_t k) {
  return {"linalg.matmul ins(%a, %b : {0}, {1}) outs(%c : {2})",
          {{m, k}, {k, n}, {m, n}},
          [k](std::vector<TiledArray> &arrays, ArrayRef<int64_t> index) {
            int32_t sum = arrays[2].at(index);
            for (int64_t x = 0; x < k; ++x)
              sum += arrays[0].at({index[0], x}) * arrays[1].at({x, index[1]});
            return sum;
          }};
}

/// C[i, j] = A[j, i] * B[j] + 7 * i
Program getTransposedBias(int64_t m, int64_t n) {
  return {R"(linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : {0}, {1}) outs(%c : {2}) {{
      ^bb0(%x: i32, %y: i32, %o: i32):
        %i = linalg.index 0 : index
        %n = arith.index_cast %i : index to i32
        %seven = arith.constant 7 : i32
        %s = arith.muli %n, %seven : i32
        %p = arith.muli %x, %y : i32
        %r = arith.addi %p, %s : i32
        linalg.yield %r : i32
    })",
          {{n, m}, {n}, {m, n}},
          [](std::vector<TiledArray> &arrays, ArrayRef<int64_t> index) {
            return arrays[0].at({index[1], index[0]}) *
                       arrays[1].at({index[1]}) +
                   7 * static_cast<int32_t>(index[0]);
          }};
}

/// C[j] = max(C[j], A[i, j] + B[i]) over all i
Program getColumnMaximum(int64_t m, int64_t n) {
  return {R"(linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%a, %b : {0}, {1}) outs(%c : {2}) {{
      ^bb0(%x: i32, %y: i32, %o: i32):
        %s = arith.addi %x, %y : i32
        %r = arith.maxsi %o, %s : i32
        linalg.yield %r : i32
    })",
          {{m, n}, {m}, {n}},
          [m](std::vector<TiledArray> &arrays, ArrayRef<int64_t> index) {
            int32_t maximum = arrays[2].at(index);
            for (int64_t x = 0; x < m; ++x)
              maximum = std::max(maximum, arrays[0].at({x, index[0]}) +
                                              arrays[1].at({x}));
            return maximum;
          }};
}

Program getRandomProgram(std::mt19937_64 &random) {
  // Even extents have no padding in most of the layouts.
  auto extent = [&] {
    return chance(random, 60) ? 8 * pick(random, 1, 5) : pick(random, 1, 40);
  };
  switch (pick(random, 0, 2)) {
  case 0:
    return getMatmul(extent(), extent(), extent());
  case 1:
    return getTransposedBias(extent(), extent());
  default:
    return getColumnMaximum(extent(), extent());
  }
}

std::string getFunction(const Program &program, ArrayRef<TiledArray> arrays,
                        int number) {
  std::string types[3];
  for (int k = 0; k < 3; ++k)
    types[k] = arrays[k].getType();
  std::string body =
      llvm::formatv(program.operation.c_str(), types[0], types[1], types[2]);
  return llvm::formatv("func.func @f{0}(%a: {1}, %b: {2}, %c: {3}) attributes "
                       "{{llvm.emit_c_interface} {{\n    {4}\n  return\n}\n",
                       number, types[0], types[1], types[2], body);
}

void runAndCompare(CompiledModule &module, const Program &program,
                   std::vector<TiledArray> &arrays, int number) {
  std::vector<int32_t> before = arrays[2].buffer;
  std::vector<int32_t> expected = before;
  TiledArray &result = arrays[2];
  result.forEach([&](ArrayRef<int64_t> index) {
    expected[result.placement.getPosition(index)] =
        program.meaning(arrays, index);
  });
  std::vector<std::unique_ptr<Argument>> owned;
  std::vector<void *> arguments;
  for (TiledArray &array : arrays) {
    owned.push_back(std::make_unique<Argument>(
        array.shape, array.layout, array.buffer.data(), /*linear=*/false));
    owned.back()->append(arguments);
  }
  module.call(llvm::formatv("f{0}", number).str(), arguments);
  // Padding stays, too.
  for (auto [position, value] : llvm::enumerate(expected))
    ASSERT_EQ(result.buffer[position], value) << "at position " << position;
  result.buffer = before;
}

} // namespace

TEST(LinalgTest, RandomLayouts) {
  constexpr int programs = 60;
  std::mt19937_64 random(511);
  std::vector<Program> all;
  std::vector<std::vector<TiledArray>> arrays;
  std::string source;
  for (int number = 0; number < programs; ++number) {
    all.push_back(getRandomProgram(random));
    arrays.emplace_back();
    for (ArrayRef<int64_t> extents : all.back().extents) {
      arrays.back().emplace_back(extents,
                                 getLayoutOfTiles(random, extents.size()));
      arrays.back().back().fill(random);
    }
    source += getFunction(all.back(), arrays.back(), number);
  }
  for (llvm::StringRef pipeline :
       {"tiled-layout-to-llvm-pipeline",
        "tiled-layout-to-llvm-pipeline{vector-bits=256 masked-bits=0}"}) {
    SCOPED_TRACE(pipeline.str());
    CompiledModule module(source, pipeline);
    ASSERT_TRUE(module);
    for (int number = 0; number < programs; ++number) {
      SCOPED_TRACE(getFunction(all[number], arrays[number], number));
      runAndCompare(module, all[number], arrays[number], number);
    }
  }
}
