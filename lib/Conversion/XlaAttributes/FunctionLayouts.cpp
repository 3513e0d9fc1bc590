//===- FunctionLayouts.cpp ------------------------------------------------===//
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
// Functions
//===----------------------------------------------------------------------===//

/// Reads `"{1,0:T(8,128)}"`; nothing for `"default"` and `"auto"`. The port is
/// the argument or result that has the attribute, as messages name it.
static FailureOr<std::optional<StatedLayout>>
readMode(func::FuncOp function, Attribute mode, const Twine &port) {
  std::string name = ("'" + kLayoutModeName + "' of " + port).str();
  auto text = dyn_cast<StringAttr>(mode);
  if (!text)
    return function.emitOpError()
           << name << " must be a string, but is " << mode;
  if (text == "default" || text == kAutoMode)
    return std::optional<StatedLayout>();
  llvm::Expected<Layout> layout = parseLayout(text, {/*allowComments=*/true});
  if (!layout)
    return function.emitOpError()
           << name << " is \"" << text.getValue()
           << "\", which is neither \"default\", \"auto\" nor a layout: "
           << llvm::toString(layout.takeError());
  return std::optional(StatedLayout{*layout, true, name});
}

LogicalResult StatedLayouts::readFunction(func::FuncOp function) {
  auto read = [&](Attribute mode, const Twine &port,
                  function_ref<LogicalResult(StatedLayout)> state,
                  std::function<void()> drop) {
    if (!mode)
      return success();
    auto layout = readMode(function, mode, port);
    if (failed(layout))
      return failure();
    // Whoever lays out automatically needs to know where it may.
    if (mode != StringAttr::get(function.getContext(), kAutoMode))
      drops.push_back(std::move(drop));
    return *layout ? state(**layout) : success();
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (failed(read(
            function.getArgAttr(i, kLayoutModeName), "argument " + Twine(i),
            [&](StatedLayout layout) {
              return statePort(function, /*isResult=*/false, i,
                               std::move(layout));
            },
            [=]() mutable { function.removeArgAttr(i, kLayoutModeName); })))
      return failure();
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (failed(read(
            function.getResultAttr(i, kLayoutModeName), "result " + Twine(i),
            [&](StatedLayout layout) {
              return statePort(function, /*isResult=*/true, i,
                               std::move(layout));
            },
            [=]() mutable {
              function.removeResultAttr(
                  i, StringAttr::get(function.getContext(), kLayoutModeName));
            })))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The entry computation
//===----------------------------------------------------------------------===//

namespace {

/// The layouts of a list of arrays, and of tuples of arrays in it, in a row.
struct EntryReader {
  Operation *op;
  StringRef layoutsName, tilesName;
  StatedArrays layouts;

  LogicalResult read(Attribute order, Attribute tiles) {
    auto orders = dyn_cast<ArrayAttr>(order);
    if (!orders)
      return readArray(order, tiles);
    auto levels = dyn_cast_or_null<ArrayAttr>(tiles);
    if (tiles && (!levels || levels.size() != orders.size()))
      return op->emitOpError()
             << "'" << tilesName << "' has " << tiles << " where '"
             << layoutsName << "' has " << orders << ", and must be as long";
    for (auto [number, inner] : llvm::enumerate(orders))
      if (failed(read(inner, levels ? levels[number] : Attribute())))
        return failure();
    return success();
  }

  LogicalResult readArray(Attribute order, Attribute tiles) {
    FailureOr<Layout> layout = readOrder(op, layoutsName, order);
    if (failed(layout))
      return failure();
    auto levels = dyn_cast_or_null<ArrayAttr>(tiles);
    if (tiles && !levels)
      return op->emitOpError() << "'" << tilesName
                               << "' must hold a list of tiles for each "
                                  "array, but has "
                               << tiles;
    if (levels)
      for (Attribute level : levels)
        if (failed(readTile(level, *layout)))
          return failure();
    if (std::optional<Violation> broken = checkLayout(*layout))
      return op->emitOpError()
             << "'" << tilesName << "' is no layout: " << broken->message;
    layouts.push_back(
        StatedLayout{*layout, levels != nullptr,
                     "'" + (levels ? tilesName : layoutsName).str() + "'"});
    return success();
  }

  LogicalResult readTile(Attribute level, Layout &layout) {
    FailureOr<SmallVector<int64_t>> sizes = readIntegers(op, tilesName, level);
    if (failed(sizes))
      return failure();
    Tile tile;
    for (int64_t size : *sizes)
      // The number that XLA has for `*`.
      tile.push_back(size == std::numeric_limits<int64_t>::min()
                         ? TileEntry::getCombine()
                         : TileEntry::getSize(size));
    // XLA passes over a tile without entries.
    if (!tile.empty())
      layout.tiles.push_back(std::move(tile));
    return success();
  }
};

} // namespace

LogicalResult StatedLayouts::readEntryPorts(ModuleOp module,
                                            func::FuncOp function,
                                            bool areResults) {
  StringRef layoutsName = areResults
                              ? "mhlo.xla_entry_computation_result_layout"
                              : "mhlo.xla_entry_computation_parameter_layouts";
  StringRef tilesName = areResults
                            ? "mhlo.xla_entry_computation_result_tiles"
                            : "mhlo.xla_entry_computation_parameter_tiles";
  Attribute orders = module->getAttr(layoutsName);
  Attribute tiles = module->getAttr(tilesName);
  if (!orders && tiles)
    return module.emitOpError()
           << "has '" << tilesName << "' without '" << layoutsName << "'";
  if (!orders)
    return success();
  if (!function)
    return module.emitOpError() << "has '" << layoutsName
                                << "', but no function @main that it speaks of";
  EntryReader reader{module, layoutsName, tilesName, {}};
  if (failed(reader.read(orders, tiles)))
    return failure();
  SmallVector<Type> leaves = flattenTuples(
      areResults ? function.getResultTypes() : function.getArgumentTypes());
  if (reader.layouts.size() != leaves.size())
    return module.emitOpError()
           << "'" << layoutsName << "' states layouts of "
           << reader.layouts.size() << " arrays, but @main has "
           << leaves.size() << (areResults ? " results" : " arguments");
  if (failed(statePorts(function, areResults, std::move(reader.layouts))))
    return failure();
  drop(module, layoutsName);
  drop(module, tilesName);
  return success();
}

LogicalResult StatedLayouts::readEntry(ModuleOp module) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (failed(readEntryPorts(module, function, /*areResults=*/false)))
    return failure();
  return readEntryPorts(module, function, /*areResults=*/true);
}
