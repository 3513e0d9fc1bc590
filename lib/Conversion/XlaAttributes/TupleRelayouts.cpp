//===- TupleRelayouts.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TupleRelayouts.h"

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True for XLA's operation of this name, whose dialect need not be known.
static bool isNamed(Operation *op, StringRef name) {
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "stablehlo" || dialect == "mhlo") &&
         op->getName().stripDialect() == name;
}

bool mlir::tiled_layout::isLoop(Operation *op) {
  return isNamed(op, "while") && op->getNumOperands() == op->getNumResults();
}

bool mlir::tiled_layout::isBranch(Operation *op) {
  return isLoop(op) || isNamed(op, "if") || isNamed(op, "case");
}

bool mlir::tiled_layout::isTuple(Operation *op) {
  if (!isNamed(op, "tuple") || op->getNumResults() != 1)
    return false;
  auto type = dyn_cast<TupleType>(op->getResult(0).getType());
  return type && type.size() == op->getNumOperands();
}

/// Returns the number of the element that an operation takes from a tuple.
static std::optional<size_t> getTupleIndex(Operation *op) {
  if (!isNamed(op, "get_tuple_element") || op->getNumOperands() != 1 ||
      op->getNumResults() != 1)
    return std::nullopt;
  auto tuple = dyn_cast<TupleType>(op->getOperand(0).getType());
  auto index = op->getAttrOfType<IntegerAttr>("index");
  if (!tuple || !index || index.getValue().uge(tuple.size()))
    return std::nullopt;
  return index.getValue().getZExtValue();
}

bool mlir::tiled_layout::isTupleElement(Operation *op) {
  return getTupleIndex(op).has_value();
}

Type mlir::tiled_layout::getElementOfTuple(Operation *op) {
  return cast<TupleType>(op->getOperand(0).getType())
      .getType(*getTupleIndex(op));
}

static Value emitTupleRelayout(OpBuilder &builder, Operation *user, Value value,
                               TupleType type) {
  MLIRContext *context = builder.getContext();
  std::string dialect =
      user->getName().getDialectNamespace() == "mhlo" ? "mhlo" : "stablehlo";
  OperationName get(dialect + ".get_tuple_element", context);
  OperationName make(dialect + ".tuple", context);
  if (!context->allowsUnregisteredDialects() &&
      !(get.isRegistered() && make.isRegistered())) {
    user->emitOpError() << "needs " << value.getType() << " as " << type
                        << ", but '" << get
                        << "', which takes a tuple apart, is not registered";
    return {};
  }
  SmallVector<Value> elements;
  for (auto [number, elementType] : llvm::enumerate(type.getTypes())) {
    OperationState state(user->getLoc(), get);
    state.addOperands(value);
    state.addTypes(cast<TupleType>(value.getType()).getType(number));
    state.addAttribute("index", builder.getI32IntegerAttr(number));
    Value element = emitRelayout(
        builder, user, builder.create(state)->getResult(0), elementType);
    if (!element)
      return {};
    elements.push_back(element);
  }
  OperationState state(user->getLoc(), make);
  state.addOperands(elements);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

Value mlir::tiled_layout::emitRelayout(OpBuilder &builder, Operation *user,
                                       Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (auto tuple = dyn_cast<TupleType>(type))
    return emitTupleRelayout(builder, user, value, tuple);
  Location loc = user->getLoc();
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    if (tensor.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, value, dim));
  Value dest =
      tensor.getEncoding()
          ? Value(EmptyOp::create(builder, loc, tensor, sizes))
          : Value(tensor::EmptyOp::create(builder, loc, tensor, sizes));
  return RelayoutOp::create(builder, loc, tensor, value, dest,
                            /*padding=*/Attribute())
      .getResult();
}
