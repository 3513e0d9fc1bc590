//===- XlaAttributesToTiledLayout.cpp -------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "StatedLayouts.h"
#include "TupleRelayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_CONVERTXLAATTRIBUTESTOTILEDLAYOUTPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class ConvertXlaAttributesToTiledLayoutPass
    : public tiled_layout::impl::ConvertXlaAttributesToTiledLayoutPassBase<
          ConvertXlaAttributesToTiledLayoutPass> {
private:
  void runOnOperation() final {
    ModuleOp module = getOperation();
    formerTypes.clear();
    stated = StatedLayouts();
    if (failed(verifyMemRefsBelow(module)) || failed(stated.read(module)) ||
        failed(checkSymbolUses(module)))
      return signalPassFailure();
    // Verifiers compare these attributes with types.
    stated.dropAttributes();
    setTypes(module);
    WalkResult walked =
        module.walk([&](Operation *op) { return WalkResult(relayAround(op)); });
    if (walked.wasInterrupted())
      signalPassFailure();
  }

  /// A function whose type changes is only called.
  LogicalResult checkSymbolUses(ModuleOp module) {
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

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  /// Gives functions, their calls, and results of operations that take any
  /// type the types that are stated.
  void setTypes(ModuleOp module) {
    module.walk([&](func::FuncOp function) {
      FunctionType type = stated.getType(function);
      function.setType(type);
      if (!function.isExternal())
        for (auto [argument, argumentType] :
             llvm::zip_equal(function.getArguments(), type.getInputs()))
          setType(argument, argumentType);
    });
    for (const auto &[result, layouts] : stated.getResults())
      if (!isFixed(result.getOwner()))
        setType(result, getStatedType(result.getType(), layouts));
    module.walk([&](Operation *loop) {
      if (isLoop(loop))
        for (Region &body : loop->getRegions())
          for (auto [argument, result] :
               llvm::zip(body.getArguments(), loop->getResults()))
            setType(argument, result.getType());
    });
    module.walk([&](func::CallOp call) {
      if (auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              call, call.getCalleeAttr()))
        for (auto [result, type] :
             llvm::zip_equal(call->getResults(), function.getResultTypes()))
          setType(result, type);
    });
  }

  void setType(Value value, Type type) {
    if (value.getType() == type)
      return;
    formerTypes.insert({value, value.getType()});
    value.setType(type);
  }

  /// True if the types of the results depend on more than what is stated.
  static bool isFixed(Operation *op) {
    return op->isRegistered() || isTupleElement(op);
  }

  /// Returns the type that an operand is to have.
  Type getWantedType(OpOperand &operand) {
    Operation *op = operand.getOwner();
    unsigned number = operand.getOperandNumber();
    Type type = operand.get().getType();
    if (auto it = stated.getOperands().find(&operand);
        it != stated.getOperands().end())
      return getStatedType(type, it->second);
    if (auto call = dyn_cast<func::CallOp>(op))
      if (auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              call, call.getCalleeAttr()))
        return function.getArgumentTypes()[number];
    if (isa<func::ReturnOp>(op))
      return cast<func::FuncOp>(op->getParentOp()).getResultTypes()[number];
    if (isTuple(op) && hasStatements(op))
      return cast<TupleType>(op->getResult(0).getType()).getType(number);
    if (isLoop(op))
      return op->getResult(number).getType();
    if (std::optional<unsigned> result = getResultOfBranch(operand))
      return op->getParentOp()->getResult(*result).getType();
    // As in XLA, what states nothing takes an array as it lies. Registered
    // operations were built for the types that they have, and values that go on
    // to a region or block meet types there that nobody has stated.
    bool takesAnything = isTupleElement(op) || isTuple(op) ||
                         (!op->isRegistered() && !handsOnArrays(op) &&
                          op->getNumSuccessors() == 0);
    // Our own operations know them, and an extent is the same in any layout. A
    // destination and the result, and what is physical, have types that agree.
    auto relayout = dyn_cast<RelayoutOp>(op);
    bool mustAgree =
        isa<FromPhysicalOp, ToPhysicalOp>(op) ||
        (relayout && number == relayout.getDestMutable().getOperandNumber());
    takesAnything |=
        isa<tensor::DimOp>(op) ||
        (isa_and_present<TiledLayoutDialect>(op->getDialect()) && !mustAgree);
    return takesAnything ? type : formerTypes.lookup_or(operand.get(), type);
  }

  /// Returns the number of the result of the branch or loop around an operation
  /// at the end of its body that an operand becomes.
  static std::optional<unsigned> getResultOfBranch(OpOperand &operand) {
    Operation *op = operand.getOwner(), *parent = op->getParentOp();
    if (op->isRegistered() || !parent || !isBranch(parent) ||
        op->getNextNode() || op->getNumResults() != 0 ||
        op->getNumOperands() != parent->getNumResults() ||
        (isLoop(parent) && op->getParentRegion()->getRegionNumber() == 0))
      return std::nullopt;
    return operand.getOperandNumber();
  }

  /// True if the operation has bodies that get more than elements, or ends one.
  static bool handsOnArrays(Operation *op) {
    if (op->getName().stripDialect() == "return")
      return true;
    return llvm::any_of(op->getRegions(), [](Region &body) {
      return llvm::any_of(body.getArgumentTypes(), [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return !tensor || tensor.getRank() != 0;
      });
    });
  }

  bool hasStatements(Operation *op) {
    return llvm::any_of(op->getOpResults(),
                        [&](OpResult result) {
                          return stated.getResults().contains(result);
                        }) ||
           llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
             return stated.getOperands().contains(&operand);
           });
  }

  //===--------------------------------------------------------------------===//
  // Relayouts
  //===--------------------------------------------------------------------===//

  /// Gives an operation its operands in the layouts that it is to have, and
  /// its results those that are stated.
  LogicalResult relayAround(Operation *op) {
    if (isFixed(op) && hasStatements(op))
      return relayAroundFixed(op);
    for (OpOperand &operand : op->getOpOperands())
      if (failed(relayOperand(operand, getWantedType(operand))))
        return failure();
    // A tuple is one of the arrays that it is made of.
    if (isTupleElement(op))
      setType(op->getResult(0), getElementOfTuple(op));
    else if (isTuple(op) && !hasStatements(op))
      setType(op->getResult(0),
              TupleType::get(op->getContext(), op->getOperandTypes()));
    return success();
  }

  LogicalResult relayOperand(OpOperand &operand, Type wanted) {
    if (wanted == operand.get().getType())
      return success();
    OpBuilder builder(operand.getOwner());
    Value relaid =
        emitRelayout(builder, operand.getOwner(), operand.get(), wanted);
    if (relaid)
      operand.set(relaid);
    return success(relaid != nullptr);
  }

  /// What is registered gets what is stated of it if it takes such types; else
  /// its results are relaid after it.
  LogicalResult relayAroundFixed(Operation *op) {
    bool isFromElsewhere = isTupleElement(op) || isa<func::CallOp>(op);
    if (!isFromElsewhere && takesStatedTypes(op))
      return success();
    for (OpOperand &operand : op->getOpOperands()) {
      if (stated.getOperands().contains(&operand) && !isTupleElement(op))
        return op->emitOpError()
               << "cannot take the layout that is stated of operand "
               << operand.getOperandNumber() << ", " << getWantedType(operand);
      if (failed(relayOperand(operand, getWantedType(operand))))
        return failure();
    }
    if (isTupleElement(op))
      setType(op->getResult(0), getElementOfTuple(op));
    for (OpResult result : op->getOpResults())
      if (auto it = stated.getResults().find(result);
          it != stated.getResults().end())
        if (failed(relayResult(result, it->second)))
          return failure();
    return success();
  }

  /// Tries an operation with all types that are stated, and leaves it as it was
  /// if its verifier refuses them.
  bool takesStatedTypes(Operation *op) {
    SmallVector<Value> operands(op->getOperands());
    SmallVector<Type> types(op->getResultTypes());
    Operation *before = op->getPrevNode();
    // A refusal is an answer, not an error.
    ScopedDiagnosticHandler quiet(op->getContext(),
                                  [](Diagnostic &) { return success(); });
    bool fits = true;
    for (OpOperand &operand : op->getOpOperands())
      fits = fits && succeeded(relayOperand(operand, getWantedType(operand)));
    for (OpResult result : op->getOpResults())
      if (auto it = stated.getResults().find(result);
          it != stated.getResults().end())
        result.setType(getStatedType(result.getType(), it->second));
    if (fits && succeeded(verify(op, /*verifyRecursively=*/false))) {
      for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
        if (result.getType() != type)
          formerTypes.insert({result, type});
      return true;
    }
    op->setOperands(operands);
    for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
      result.setType(type);
    while (op->getPrevNode() != before)
      op->getPrevNode()->erase();
    return false;
  }

  /// Lets all that uses a result use it in the layouts that are stated.
  LogicalResult relayResult(OpResult result, const StatedArrays &layouts) {
    Type type = getStatedType(result.getType(), layouts);
    if (type == result.getType())
      return success();
    OpBuilder builder(result.getContext());
    builder.setInsertionPointAfter(result.getOwner());
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        result.getUses(), [](OpOperand &use) { return &use; });
    Value relaid = emitRelayout(builder, result.getOwner(), result, type);
    if (!relaid)
      return failure();
    for (OpOperand *use : uses)
      use->set(relaid);
    Type former = formerTypes.lookup_or(result, result.getType());
    formerTypes.insert({relaid, former});
    return success();
  }

  StatedLayouts stated;
  /// The types, before this pass, of the values that get layouts from it.
  llvm::DenseMap<Value, Type> formerTypes;
};

} // namespace
