//===- Kernels.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiled_layout::bench;
using llvm::StringRef;

llvm::ArrayRef<KernelElement> mlir::tiled_layout::bench::getKernelElements() {
  static constexpr KernelElement kinds[] = {
      {"f32", "f32", "f32", 4, true},
      {"bf16", "bf16", "f32", 2, true},
      {"s8", "i8", "i32", 1, false},
  };
  return kinds;
}

StringRef mlir::tiled_layout::bench::getName(Kernel kernel) {
  static constexpr llvm::StringLiteral names[numKernels] = {
      "axpy",    "gelu",      "row-sum", "column-sum",
      "softmax", "transpose", "stencil", "gather"};
  return names[static_cast<int>(kernel)];
}

bool mlir::tiled_layout::bench::isDefinedFor(Kernel kernel,
                                             const KernelElement &element) {
  if (kernel == Kernel::Gather)
    return element.xlaName == "f32";
  return element.isFloat ||
         (kernel != Kernel::Gelu && kernel != Kernel::Softmax);
}

namespace {

/// Writes the lines of a program.
class ProgramWriter {
public:
  ProgramWriter(const KernelElement &element, int64_t rows, int64_t columns,
                StringRef layout, bool isDynamic)
      : element(element), rows(rows), columns(columns), isDynamic(isDynamic),
        os(text) {
    std::string shape =
        isDynamic ? "?x?" : llvm::formatv("{0}x{1}", rows, columns).str();
    array = llvm::formatv("memref<{0}x{1}{2}{3}>", shape, element.mlirName,
                          layout.empty() ? "" : ", ", layout)
                .str();
    vector = llvm::formatv("memref<{0}x{1}>", std::max(rows, columns),
                           element.computeName)
                 .str();
  }

  std::string write(Kernel kernel);

private:
  void writeBody(Kernel kernel);
  void writeSoftmax();
  void writeGather();

  /// Each writes an operation and returns its result.
  std::string load(StringRef index);
  std::string loadOf(StringRef name, StringRef index);
  void store(StringRef value, StringRef name, StringRef index);
  std::string loadSum(StringRef index);
  void storeSum(StringRef value, StringRef index);
  std::string compute(StringRef op, StringRef a, StringRef b);
  std::string constant(double value);
  std::string polynomial(StringRef x, llvm::ArrayRef<double> coefficients);

  void open(StringRef variable, int64_t lower, StringRef upper) {
    os << llvm::formatv("affine.for %{0} = {1} to {2} {{\n", variable, lower,
                        upper);
  }
  /// Returns the bound of a loop over all rows, or columns, but so many.
  std::string getEnd(bool ofRows, int64_t border = 0) const {
    if (!isDynamic)
      return std::to_string((ofRows ? rows : columns) - border);
    return llvm::formatv("affine_map<()[n] -> (n - {0})>()[%{1}]", border,
                         ofRows ? "rows" : "columns")
        .str();
  }
  void close() { os << "}\n"; }
  std::string next() { return llvm::formatv("%v{0}", number++).str(); }

  const KernelElement &element;
  int64_t rows, columns;
  bool isDynamic;
  std::string array, vector, text;
  llvm::raw_string_ostream os;
  int number = 0;
};

} // namespace

std::string ProgramWriter::loadOf(StringRef name, StringRef index) {
  std::string stored = next();
  os << llvm::formatv("{0} = affine.load %{1}[{2}] : {3}\n", stored, name,
                      index, array);
  if (element.mlirName == element.computeName)
    return stored;
  std::string value = next();
  os << llvm::formatv("{0} = arith.{1} {2} : {3} to {4}\n", value,
                      element.isFloat ? "extf" : "extsi", stored,
                      element.mlirName, element.computeName);
  return value;
}

std::string ProgramWriter::load(StringRef index) { return loadOf("a", index); }

void ProgramWriter::store(StringRef value, StringRef name, StringRef index) {
  std::string stored = value.str();
  if (element.mlirName != element.computeName) {
    stored = next();
    os << llvm::formatv("{0} = arith.{1} {2} : {3} to {4}\n", stored,
                        element.isFloat ? "truncf" : "trunci", value,
                        element.computeName, element.mlirName);
  }
  os << llvm::formatv("affine.store {0}, %{1}[{2}] : {3}\n", stored, name,
                      index, array);
}

std::string ProgramWriter::loadSum(StringRef index) {
  std::string value = next();
  os << llvm::formatv("{0} = affine.load %s[{1}] : {2}\n", value, index,
                      vector);
  return value;
}

void ProgramWriter::storeSum(StringRef value, StringRef index) {
  os << llvm::formatv("affine.store {0}, %s[{1}] : {2}\n", value, index,
                      vector);
}

/// Sums may be taken in any order, as in any numeric library.
std::string ProgramWriter::compute(StringRef op, StringRef a, StringRef b) {
  std::string value = next();
  os << llvm::formatv("{0} = arith.{1}{2} {3}, {4}{5} : {6}\n", value, op,
                      element.isFloat ? "f" : "i", a, b,
                      element.isFloat ? " fastmath<reassoc, contract, nnan>"
                                      : "",
                      element.computeName);
  return value;
}

std::string ProgramWriter::constant(double value) {
  std::string name = next();
  if (element.isFloat)
    os << llvm::formatv("{0} = arith.constant {1:F6} : {2}\n", name, value,
                        element.computeName);
  else
    os << llvm::formatv("{0} = arith.constant {1} : {2}\n", name,
                        static_cast<int>(value), element.computeName);
  return name;
}

/// By Horner's rule, the highest coefficient first.
std::string ProgramWriter::polynomial(StringRef x,
                                      llvm::ArrayRef<double> coefficients) {
  std::string sum = constant(coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = compute("add", compute("mul", sum, x), constant(coefficient));
  return sum;
}

/// Three passes over each row: maximum, sum of exponentials, quotients.
void ProgramWriter::writeSoftmax() {
  auto exponential = [&](StringRef maximum) {
    std::string x = compute("sub", load("%i, %j"), maximum);
    return polynomial(
        x, {0.0001, 0.001389, 0.008333, 0.041667, 0.166667, 0.5, 1.0, 1.0});
  };
  auto reduce = [&](StringRef result, StringRef first,
                    llvm::function_ref<std::string()> term, StringRef op) {
    os << llvm::formatv("{0} = affine.for %j = 0 to {1} iter_args(%acc = {2}) "
                        "-> (f32) {{\n",
                        result, getEnd(/*ofRows=*/false), first);
    std::string sum = compute(op, "%acc", term());
    os << llvm::formatv("affine.yield {0} : f32\n", sum);
    close();
  };
  open("i", 0, getEnd(/*ofRows=*/true));
  reduce("%max", constant(-1000.0), [&] { return load("%i, %j"); }, "maximum");
  reduce("%sum", constant(0.0), [&] { return exponential("%max"); }, "add");
  os << "%one = arith.constant 1.0 : f32\n"
        "%scale = arith.divf %one, %sum : f32\n";
  open("j", 0, getEnd(/*ofRows=*/false));
  store(compute("mul", exponential("%max"), "%scale"), "b", "%i, %j");
  close();
  close();
}

void ProgramWriter::writeGather() {
  // Bits of an index: row above, column below.
  os << llvm::formatv("%shift = arith.constant {0} : index\n"
                      "%mask = arith.constant {1} : index\n",
                      llvm::Log2_64(columns), columns - 1);
  int64_t count = getGatherCount(rows, columns);
  open("k", 0, std::to_string(count));
  os << llvm::formatv("%packed = affine.load %b[%k] : memref<{0}xi32>\n"
                      "%at = arith.index_castui %packed : i32 to index\n"
                      "%row = arith.shrui %at, %shift : index\n"
                      "%column = arith.andi %at, %mask : index\n"
                      "%v = memref.load %a[%row, %column] : {1}\n",
                      count, array);
  storeSum("%v", "%k");
  close();
}

void ProgramWriter::writeBody(Kernel kernel) {
  if (kernel == Kernel::Softmax)
    return writeSoftmax();
  if (kernel == Kernel::Gather)
    return writeGather();
  int64_t border = kernel == Kernel::Stencil;
  open("i", border, getEnd(/*ofRows=*/true, border));
  open("j", border, getEnd(/*ofRows=*/false, border));
  switch (kernel) {
  case Kernel::Axpy: {
    std::string product = compute("mul", load("%i, %j"), constant(0.5 * 6));
    store(compute("add", product, loadOf("b", "%i, %j")), "b", "%i, %j");
    break;
  }
  case Kernel::Gelu: {
    std::string x = load("%i, %j");
    std::string p =
        polynomial(compute("mul", x, x),
                   {0.000041, -0.000864, 0.007861, -0.065947, 0.398942});
    store(
        compute("mul", x, compute("add", compute("mul", p, x), constant(0.5))),
        "b", "%i, %j");
    break;
  }
  case Kernel::RowSum:
    storeSum(compute("add", loadSum("%i"), load("%i, %j")), "%i");
    break;
  case Kernel::ColumnSum:
    storeSum(compute("add", loadSum("%j"), load("%i, %j")), "%j");
    break;
  case Kernel::Transpose:
    store(load("%j, %i"), "b", "%i, %j");
    break;
  case Kernel::Stencil:
    store(compute("add", compute("add", load("%i - 1, %j"), load("%i + 1, %j")),
                  compute("add", load("%i, %j - 1"), load("%i, %j + 1"))),
          "b", "%i, %j");
    break;
  case Kernel::Softmax:
  case Kernel::Gather:
    break;
  }
  close();
  close();
}

std::string ProgramWriter::write(Kernel kernel) {
  std::string second = array;
  if (kernel == Kernel::Gather) {
    int64_t count = getGatherCount(rows, columns);
    second = llvm::formatv("memref<{0}xi32>", count).str();
    vector = llvm::formatv("memref<{0}xf32>", count).str();
  }
  os << llvm::formatv(
      "func.func @kernel(%a: {0} {{llvm.noalias}, %b: {1} {{llvm.noalias}, "
      "%s: {2} {{llvm.noalias}) attributes {{llvm.emit_c_interface} {{\n",
      array, second, vector);
  if (isDynamic)
    os << llvm::formatv("%zero = arith.constant 0 : index\n"
                        "%first = arith.constant 1 : index\n"
                        "%rows = memref.dim %a, %zero : {0}\n"
                        "%columns = memref.dim %a, %first : {0}\n",
                        array);
  writeBody(kernel);
  os << "return\n}\n";
  return text;
}

std::string mlir::tiled_layout::bench::getProgram(Kernel kernel,
                                                  const KernelElement &element,
                                                  int64_t rows, int64_t columns,
                                                  StringRef layout,
                                                  bool isDynamic) {
  return ProgramWriter(element, rows, columns, layout, isDynamic).write(kernel);
}
