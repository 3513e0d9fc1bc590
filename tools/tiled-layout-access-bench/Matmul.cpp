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
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <functional>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;

extern "C" void blockedMatmul(const float *a, const float *b, float *c,
                              long size);

namespace {

/// How a program goes through its matrices.
struct Form {
  /// Layouts of A, B and C; empty: row-major.
  std::array<llvm::StringRef, 3> layouts;
  /// What stays in registers: rows of C, and vectors of 16 of its columns.
  int64_t rows, vectors;
  /// A block of C has this height and width, and as much of A and B is used for
  /// it at once as this depth; 0: the whole height or width.
  int64_t depth, height, width;
  /// The innermost loop over blocks in registers goes down the rows of C, and a
  /// panel of B stays in cache, or along its columns, and one of A does.
  bool downRows;
};

} // namespace

/// The first has the blocks of BlockedMatmul.c. The last has layouts that a
/// compiler would choose for a product: what is used at once is contiguous.
static std::array<Form, 3> getForms(int64_t size) {
  Form small = {{"", "", ""}, 4, 4, 256, 0, 128, false};
  Form large = {{"", "", ""}, 8, 2, 512, 0, 128, false};
  llvm::StringRef tiles = "{1,0:T(8,128)}", panels = "{1,0:T(128,16)}";
  return {size <= 1024 ? small : large,
          {{tiles, tiles, tiles}, 16, 1, 128, 128, 0, true},
          {{"{0,1:T(128,16)}", panels, panels}, 16, 1, 128, 1024, 0, true}};
}

/// C's block is on its way while the products for it are summed up.
static void writeBlock(llvm::raw_ostream &os, const Form &form,
                       llvm::ArrayRef<std::string> types) {
  std::string sums, vectorTypes, results, products, additions;
  for (int64_t r = 0; r < form.rows; ++r) {
    products += llvm::formatv(
        "%a{0} = affine.load %a[%I + %i + {0}, %K + %k] : {1}\n"
        "%w{0} = vector.broadcast %a{0} : f32 to vector<16xf32>\n",
        r, types[0]);
    for (int64_t v = 0; v < form.vectors; ++v) {
      int64_t number = r * form.vectors + v;
      llvm::StringRef comma = number ? ", " : "";
      std::string place =
          llvm::formatv("%c[%I + %i + {0}, %J + %j + {1}]", r, 16 * v);
      os << llvm::formatv(
          "affine.prefetch {0}, write, locality<3>, data : {1}\n", place,
          types[2]);
      sums += llvm::formatv("{0}%s{1} = %zero", comma, number);
      vectorTypes += llvm::formatv("{0}vector<16xf32>", comma);
      results += llvm::formatv("{0}%p{1}", comma, number);
      products += llvm::formatv(
          "%p{0} = vector.fma %w{1}, %b{2}, %s{0} : vector<16xf32>\n", number,
          r, v);
      additions += llvm::formatv(
          "%c{0} = affine.vector_load {1} : {2}, vector<16xf32>\n"
          "%d{0} = arith.addf %c{0}, %sums#{0} : vector<16xf32>\n"
          "affine.vector_store %d{0}, {1} : {2}, vector<16xf32>\n",
          number, place, types[2]);
    }
  }
  os << llvm::formatv(
      "%sums:{0} = affine.for %k = 0 to {1} iter_args({2}) -> ({3}) {{\n",
      form.rows * form.vectors, form.depth, sums, vectorTypes);
  for (int64_t v = 0; v < form.vectors; ++v)
    os << llvm::formatv("%b{0} = affine.vector_load %b[%K + %k, %J + %j + {1}] "
                        ": {2}, vector<16xf32>\n",
                        v, 16 * v, types[1]);
  os << products << "affine.yield " << results << " : " << vectorTypes
     << "\n}\n"
     << additions;
}

/// The same for all layouts: indices are those of the matrices, and our
/// pipeline makes of them what the layouts ask for.
static std::string writeProgram(const Form &form, int64_t size) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::vector<std::string> types;
  for (llvm::StringRef layout : form.layouts)
    types.push_back(
        llvm::formatv("memref<{0}x{0}xf32{1}{2}{3}>", size,
                      layout.empty() ? "" : ", #tiled_layout.layout<", layout,
                      layout.empty() ? "" : ">"));
  os << llvm::formatv(
      "func.func @kernel(%a: {0} {{llvm.noalias}, %b: {1} {{llvm.noalias}, %c: "
      "{2} {{llvm.noalias}) attributes {{llvm.emit_c_interface} {{\n"
      "%zero = arith.constant dense<0.0> : vector<16xf32>\n",
      types[0], types[1], types[2]);
  auto getLoop = [](char name, int64_t end, int64_t step) -> std::string {
    return llvm::formatv("affine.for %{0} = 0 to {1} step {2} {{\n", name, end,
                         step);
  };
  int64_t height = form.height ? form.height : size;
  int64_t width = form.width ? form.width : size;
  std::string rows = getLoop('i', height, form.rows);
  std::string columns = getLoop('j', width, 16 * form.vectors);
  os << getLoop('J', size, width) << getLoop('K', size, form.depth)
     << getLoop('I', size, height)
     << (form.downRows ? columns + rows : rows + columns);
  writeBlock(os, form, types);
  os << "}\n}\n}\n}\n}\nreturn\n}\n";
  return text;
}

/// Small numbers, so that sums of products are exact.
static float getElement(int64_t matrix, int64_t row, int64_t column) {
  return matrix == 2 ? 0 : (matrix * 5 + row * 3 + column * 7) % 11 - 5;
}

namespace {

/// A matrix in a layout; an empty one is row-major.
class Matrix {
public:
  Matrix(llvm::StringRef layout, int64_t size)
      : placement(
            llvm::cantFail(parseLayout(layout.empty() ? "{1,0}" : layout)),
            {size, size}),
        isRowMajor(layout.empty()),
        array(placement.getPhysicalShape().vec(), 4) {}

  float &at(int64_t row, int64_t column) {
    int64_t position = isRowMajor ? row * placement.getExtents()[1] + column
                                  : placement.getPosition({row, column});
    return array.as<float>()[position];
  }
  Array *getArray() { return &array; }

private:
  Placement placement;
  bool isRowMajor;
  Array array;
};

} // namespace

static std::vector<Matrix> makeMatrices(const Form &form, int64_t size) {
  std::vector<Matrix> matrices;
  for (auto [number, layout] : llvm::enumerate(form.layouts)) {
    Matrix &matrix = matrices.emplace_back(layout, size);
    for (int64_t row = 0; row < size; ++row)
      for (int64_t column = 0; column < size; ++column)
        matrix.at(row, column) = getElement(number, row, column);
  }
  return matrices;
}

/// Compares C with another, and some elements with the definition.
static bool isCorrect(Matrix &c, Matrix &other, int64_t size) {
  bool correct = true;
  for (int64_t row = 0; row < size; ++row)
    for (int64_t column = 0; column < size; ++column)
      correct &= c.at(row, column) == other.at(row, column);
  for (int64_t row : {int64_t(0), size / 2 + 3, size - 1}) {
    float sum = 0;
    for (int64_t k = 0; k < size; ++k)
      sum += getElement(0, row, k) * getElement(1, k, row);
    correct &= sum == c.at(row, row);
  }
  return correct;
}

llvm::Expected<std::vector<MatmulResult>>
mlir::tiled_layout::bench::runMatmul(int64_t size, double minSeconds) {
  std::array<Form, 3> forms = getForms(size);
  std::vector<MatmulResult> results;
  std::vector<Program> programs;
  std::vector<std::vector<Matrix>> matrices;
  for (const Form &form : forms) {
    llvm::Expected<Program> program =
        Program::compile(writeProgram(form, size));
    if (!program)
      return program.takeError();
    programs.push_back(std::move(*program));
    matrices.push_back(makeMatrices(form, size));
    results.emplace_back().name =
        form.layouts[0].empty() ? "row-major" : llvm::join(form.layouts, " ");
  }
  matrices.push_back(makeMatrices(forms[0], size));
  results.emplace_back().name = "C";

  std::vector<std::function<void()>> runs;
  auto getArray = [&](size_t number, int64_t matrix) {
    return matrices[number][matrix].getArray();
  };
  for (size_t number = 0; number < programs.size(); ++number)
    runs.push_back([&, number] {
      programs[number].run(
          {getArray(number, 0), getArray(number, 1), getArray(number, 2)});
    });
  runs.push_back([&, &operands = matrices.back()] {
    blockedMatmul(&operands[0].at(0, 0), &operands[1].at(0, 0),
                  &operands[2].at(0, 0), size);
  });
  for (auto &run : runs)
    run();
  for (auto [result, operands] : llvm::zip_equal(results, matrices))
    result.correct = isCorrect(operands[2], matrices.back()[2], size);

  Timing timing =
      measure(llvm::to_vector_of<llvm::function_ref<void()>>(runs), minSeconds);
  for (auto [number, result] : llvm::enumerate(results)) {
    result.gflops = 2e-9 * size * size * size / timing.seconds[number];
    result.ratio = timing.ratios[number];
  }
  return results;
}
