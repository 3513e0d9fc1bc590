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
    if (leastRank < 0) {
      emitError(root->getLoc()) << "least-rank is " << leastRank.getValue()
                                << ", but must be at least 0";
      return signalPassFailure();
    }
    llvm::SmallPtrSet<Operation *, 4> fixed = findFixed(root);
    root->walk([&](func::FuncOp function) {
      if (!function.isExternal() && !fixed.contains(function))
        state(function);
    });
  }

  /// Returns the functions whose type nothing may change: those that something
  /// else than a call refers to.
  static llvm::SmallPtrSet<Operation *, 4> findFixed(Operation *root) {
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
    return fixed;
  }

  /// States the layouts that are chosen for a function.
  void state(func::FuncOp function) {
    auto getMode = [&](Type type, Attribute stated) -> StringAttr {
      if (stated && stated != StringAttr::get(&getContext(), kAutoMode))
        return {};
      std::optional<Layout> layout = choose(type);
      return layout ? StringAttr::get(&getContext(), toString(*layout))
                    : StringAttr();
    };
    for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
      if (StringAttr mode =
              getMode(type, function.getArgAttr(number, kLayoutModeName)))
        function.setArgAttr(number, kLayoutModeName, mode);
    for (auto [number, type] : llvm::enumerate(function.getResultTypes()))
      if (StringAttr mode =
              getMode(type, function.getResultAttr(number, kLayoutModeName)))
        function.setResultAttr(number, kLayoutModeName, mode);
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
