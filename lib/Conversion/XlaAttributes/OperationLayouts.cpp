//===- OperationLayouts.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedLayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Text.h"

using namespace mlir;
using namespace mlir::tiled_layout;

LogicalResult StatedLayouts::readOperandOrders(Operation *op, StringRef name,
                                               ArrayRef<Attribute> orders) {
  if (orders.size() != op->getNumOperands())
    return op->emitOpError()
           << "'" << name << "' states layouts of " << orders.size()
           << " operands, but there are " << op->getNumOperands();
  for (auto [operand, order] : llvm::zip_equal(op->getOpOperands(), orders)) {
    FailureOr<Layout> layout = readOrder(op, name, order);
    if (failed(layout) ||
        failed(state(operand, {*layout, false, "'" + name.str() + "'"})))
      return failure();
  }
  drop(op, name);
  return success();
}

LogicalResult StatedLayouts::readResultOrders(Operation *op, StringRef name,
                                              ArrayRef<Attribute> orders) {
  if (orders.size() != op->getNumResults())
    return op->emitOpError()
           << "'" << name << "' states layouts of " << orders.size()
           << " results, but there are " << op->getNumResults();
  for (auto [result, order] : llvm::zip_equal(op->getResults(), orders)) {
    FailureOr<Layout> layout = readOrder(op, name, order);
    if (failed(layout) ||
        failed(state(cast<OpResult>(result),
                     {*layout, false, "'" + name.str() + "'"})))
      return failure();
  }
  drop(op, name);
  return success();
}

/// Splits `(f32[2]{0}, f32[3])` into its shapes; a shape alone is one.
static SmallVector<StringRef> splitTuple(StringRef text) {
  text = text.trim();
  if (!text.consume_front("(") || !text.consume_back(")"))
    return {text};
  SmallVector<StringRef> shapes;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += StringRef("([{").contains(text[i]);
    depth -= StringRef(")]}").contains(text[i]);
    if (text[i] == ',' && depth == 0) {
      shapes.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  if (!text.trim().empty())
    shapes.push_back(text.drop_front(begin).trim());
  return shapes;
}

/// True if the text's shape is that of the tensor.
static bool isShapeOf(const Shape &shape, RankedTensorType type) {
  Type element = getElementType(shape.elementType, type.getContext());
  auto integer = dyn_cast<IntegerType>(type.getElementType());
  // MLIR's signless integers stand for both.
  bool isUnsigned = integer && integer.isSignless() &&
                    shape.elementType.kind == ElementKind::Unsigned &&
                    integer.getWidth() == shape.elementType.valueBits;
  if ((type.getElementType() != element && !isUnsigned) ||
      shape.rank() != static_cast<size_t>(type.getRank()))
    return false;
  for (auto [dimension, extent] :
       llvm::zip_equal(shape.dimensions, type.getShape()))
    if (extent != dimension.size &&
        !(ShapedType::isDynamic(extent) && dimension.bounded))
      return false;
  return true;
}

LogicalResult StatedLayouts::readShapes(Operation *op, StringAttr text) {
  SmallVector<StringRef> shapes = splitTuple(text);
  if (shapes.size() != op->getNumResults())
    return op->emitOpError()
           << "'xla_shape' is " << text << ", which has " << shapes.size()
           << " arrays, but there are " << op->getNumResults() << " results";
  for (auto [result, shapeText] : llvm::zip_equal(op->getResults(), shapes)) {
    llvm::Expected<Shape> shape =
        parseShape(shapeText, {/*allowComments=*/true});
    if (!shape)
      return op->emitOpError()
             << "'xla_shape' has \"" << shapeText
             << "\", which is no shape: " << llvm::toString(shape.takeError());
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !isShapeOf(*shape, type))
      return op->emitOpError() << "'xla_shape' has \"" << shapeText
                               << "\", but the result is " << result.getType();
    if (shape->layout && failed(state(cast<OpResult>(result),
                                      {*shape->layout, true, "'xla_shape'"})))
      return failure();
  }
  drop(op, "xla_shape");
  return success();
}

LogicalResult StatedLayouts::readOperation(Operation *op) {
  // Registered operations have attributes of such names that mean other
  // things, and demand types without our layouts.
  Attribute shape = op->getAttr("xla_shape");
  if (op->isRegistered()) {
    if (shape && !isa<func::FuncOp, ModuleOp>(op))
      return op->emitOpError() << "has 'xla_shape', but its result cannot have "
                                  "a layout; only operations that are not "
                                  "registered take any type";
    return success();
  }
  if (shape) {
    auto text = dyn_cast<StringAttr>(shape);
    if (!text)
      return op->emitOpError()
             << "'xla_shape' must be a string, but is " << shape;
    if (failed(readShapes(op, text)))
      return failure();
  }
  if (Attribute order = op->getAttr("result_layout"))
    if (failed(readResultOrders(op, "result_layout", order)))
      return failure();
  if (Attribute order = op->getAttr("source_layout"))
    if (failed(readOperandOrders(op, "source_layout", order)))
      return failure();
  for (StringRef name : {"operand_layouts", "result_layouts"}) {
    Attribute attribute = op->getAttr(name);
    if (!attribute)
      continue;
    auto orders = dyn_cast<ArrayAttr>(attribute);
    if (!orders)
      return op->emitOpError()
             << "'" << name << "' must be a list, but is " << attribute;
    if (failed(name == "operand_layouts"
                   ? readOperandOrders(op, name, orders.getValue())
                   : readResultOrders(op, name, orders.getValue())))
      return failure();
  }
  return success();
}
