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

/// Reads orders of dimensions, from lists in lists for tuples.
static LogicalResult readOrderList(Operation *op, StringRef name,
                                   Attribute attribute, StatedArrays &stated) {
  if (auto list = dyn_cast<ArrayAttr>(attribute)) {
    for (Attribute element : list)
      if (failed(readOrderList(op, name, element, stated)))
        return failure();
    return success();
  }
  FailureOr<Layout> layout = readOrder(op, name, attribute);
  if (failed(layout))
    return failure();
  stated.push_back(StatedLayout{*layout, false, "'" + name.str() + "'"});
  return success();
}

LogicalResult StatedLayouts::readOrders(Operation *op, StringRef name,
                                        Attribute orders, bool areResults) {
  StatedArrays stated;
  if (failed(readOrderList(op, name, orders, stated)))
    return failure();
  SmallVector<Type> leaves =
      flattenTuples(areResults ? TypeRange(op->getResultTypes())
                               : TypeRange(op->getOperandTypes()));
  if (stated.size() != leaves.size())
    return op->emitOpError()
           << "'" << name << "' states layouts of " << stated.size()
           << (areResults ? " results" : " operands") << ", but there are "
           << leaves.size();
  drop(op, name);
  return areResults ? stateResults(op, std::move(stated))
                    : stateOperands(op, std::move(stated));
}

/// The tuples of `xla_shape` may lie in so many others.
static constexpr int maxTupleDepth = 32;

/// Appends the shapes of `(f32[2]{0}, (f32[3], token[]))`, in a row; a shape
/// alone is one. Returns false if tuples lie in too many others.
static bool splitTuple(StringRef text, SmallVectorImpl<StringRef> &shapes,
                       int around = 0) {
  text = text.trim();
  if (!text.starts_with("(") || !text.ends_with(")")) {
    shapes.push_back(text);
    return true;
  }
  if (around > maxTupleDepth)
    return false;
  text = text.drop_front().drop_back();
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += StringRef("([{").contains(text[i]);
    depth -= StringRef(")]}").contains(text[i]);
    if (text[i] == ',' && depth == 0) {
      if (!splitTuple(text.slice(begin, i), shapes, around + 1))
        return false;
      begin = i + 1;
    }
  }
  return text.trim().empty() ||
         splitTuple(text.drop_front(begin), shapes, around + 1);
}

/// True if XLA's text `token[]` or `opaque[]` names what is no array.
static bool isNameOf(StringRef text, Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return !isa<ShapedType, TupleType>(type) &&
         (text == "token[]" || text == "opaque[]") &&
         StringRef(name).ends_with(text.drop_back(2));
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

/// Reads one shape of `xla_shape` and its layout, if it has one.
static FailureOr<std::optional<StatedLayout>>
readShape(Operation *op, StringRef text, Type leaf) {
  if (isNameOf(text, leaf))
    return std::optional<StatedLayout>();
  llvm::Expected<Shape> shape = parseShape(text, {/*allowComments=*/true});
  if (!shape)
    return op->emitOpError()
           << "'xla_shape' has \"" << text
           << "\", which is no shape: " << llvm::toString(shape.takeError());
  auto type = dyn_cast<RankedTensorType>(leaf);
  if (!type || !isShapeOf(*shape, type))
    return op->emitOpError()
           << "'xla_shape' has \"" << text << "\", but the result is " << leaf;
  if (!shape->layout)
    return std::optional<StatedLayout>();
  return std::optional(StatedLayout{*shape->layout, true, "'xla_shape'"});
}

LogicalResult StatedLayouts::readShapes(Operation *op, StringAttr text) {
  SmallVector<StringRef> shapes;
  if (!splitTuple(text, shapes))
    return op->emitOpError() << "'xla_shape' has tuples in more than "
                             << maxTupleDepth << " others";
  SmallVector<Type> leaves = flattenTuples(op->getResultTypes());
  if (shapes.size() != leaves.size())
    return op->emitOpError()
           << "'xla_shape' is " << text << ", which has " << shapes.size()
           << " arrays, but there are " << leaves.size() << " results";
  StatedArrays stated;
  for (auto [leaf, shapeText] : llvm::zip_equal(leaves, shapes)) {
    auto layout = readShape(op, shapeText, leaf);
    if (failed(layout))
      return failure();
    stated.push_back(std::move(*layout));
  }
  drop(op, "xla_shape");
  return stateResults(op, std::move(stated));
}

LogicalResult StatedLayouts::readOperation(Operation *op) {
  if (isa<func::FuncOp, ModuleOp>(op))
    return success();
  // Attributes that belong to an operation of another dialect mean what that
  // says; those that somebody has put there are XLA's.
  auto getAttr = [&](StringRef name) {
    return isXlaOperation(op) ? op->getAttr(name)
                              : op->getDiscardableAttr(name);
  };
  if (Attribute shape = getAttr("xla_shape")) {
    auto text = dyn_cast<StringAttr>(shape);
    if (!text)
      return op->emitOpError()
             << "'xla_shape' must be a string, but is " << shape;
    if (failed(readShapes(op, text)))
      return failure();
  }
  for (StringRef name : {"source_layout", "operand_layouts", "result_layout",
                         "result_layouts"}) {
    Attribute orders = getAttr(name);
    if (!orders)
      continue;
    bool isList = name.ends_with("s");
    if (isList && !isa<ArrayAttr>(orders))
      return op->emitOpError()
             << "'" << name << "' must be a list, but is " << orders;
    if (failed(readOrders(op, name, orders, name.starts_with("result"))))
      return failure();
  }
  return success();
}
