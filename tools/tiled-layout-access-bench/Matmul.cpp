//===- Matmul.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"

#include "Program.h"

#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;

extern "C" void blockedMatmul(const float *a, const float *b, float *c,
                              long size);

/// Rows of C that stay in registers and vectors of 16 of its columns, as in
/// BlockedMatmul.c, as are the depth and width of blocks: of one and two tiles.
static constexpr int64_t numRows = 8, numVectors = 2;

namespace {

/// Writes the program. On tiled operands, the block's loops are those of their
/// physical arrays.
class MatmulWriter {
public:
  MatmulWriter(int64_t size, bool isTiled)
      : size(size), isTiled(isTiled), os(text) {}

  std::string write();

private:
  std::string getType() const;
  /// Index of (row, column), given as an expression for each digit.
  std::string getIndex(llvm::StringRef rowTile, llvm::StringRef row,
                       llvm::StringRef columnTile, llvm::StringRef column);
  void writeBlock();

  int64_t size;
  bool isTiled;
  std::string text;
  llvm::raw_string_ostream os;
  int number = 0;
};

} // namespace

std::string MatmulWriter::getType() const {
  if (isTiled)
    return llvm::formatv("memref<{0}x{1}x8x128xf32>", size / 8, size / 128)
        .str();
  return llvm::formatv("memref<{0}x{0}xf32>", size).str();
}

std::string MatmulWriter::getIndex(llvm::StringRef rowTile, llvm::StringRef row,
                                   llvm::StringRef columnTile,
                                   llvm::StringRef column) {
  if (isTiled)
    return llvm::formatv("{0}, {1}, {2}, {3}", rowTile, columnTile, row, column)
        .str();
  std::string index;
  for (auto [tile, inner, width] :
       {std::tuple(rowTile, row, 8), std::tuple(columnTile, column, 128)}) {
    std::string name = llvm::formatv("%x{0}", number++).str();
    os << llvm::formatv("{0} = affine.apply affine_map<(d0, d1) -> (d0 * {1} + "
                        "d1)>({2}, {3})\n",
                        name, width, tile, inner);
    index += (index.empty() ? "" : ", ") + name;
  }
  return index;
}

/// C's block stays in registers over a tile's columns of A.
void MatmulWriter::writeBlock() {
  std::string type = getType();
  std::vector<std::string> names, results, arguments, types;
  for (int64_t r = 0; r < numRows; ++r)
    for (int64_t v = 0; v < numVectors; ++v) {
      std::string name = llvm::formatv("%c{0}_{1}", r, v).str();
      std::string index = getIndex("%I", llvm::formatv("%r{0}", r).str(), "%J",
                                   llvm::formatv("%j{0}", v).str());
      os << llvm::formatv("{0} = vector.load %c[{1}] : {2}, vector<16xf32>\n",
                          name, index, type);
      names.push_back(name);
      arguments.push_back(llvm::formatv("%s{0}_{1} = {2}", r, v, name).str());
      types.push_back("vector<16xf32>");
    }
  os << llvm::formatv("%sums:{0} = scf.for %k = %zero to %width step {3} "
                      "iter_args({1}) -> ({2}) {{\n",
                      names.size(), llvm::join(arguments, ", "),
                      llvm::join(types, ", "), isTiled ? "%eight" : "%one");
  os << llvm::formatv(
      "%kTile = affine.apply affine_map<(d0, d1) -> (d0 * 16{0})"
      ">(%K, %k)\n",
      isTiled ? " + d1 floordiv 8" : "");
  for (int64_t r = 0; r < numRows; ++r)
    for (int64_t v = 0; v < numVectors; ++v)
      results.push_back(llvm::formatv("%s{0}_{1}", r, v).str());
  // A tile's rows of B have constant places.
  for (int64_t k = 0; k < (isTiled ? 8 : 1); ++k) {
    os << llvm::formatv(
        "%k_{0} = affine.apply affine_map<(d0) -> (d0 + {0})>(%k)\n", k);
    std::string row = isTiled ? llvm::formatv("%r{0}", k).str() : "%k";
    for (int64_t v = 0; v < numVectors; ++v) {
      std::string index =
          getIndex("%kTile", row, "%J", llvm::formatv("%j{0}", v).str());
      os << llvm::formatv(
          "%b{0}_{1} = vector.load %b[{2}] : {3}, vector<16xf32>\n", k, v,
          index, type);
    }
    for (int64_t r = 0; r < numRows; ++r) {
      std::string index = getIndex("%I", llvm::formatv("%r{0}", r).str(), "%K",
                                   llvm::formatv("%k_{0}", k).str());
      os << llvm::formatv("%a{0}_{1} = memref.load %a[{2}] : {3}\n"
                          "%w{0}_{1} = vector.broadcast %a{0}_{1} : f32 to "
                          "vector<16xf32>\n",
                          k, r, index, type);
      for (int64_t v = 0; v < numVectors; ++v) {
        std::string &sum = results[r * numVectors + v];
        std::string next = llvm::formatv("%f{0}_{1}_{2}", k, r, v).str();
        os << llvm::formatv("{0} = vector.fma %w{1}_{2}, %b{1}_{3}, {4} : "
                            "vector<16xf32>\n",
                            next, k, r, v, sum);
        sum = next;
      }
    }
  }
  os << llvm::formatv("scf.yield {0} : {1}\n}\n", llvm::join(results, ", "),
                      llvm::join(types, ", "));
  for (int64_t r = 0; r < numRows; ++r)
    for (int64_t v = 0; v < numVectors; ++v) {
      std::string index = getIndex("%I", llvm::formatv("%r{0}", r).str(), "%J",
                                   llvm::formatv("%j{0}", v).str());
      os << llvm::formatv(
          "vector.store %sums#{0}, %c[{1}] : {2}, vector<16xf32>\n",
          r * numVectors + v, index, type);
    }
}

std::string MatmulWriter::write() {
  std::string type = isTiled
                         ? llvm::formatv("memref<{0}x{0}xf32, "
                                         "#tiled_layout.layout<{{1,0:T(8,128)}>"
                                         ">",
                                         size)
                               .str()
                         : getType();
  llvm::StringRef suffix = isTiled ? "Tiled" : "";
  os << llvm::formatv(
      "func.func @kernel(%a{0}: {1} {{llvm.noalias}, %b{0}: {1} "
      "{{llvm.noalias}, %c{0}: {1} {{llvm.noalias}) attributes "
      "{{llvm.emit_c_interface} {{\n",
      suffix, type);
  if (isTiled)
    for (llvm::StringRef name : {"a", "b", "c"})
      os << llvm::formatv("%{0} = tiled_layout.to_physical %{0}Tiled : {1} to "
                          "{2}\n",
                          name, type, getType());
  os << llvm::formatv("%zero = arith.constant 0 : index\n"
                      "%one = arith.constant 1 : index\n"
                      "%eight = arith.constant 8 : index\n"
                      "%two = arith.constant 2 : index\n"
                      "%step = arith.constant {0} : index\n"
                      "%width = arith.constant 128 : index\n"
                      "%rows = arith.constant {1} : index\n"
                      "%columns = arith.constant {2} : index\n",
                      16 * numVectors, size / 8, size / 128);
  for (int64_t r = 0; r < numRows; ++r)
    os << llvm::formatv("%r{0} = arith.constant {0} : index\n", r);
  // A tile of A is used for all columns of two tiles of C while it is in cache.
  os << "scf.for %J0 = %zero to %columns step %two {\n"
        "%J1 = arith.addi %J0, %two : index\n"
        "scf.for %K = %zero to %columns step %one {\n"
        "scf.for %I = %zero to %rows step %one {\n"
        "scf.for %J = %J0 to %J1 step %one {\n"
        "scf.for %j0 = %zero to %width step %step {\n"
        "%sixteen0 = arith.constant 16 : index\n"
        "%j1 = arith.addi %j0, %sixteen0 : index\n";
  writeBlock();
  os << "}\n}\n}\n}\n}\nreturn\n}\n";
  return text;
}

/// Small numbers, so that sums of products are exact.
static float getElement(int64_t matrix, int64_t row, int64_t column) {
  return (matrix * 5 + row * 3 + column * 7) % 11 - 5;
}

llvm::Expected<MatmulResult>
mlir::tiled_layout::bench::runMatmul(int64_t size, double minSeconds) {
  llvm::Expected<Program> tiled =
      Program::compile(MatmulWriter(size, true).write());
  if (!tiled)
    return tiled.takeError();
  llvm::Expected<Program> rowMajor =
      Program::compile(MatmulWriter(size, false).write());
  if (!rowMajor)
    return rowMajor.takeError();

  Shape shape = llvm::cantFail(
      parseShape(llvm::formatv("f32[{0},{0}]{{1,0:T(8,128)}", size).str(), {}));
  Placement placement(*shape.layout, shape.extents());
  std::vector<Array> plain, packed;
  for (int64_t matrix = 0; matrix < 3; ++matrix) {
    plain.emplace_back(std::vector<int64_t>{size, size}, 4);
    packed.emplace_back(std::vector<int64_t>{size / 8, size / 128, 8, 128}, 4);
    for (int64_t row = 0; row < size; ++row)
      for (int64_t column = 0; column < size; ++column) {
        float value = matrix == 2 ? 0 : getElement(matrix, row, column);
        plain.back().as<float>()[row * size + column] = value;
        packed.back().as<float>()[placement.getPosition({row, column})] = value;
      }
  }
  Array copy({size, size}, 4);
  std::fill_n(copy.as<float>(), size * size, 0.0f);

  auto runTiled = [&] { tiled->run({&packed[0], &packed[1], &packed[2]}); };
  auto runPlain = [&] { rowMajor->run({&plain[0], &plain[1], &plain[2]}); };
  auto runC = [&] {
    blockedMatmul(plain[0].as<float>(), plain[1].as<float>(), copy.as<float>(),
                  size);
  };
  runTiled();
  runPlain();
  runC();
  MatmulResult result;
  result.correct = true;
  for (int64_t row = 0; row < size; ++row)
    for (int64_t column = 0; column < size; ++column) {
      float value = plain[2].as<float>()[row * size + column];
      result.correct &=
          value == copy.as<float>()[row * size + column] &&
          value == packed[2].as<float>()[placement.getPosition({row, column})];
    }
  for (int64_t row : {int64_t(0), size / 2 + 3, size - 1}) {
    float sum = 0;
    for (int64_t k = 0; k < size; ++k)
      sum += getElement(0, row, k) * getElement(1, k, row);
    result.correct &= sum == copy.as<float>()[row * size + row];
  }

  Timing timing = measure({runTiled, runPlain, runC}, minSeconds);
  double operations = 2.0 * size * size * size * 1e-9;
  result.tiledGflops = operations / timing.seconds[0];
  result.rowMajorGflops = operations / timing.seconds[1];
  result.cGflops = operations / timing.seconds[2];
  result.ratioRowMajor = 1 / timing.ratios[1];
  result.ratioC = 1 / timing.ratios[2];
  return result;
}
