//===- XlaAttributesToTiledLayout.cpp -------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "StatedLayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTXLAATTRIBUTESTOTILEDLAYOUTPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the same array in another layout.
static Value emitRelayout(OpBuilder &builder, Location loc, Value value,
                          RankedTensorType type) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, value, dim));
  Value dest = type.getEncoding()
                   ? Value(EmptyOp::create(builder, loc, type, sizes))
                   : Value(tensor::EmptyOp::create(builder, loc, type, sizes));
  return RelayoutOp::create(builder, loc, type, value, dest,
                            /*padding=*/Attribute())
      .getResult();
}

namespace {

class ConvertXlaAttributesToTiledLayoutPass
    : public tiled_layout::impl::ConvertXlaAttributesToTiledLayoutPassBase<
          ConvertXlaAttributesToTiledLayoutPass> {
private:
  void runOnOperation() final {
    ModuleOp module = getOperation();
    StatedLayouts stated;
    if (failed(verifyMemRefsBelow(module)) || failed(stated.read(module)) ||
        failed(checkSymbolUses(module, stated)))
      return signalPassFailure();

    for (OpOperand *operand : llvm::make_first_range(stated.getOperands()))
      operandTypes[operand] = stated.getType(*operand);
    setTypes(module, stated);
    module.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        relayOperand(operand);
    });
    stated.dropAttributes();
  }

  /// A function whose type changes is only called.
  static LogicalResult checkSymbolUses(ModuleOp module,
                                       const StatedLayouts &stated) {
    auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
    if (!uses)
      return success();
    for (const SymbolTable::SymbolUse &use : *uses) {
      auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          use.getUser(), use.getSymbolRef());
      if (function && !isa<func::CallOp>(use.getUser()) &&
          stated.getType(function) != function.getFunctionType())
        return use.getUser()->emitOpError()
               << "refers to @" << function.getName()
               << ", whose arguments or results get layouts; only func.call "
                  "can follow";
    }
    return success();
  }

  /// Gives functions, results and calls the types that are stated.
  void setTypes(ModuleOp module, const StatedLayouts &stated) {
    SmallVector<std::pair<OpResult, Type>> resultTypes;
    for (OpResult result : llvm::make_first_range(stated.getResults()))
      resultTypes.push_back({result, stated.getType(result)});
    module.walk([&](func::CallOp call) {
      auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      if (function)
        for (auto [result, type] : llvm::zip_equal(
                 call->getResults(), stated.getType(function).getResults()))
          resultTypes.push_back({cast<OpResult>(result), type});
    });
    SmallVector<std::pair<func::FuncOp, FunctionType>> functionTypes;
    module.walk([&](func::FuncOp function) {
      functionTypes.push_back({function, stated.getType(function)});
    });
    for (auto [result, type] : resultTypes)
      setType(result, type);
    for (auto [function, type] : functionTypes) {
      function.setType(type);
      if (!function.isExternal())
        for (auto [argument, argumentType] :
             llvm::zip_equal(function.getArguments(), type.getInputs()))
          setType(argument, argumentType);
    }
  }

  void setType(Value value, Type type) {
    if (value.getType() == type)
      return;
    formerTypes.insert({value, value.getType()});
    value.setType(type);
  }

  /// Returns the type that an operand is to have.
  Type getWantedType(OpOperand &operand) {
    Operation *op = operand.getOwner();
    if (auto it = operandTypes.find(&operand); it != operandTypes.end())
      return it->second;
    unsigned number = operand.getOperandNumber();
    if (auto call = dyn_cast<func::CallOp>(op))
      if (auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              call, call.getCalleeAttr()))
        return function.getArgumentTypes()[number];
    if (isa<func::ReturnOp>(op))
      return cast<func::FuncOp>(op->getParentOp()).getResultTypes()[number];
    // As in XLA, what states nothing takes an array as it lies. Registered
    // operations were built for the types that they have, and values that go on
    // to a region or block meet types there that nobody has stated.
    Type type = operand.get().getType();
    bool takesAnything = !op->isRegistered() && op->getNumRegions() == 0 &&
                         op->getNumSuccessors() == 0;
    // Our own operations know them, and an extent is the same in any layout.
    takesAnything |= isa_and_present<TiledLayoutDialect>(op->getDialect()) ||
                     isa<tensor::DimOp>(op);
    return takesAnything ? type : formerTypes.lookup_or(operand.get(), type);
  }

  void relayOperand(OpOperand &operand) {
    Type wanted = getWantedType(operand);
    if (wanted == operand.get().getType())
      return;
    OpBuilder builder(operand.getOwner());
    operand.set(emitRelayout(builder, operand.getOwner()->getLoc(),
                             operand.get(), cast<RankedTensorType>(wanted)));
  }

  llvm::DenseMap<OpOperand *, Type> operandTypes;
  /// The types, before this pass, of the values that get layouts from it.
  llvm::DenseMap<Value, Type> formerTypes;
};

} // namespace
