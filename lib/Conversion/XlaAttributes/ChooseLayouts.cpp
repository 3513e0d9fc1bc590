//===- ChooseLayouts.cpp - Layouts for programs that have none ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedLayouts.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/FormatChoice.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CHOOSELAYOUTSPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class ChooseLayoutsPass
    : public tiled_layout::impl::ChooseLayoutsPassBase<ChooseLayoutsPass> {
public:
  using ChooseLayoutsPassBase::ChooseLayoutsPassBase;

private:
  void runOnOperation() final {
    Operation *root = getOperation();
    // What refers to a function otherwise than by a call keeps its type.
    llvm::SmallPtrSet<Operation *, 4> fixed;
    root->walk([&](Operation *table) {
      if (!table->hasTrait<OpTrait::SymbolTable>())
        return;
      auto uses = SymbolTable::getSymbolUses(&table->getRegion(0));
      if (!uses)
        return;
      for (const SymbolTable::SymbolUse &use : *uses)
        if (!isa<func::CallOp>(use.getUser()))
          fixed.insert(SymbolTable::lookupNearestSymbolFrom(
              use.getUser(), use.getSymbolRef()));
    });
    root->walk([&](func::FuncOp function) {
      if (!function.isExternal() && !fixed.contains(function))
        state(function);
    });
  }

  /// States the layouts that are chosen for a function.
  void state(func::FuncOp function) {
    Builder builder(&getContext());
    auto stateAll = [&](TypeRange types, auto get, auto set) {
      for (auto [number, type] : llvm::enumerate(types)) {
        Attribute stated = get(number);
        if (stated && stated != builder.getStringAttr(kAutoMode))
          continue;
        if (std::optional<Layout> layout = choose(type))
          set(number, builder.getStringAttr(toString(*layout)));
      }
    };
    stateAll(
        function.getArgumentTypes(),
        [&](unsigned number) {
          return function.getArgAttr(number, kLayoutModeName);
        },
        [&](unsigned number, Attribute mode) {
          function.setArgAttr(number, kLayoutModeName, mode);
        });
    stateAll(
        function.getResultTypes(),
        [&](unsigned number) {
          return function.getResultAttr(number, kLayoutModeName);
        },
        [&](unsigned number, Attribute mode) {
          function.setResultAttr(number, kLayoutModeName, mode);
        });
  }

  /// Returns the layout for a tensor that has none, if it is to have one.
  std::optional<Layout> choose(Type type) const {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getEncoding() || tensor.getRank() < leastRank)
      return std::nullopt;
    std::optional<ElementType> element =
        getXlaElementType(tensor.getElementType());
    if (!element)
      return std::nullopt;
    return chooseFormat(*element, tensor.getShape());
  }
};

} // namespace
