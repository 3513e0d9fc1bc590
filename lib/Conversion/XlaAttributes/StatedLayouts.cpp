//===- StatedLayouts.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedLayouts.h"

#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// One attribute
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>>
mlir::tiled_layout::readIntegers(Operation *op, StringRef name,
                                 Attribute attribute) {
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (!elements || elements.getType().getRank() != 1)
    return op->emitOpError() << "'" << name
                             << "' must hold lists of integers, such as "
                                "dense<[1, 0]> : tensor<2xindex>, but has "
                             << attribute;
  SmallVector<int64_t> integers;
  for (const APInt &element : elements.getValues<APInt>())
    integers.push_back(element.getSExtValue());
  return integers;
}

FailureOr<Layout> mlir::tiled_layout::readOrder(Operation *op, StringRef name,
                                                Attribute attribute) {
  FailureOr<SmallVector<int64_t>> order = readIntegers(op, name, attribute);
  if (failed(order))
    return failure();
  Layout layout;
  layout.minorToMajor.assign(order->begin(), order->end());
  if (std::optional<Violation> broken = checkLayout(layout))
    return op->emitOpError()
           << "'" << name << "' is no layout: " << broken->message;
  return layout;
}

/// Checks that a layout is one of the tensor type, or emits why not.
static LogicalResult checkOnType(Operation *op, Type type,
                                 const StatedLayout &stated) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return op->emitOpError() << stated.source << " states a layout of " << type
                             << ", which is no ranked tensor";
  if (tensor.getEncoding())
    return op->emitOpError() << stated.source << " states a layout of "
                             << tensor << ", which has an encoding already";
  auto checked = RankedTensorType::getChecked(
      [&] {
        return op->emitOpError()
               << stated.source << " does not fit " << tensor << ": ";
      },
      tensor.getShape(), tensor.getElementType(),
      TiledLayoutAttr::get(op->getContext(), stated.layout));
  return checked ? success() : failure();
}

/// Joins a statement with one about the same tensor.
static LogicalResult join(Operation *op, StatedLayout &known,
                          const StatedLayout &stated) {
  bool agree = known.isWhole && stated.isWhole
                   ? known.layout == stated.layout
                   : known.layout.minorToMajor == stated.layout.minorToMajor;
  if (!agree)
    return op->emitOpError()
           << stated.source << " states " << toString(stated.layout) << ", but "
           << known.source << " states " << toString(known.layout);
  if (stated.isWhole)
    known = stated;
  return success();
}

template <typename KeyT>
static LogicalResult insert(llvm::MapVector<KeyT, StatedLayout> &map, KeyT key,
                            Operation *op, Type type, StatedLayout layout) {
  if (failed(checkOnType(op, type, layout)))
    return failure();
  auto [it, isNew] = map.insert({key, layout});
  return isNew ? success() : join(op, it->second, layout);
}

LogicalResult StatedLayouts::state(OpResult result, StatedLayout layout) {
  return insert(results, result, result.getOwner(), result.getType(),
                std::move(layout));
}

LogicalResult StatedLayouts::state(OpOperand &operand, StatedLayout layout) {
  return insert(operands, &operand, operand.getOwner(), operand.get().getType(),
                std::move(layout));
}

LogicalResult StatedLayouts::stateArgument(func::FuncOp function,
                                           unsigned number,
                                           StatedLayout layout) {
  return insert(functionArguments, Port(function, number), function,
                function.getArgumentTypes()[number], std::move(layout));
}

LogicalResult StatedLayouts::stateResult(func::FuncOp function, unsigned number,
                                         StatedLayout layout) {
  return insert(functionResults, Port(function, number), function,
                function.getResultTypes()[number], std::move(layout));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns the type with the layout stated for the key, if there is one.
template <typename KeyT>
static Type getTypeFor(const llvm::MapVector<KeyT, StatedLayout> &map, KeyT key,
                       Type type) {
  auto it = map.find(key);
  if (it == map.end())
    return type;
  const Layout &layout = it->second.layout;
  auto tensor = cast<RankedTensorType>(type);
  Attribute encoding;
  if (!layout.isRowMajor())
    encoding = TiledLayoutAttr::get(type.getContext(), layout);
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType(),
                               encoding);
}

Type StatedLayouts::getType(OpResult result) const {
  return getTypeFor(results, result, result.getType());
}

Type StatedLayouts::getType(OpOperand &operand) const {
  return getTypeFor(operands, &operand, operand.get().getType());
}

FunctionType StatedLayouts::getType(func::FuncOp function) const {
  SmallVector<Type> inputs, outputs;
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
    inputs.push_back(
        getTypeFor(functionArguments, Port(function, number), type));
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    outputs.push_back(
        getTypeFor(functionResults, Port(function, number), type));
  return FunctionType::get(function.getContext(), inputs, outputs);
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

/// Removes an attribute of an operation that is not registered, whose printed
/// properties `<{...}>` are one dictionary, from there or from the others.
static void removeAttribute(Operation *op, StringRef name) {
  auto properties =
      dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (op->isRegistered() || !properties || !properties.contains(name)) {
    op->removeDiscardableAttr(name);
    return;
  }
  NamedAttrList rest(properties);
  rest.erase(name);
  LogicalResult set = op->setPropertiesFromAttribute(
      rest.getDictionary(op->getContext()), [&] { return op->emitOpError(); });
  assert(succeeded(set) && "any dictionary will do");
  (void)set;
}

void StatedLayouts::drop(Operation *op, StringRef name) {
  drops.push_back([op, name] { removeAttribute(op, name); });
}

void StatedLayouts::dropAttributes() {
  for (const std::function<void()> &drop : drops)
    drop();
}

LogicalResult StatedLayouts::read(ModuleOp module) {
  bool ok = succeeded(readEntry(module));
  module.walk([&](Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op))
      ok &= succeeded(readFunction(function));
    else
      ok &= succeeded(readOperation(op));
  });
  return success(ok);
}
