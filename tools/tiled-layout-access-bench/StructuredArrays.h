//===- StructuredArrays.h - Operands of structured operations
//---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_STRUCTUREDARRAYS_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_STRUCTUREDARRAYS_H

#include "Program.h"
#include "Suite.h"

#include "tiled_layout/Layout/Placement.h"

#include <functional>

namespace mlir::tiled_layout::bench {

/// Fails if an operand has elements that are not f64, f32, bf16, f16 or
/// integers of whole bytes up to 32 bits.
llvm::Error checkElements(const SuiteCase &test);

/// The memory of one operand, with a position for each index.
class OperandArray {
public:
  /// In the shape's layout, or row-major.
  OperandArray(const Shape &shape, bool tiled);

  /// Returns a small number of the type: of floating-point types eighths, whose
  /// products add up without rounding.
  double getNumber(int64_t seed) const;
  /// Writes `getValue` of each index's row-major number, and NaN or the
  /// greatest number into padding.
  void fill(llvm::function_ref<double(int64_t)> getValue);
  /// Returns the elements in row-major order.
  std::vector<double> read();
  Array &getArray() { return array; }

private:
  /// Calls `visit` with the row-major number and the position of each element.
  void forEach(llvm::function_ref<void(int64_t, int64_t)> visit) const;
  double get(int64_t position);
  void set(int64_t position, double value);

  Shape shape;
  Placement placement;
  Array array;
  /// Of each dimension and index: what it adds to a position; empty where the
  /// dimensions do not add up.
  std::vector<std::vector<int64_t>> distances;
};

/// All operands of a case, and the arguments of a program on them.
class OperandSet {
public:
  /// Takes inputs in a layout, or row-major.
  OperandSet(const SuiteCase &test, bool tiled, bool dynamic);

  std::vector<OperandArray> &getOperands() { return operands; }
  /// Shares the memory of another set of the case, operand by operand, where
  /// the other has room. The pages of an array change the time of a program by
  /// up to a half. To fill one set overwrites what it shares with others.
  void shareMemory(OperandSet &other);
  /// Fills inputs with small numbers, and the output with one.
  void fill(double output);
  void **getArguments() { return arguments.data(); }

private:
  std::vector<OperandArray> operands;
  std::vector<void *> descriptors;
  std::vector<int64_t> extents;
  std::vector<void *> arguments;
};

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_STRUCTUREDARRAYS_H
