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

/// The layouts that a module's attributes state.
class StatedLayouts {
public:
  /// Reads all attributes of the module; emits an error at the operation that
  /// has it for each one that is malformed, does not fit its type or
  /// contradicts another one.
  LogicalResult read(ModuleOp module);

  /// Drops the attributes that have been read.
  void dropAttributes();

  /// Returns the type that a value, an operand or a function's result has by
  /// its attributes: without an encoding if it is row-major or nothing is
  /// stated.
  FunctionType getType(func::FuncOp function) const;
  Type getType(OpResult result) const;
  Type getType(OpOperand &operand) const;

  /// What is stated of results and operands of operations.
  const llvm::MapVector<OpResult, StatedLayout> &getResults() const {
    return results;
  }
  const llvm::MapVector<OpOperand *, StatedLayout> &getOperands() const {
    return operands;
  }

private:
  /// An argument or result of a function.
  using Port = std::pair<Operation *, unsigned>;
  using Ports = llvm::MapVector<Port, StatedLayout>;

  LogicalResult readFunction(func::FuncOp function);
  LogicalResult readEntry(ModuleOp module);
  LogicalResult readEntryPorts(ModuleOp module, func::FuncOp function,
                               bool areResults);
  LogicalResult readOperation(Operation *op);
  LogicalResult readShapes(Operation *op, StringAttr text);
  LogicalResult readOperandOrders(Operation *op, StringRef name,
                                  ArrayRef<Attribute> orders);
  LogicalResult readResultOrders(Operation *op, StringRef name,
                                 ArrayRef<Attribute> orders);

  LogicalResult state(OpResult result, StatedLayout layout);
  LogicalResult state(OpOperand &operand, StatedLayout layout);
  LogicalResult stateArgument(func::FuncOp function, unsigned number,
                              StatedLayout layout);
  LogicalResult stateResult(func::FuncOp function, unsigned number,
                            StatedLayout layout);
  /// Removes the attribute in the end.
  void drop(Operation *op, StringRef name);

  llvm::MapVector<OpResult, StatedLayout> results;
  llvm::MapVector<OpOperand *, StatedLayout> operands;
  Ports functionArguments, functionResults;
  SmallVector<std::function<void()>> drops;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_XLAATTRIBUTES_STATEDLAYOUTS_H
