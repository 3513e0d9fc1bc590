//===- StatedLayouts.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedLayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::isXlaOperation(Operation *op) {
  static constexpr llvm::StringLiteral dialects[] = {"stablehlo", "mhlo",
                                                     "chlo", "vhlo"};
  return !op->isRegistered() ||
         llvm::is_contained(dialects, op->getName().getDialectNamespace());
}

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

/// True for what attributes say of what is no array, such as a token.
static bool isNothing(const Layout &layout) {
  return layout.minorToMajor.empty() && layout.tiles.empty();
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

/// Adds what is stated of one value.
template <typename KeyT>
static LogicalResult insert(llvm::MapVector<KeyT, StatedArrays> &map, KeyT key,
                            Operation *op, Type type,
                            ArrayRef<std::optional<StatedLayout>> stated) {
  SmallVector<Type> leaves = flattenTuples(type);
  StatedArrays &known = map[key];
  known.resize(leaves.size());
  for (auto [old, layout, leaf] : llvm::zip_equal(known, stated, leaves)) {
    // What is no array has an empty list of dimensions.
    if (!layout || (!isa<ShapedType>(leaf) && isNothing(layout->layout)))
      continue;
    if (failed(checkOnType(op, leaf, *layout)))
      return failure();
    if (!old)
      old = layout;
    else if (failed(join(op, *old, *layout)))
      return failure();
  }
  return success();
}

/// Adds what is stated of the arrays of several values, in a row.
template <typename KeyT, typename RangeT>
static LogicalResult insertAll(llvm::MapVector<KeyT, StatedArrays> &map,
                               RangeT &&keys, TypeRange types, Operation *op,
                               const StatedArrays &stated) {
  ArrayRef<std::optional<StatedLayout>> rest = stated;
  for (auto [key, type] : llvm::zip_equal(keys, types)) {
    size_t count = flattenTuples(type).size();
    if (failed(insert(map, KeyT(key), op, type, rest.take_front(count))))
      return failure();
    rest = rest.drop_front(count);
  }
  return success();
}

LogicalResult StatedLayouts::stateResults(Operation *op, StatedArrays stated) {
  return insertAll(results, op->getOpResults(), op->getResultTypes(), op,
                   stated);
}

LogicalResult StatedLayouts::stateOperands(Operation *op, StatedArrays stated) {
  auto keys = llvm::map_range(op->getOpOperands(),
                              [](OpOperand &operand) { return &operand; });
  return insertAll(operands, keys, op->getOperandTypes(), op, stated);
}

LogicalResult StatedLayouts::statePorts(func::FuncOp function, bool areResults,
                                        StatedArrays stated) {
  TypeRange types =
      areResults ? function.getResultTypes() : function.getArgumentTypes();
  auto keys = llvm::map_range(llvm::seq<unsigned>(0, types.size()),
                              [&](unsigned n) { return Port(function, n); });
  return insertAll(areResults ? functionResults : functionArguments, keys,
                   types, function, stated);
}

LogicalResult StatedLayouts::statePort(func::FuncOp function, bool isResult,
                                       unsigned number, StatedLayout layout) {
  Type type = isResult ? function.getResultTypes()[number]
                       : function.getArgumentTypes()[number];
  if (isa<TupleType>(type))
    return checkOnType(function, type, layout);
  return insert(isResult ? functionResults : functionArguments,
                Port(function, number), function, type,
                std::optional(std::move(layout)));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

SmallVector<Type> mlir::tiled_layout::flattenTuples(TypeRange types) {
  SmallVector<Type> leaves;
  for (Type type : types)
    if (auto tuple = dyn_cast<TupleType>(type))
      tuple.getFlattenedTypes(leaves);
    else
      leaves.push_back(type);
  return leaves;
}

/// Returns the tensor type with a layout that is stated.
static Type getArrayType(RankedTensorType type, const StatedLayout &stated) {
  std::optional<Layout> own = getLayout(type);
  if (!stated.isWhole && own && own->minorToMajor == stated.layout.minorToMajor)
    return type;
  Attribute encoding;
  if (!stated.layout.isRowMajor())
    encoding = TiledLayoutAttr::get(type.getContext(), stated.layout);
  return type.cloneWithEncoding(encoding);
}

/// Takes from `stated` what belongs to `type`.
static Type takeType(Type type, ArrayRef<std::optional<StatedLayout>> &stated) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    SmallVector<Type> elements;
    for (Type element : tuple.getTypes())
      elements.push_back(takeType(element, stated));
    return TupleType::get(type.getContext(), elements);
  }
  const std::optional<StatedLayout> &own = stated.front();
  stated = stated.drop_front();
  return own ? getArrayType(cast<RankedTensorType>(type), *own) : type;
}

Type mlir::tiled_layout::getStatedType(
    Type type, ArrayRef<std::optional<StatedLayout>> stated) {
  return takeType(type, stated);
}

FunctionType StatedLayouts::getType(func::FuncOp function) const {
  auto getPort = [&](const Ports &ports, unsigned number, Type type) {
    auto it = ports.find(Port(function, number));
    return it == ports.end() ? type : getStatedType(type, it->second);
  };
  SmallVector<Type> inputs, outputs;
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
    inputs.push_back(getPort(functionArguments, number, type));
  for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
    outputs.push_back(getPort(functionResults, number, type));
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
    op->removeAttr(name);
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
