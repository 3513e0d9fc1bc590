//===- StatedLayouts.h - What XLA's attributes say --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_XLAATTRIBUTES_STATEDLAYOUTS_H
#define TILED_LAYOUT_LIB_CONVERSION_XLAATTRIBUTES_STATEDLAYOUTS_H

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

#include <functional>

namespace mlir::tiled_layout {

/// The attribute of an argument or result that states its layout, and what it
/// says where a compiler may choose one.
inline constexpr llvm::StringLiteral kLayoutModeName = "mhlo.layout_mode";
inline constexpr llvm::StringLiteral kAutoMode = "auto";

/// A layout that an attribute states.
struct StatedLayout {
  Layout layout;
  /// False if only the order of the dimensions is stated, as by a list of
  /// dimensions; then another attribute may state the rest.
  bool isWhole = false;
  /// What states it, for messages: `'result_layout'`.
  std::string source;
};

/// Reads a list of dimensions or sizes such as `dense<[1, 0]> :
/// tensor<2xindex>` from the attribute called `name`, or emits why not at `op`.
FailureOr<SmallVector<int64_t>> readIntegers(Operation *op, StringRef name,
                                             Attribute attribute);

/// Reads the order of dimensions, most minor first.
FailureOr<Layout> readOrder(Operation *op, StringRef name, Attribute attribute);

/// True for operations that are XLA's: of its dialects, or of none that is
/// registered. Others may have attributes of the same names.
bool isXlaOperation(Operation *op);

/// What is stated of the arrays of one value: of a tensor, or of each array in
/// a tuple, in a row. Nothing of what is no array, as a token.
using StatedArrays = std::vector<std::optional<StatedLayout>>;

/// Returns the types of the arrays and tokens that types consist of.
SmallVector<Type> flattenTuples(TypeRange types);

/// Returns `type` with what is stated of its arrays, row-major ones without an
/// encoding. An order alone is what an array of the order has already.
Type getStatedType(Type type, ArrayRef<std::optional<StatedLayout>> stated);

/// The layouts that a module's attributes state.
class StatedLayouts {
public:
  /// Reads all attributes of the module; emits an error at the operation that
  /// has it for each one that is malformed, does not fit its type or
  /// contradicts another one.
  LogicalResult read(ModuleOp module);

  /// Drops the attributes that have been read.
  void dropAttributes();

  /// Returns the type that a function has by its attributes.
  FunctionType getType(func::FuncOp function) const;

  /// What is stated of results and operands of operations.
  const llvm::MapVector<OpResult, StatedArrays> &getResults() const {
    return results;
  }
  const llvm::MapVector<OpOperand *, StatedArrays> &getOperands() const {
    return operands;
  }

private:
  /// An argument or result of a function.
  using Port = std::pair<Operation *, unsigned>;
  using Ports = llvm::MapVector<Port, StatedArrays>;

  LogicalResult readFunction(func::FuncOp function);
  LogicalResult readEntry(ModuleOp module);
  LogicalResult readEntryPorts(ModuleOp module, func::FuncOp function,
                               bool areResults);
  LogicalResult readOperation(Operation *op);
  LogicalResult readShapes(Operation *op, StringAttr text);
  LogicalResult readOrders(Operation *op, StringRef name, Attribute orders,
                           bool areResults);

  /// State layouts of all operands, results or ports, whose arrays are as many.
  LogicalResult stateOperands(Operation *op, StatedArrays stated);
  LogicalResult stateResults(Operation *op, StatedArrays stated);
  LogicalResult statePorts(func::FuncOp function, bool areResults,
                           StatedArrays stated);
  LogicalResult statePort(func::FuncOp function, bool isResult, unsigned number,
                          StatedLayout layout);
  /// Removes the attribute in the end.
  void drop(Operation *op, StringRef name);

  llvm::MapVector<OpResult, StatedArrays> results;
  llvm::MapVector<OpOperand *, StatedArrays> operands;
  Ports functionArguments, functionResults;
  SmallVector<std::function<void()>> drops;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_XLAATTRIBUTES_STATEDLAYOUTS_H
