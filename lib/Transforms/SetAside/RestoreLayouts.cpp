//===- RestoreLayouts.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "../Relayouts.h"
#include "Marks.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_RESTORELAYOUTSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns `type` with an encoding, or itself if it is no plain tensor or the
/// encoding is not legal for it.
static Type getTypeIn(Type type, Attribute encoding) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding() || !encoding)
    return type;
  RankedTensorType tiled = withEncoding(tensor, encoding);
  return tiled ? tiled : type;
}

/// Relays an operand of an operation to another layout.
static void relayTo(OpOperand &operand, Type type) {
  auto from = dyn_cast<RankedTensorType>(operand.get().getType());
  auto to = dyn_cast<RankedTensorType>(type);
  if (!from || !to || from.getEncoding() == to.getEncoding() ||
      !getLayout(from) || !getLayout(to))
    return;
  RankedTensorType wanted = withEncoding(from, to.getEncoding());
  if (!wanted)
    return;
  Operation *op = operand.getOwner();
  OpBuilder builder(op);
  operand.set(createRelayout(builder, removeMarks(op->getLoc()), operand.get(),
                             wanted));
}

namespace {

class RestoreLayoutsPass
    : public tiled_layout::impl::RestoreLayoutsPassBase<RestoreLayoutsPass> {
public:
  using RestoreLayoutsPassBase::RestoreLayoutsPassBase;

private:
  void runOnOperation() final {
    Operation *root = getOperation();
    auto list = root->getAttrOfType<ArrayAttr>(asideName);
    if (!list) {
      // At the place alone: any module without them would do.
      mlir::emitError(root->getLoc())
          << "no layouts are set aside here; tiled-layout-set-aside-layouts "
             "does that";
      return signalPassFailure();
    }
    found.clear();
    if (failed(setSignatures(root)))
      return signalPassFailure();
    setTypes(root);
    relayBranches(root);
    SmallVector<Operation *> ops;
    root->walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      if (op != root)
        relayAround(op);
    replaceCasts(root);
    if (failed(checkNothingIsLost(list)))
      return signalPassFailure();
    root->removeAttr(asideName);
  }

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  /// Returns the type with the encoding that a function states, or an error if
  /// it no longer fits.
  FailureOr<Type> getPortType(FunctionOpInterface function, StringRef what,
                              unsigned number, Type type, Attribute encoding) {
    if (!encoding)
      return type;
    Type tiled = getTypeIn(type, encoding);
    if (tiled == type)
      return function.emitOpError()
             << "lost a layout: " << what << " " << number << " had "
             << encoding << ", which its type does not take now, " << type;
    return tiled;
  }

  LogicalResult setSignatures(Operation *root) {
    WalkResult walked = root->walk([&](FunctionOpInterface function) {
      SmallVector<Type> inputs, results;
      for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
        auto port = getPortType(function, "argument", number, type,
                                function.getArgAttr(number, asideName));
        if (failed(port))
          return WalkResult::interrupt();
        inputs.push_back(*port);
        function.removeArgAttr(number, asideName);
        if (!function.isExternal())
          function.getArgument(number).setType(*port);
      }
      for (auto [number, type] : llvm::enumerate(function.getResultTypes())) {
        auto port = getPortType(function, "result", number, type,
                                function.getResultAttr(number, asideName));
        if (failed(port))
          return WalkResult::interrupt();
        results.push_back(*port);
        function.removeResultAttr(
            number, StringAttr::get(function.getContext(), asideName));
      }
      // Functions of other dialects may have types that cannot be made from
      // these.
      if (inputs != function.getArgumentTypes() ||
          results != function.getResultTypes())
        function.setType(function.cloneTypeWith(inputs, results));
      return WalkResult::advance();
    });
    return success(!walked.wasInterrupted());
  }

  /// Gives each value the layout that its location says. Where an operation
  /// has more results than were marked, rewrites put those of what they fused
  /// into it in front.
  static void setTypes(Operation *root) {
    root->walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments()) {
            auto mark = getMark(argument.getLoc());
            argument.setLoc(removeMarks(argument.getLoc()));
            if (mark && mark->size() == 1)
              argument.setType(getTypeIn(argument.getType(), mark->front()));
          }
      auto mark = getMark(op->getLoc());
      op->setLoc(removeMarks(op->getLoc()));
      if (Attribute encoding = op->getAttr(asideName);
          encoding && isa<RelayoutOp>(op)) {
        mark = {isa<UnitAttr>(encoding) ? Attribute() : encoding};
        op->removeAttr(asideName);
      }
      if (!mark)
        return;
      size_t count = std::min<size_t>(op->getNumResults(), mark->size());
      for (size_t i = 1; i <= count; ++i) {
        OpResult result = op->getOpResult(op->getNumResults() - i);
        setResultType(result,
                      getTypeIn(result.getType(), (*mark)[mark->size() - i]));
      }
    });
    SymbolTableCollection symbols;
    root->walk([&](CallOpInterface call) {
      auto function = dyn_cast_or_null<FunctionOpInterface>(
          call.resolveCallableInTable(&symbols));
      if (!function || function.getNumResults() != call->getNumResults())
        return;
      for (auto [result, type] :
           llvm::zip_equal(call->getResults(), function.getResultTypes()))
        result.setType(type);
    });
  }

  //===--------------------------------------------------------------------===//
  // Relayouts where types differ
  //===--------------------------------------------------------------------===//

  /// Where control flow meets, values have one type: that of the operation's
  /// results, if they are among them.
  static void relayBranches(Operation *root) {
    root->walk([&](RegionBranchOpInterface op) {
      RegionBranchSuccessorMapping mapping;
      op.getSuccessorOperandInputMapping(mapping, std::nullopt);
      for (auto &[operand, inputs] : mapping) {
        auto result = llvm::find_if(inputs, llvm::IsaPred<OpResult>);
        Type type = result != inputs.end() ? (*result).getType()
                                           : inputs.front().getType();
        for (Value input : inputs)
          input.setType(type);
      }
      // In the order of operands, so that the output is always the same.
      auto pairs = llvm::to_vector_of<std::pair<OpOperand *, Type>>(
          llvm::map_range(mapping, [](auto &entry) {
            return std::pair(entry.first, entry.second.front().getType());
          }));
      llvm::sort(pairs, [](auto a, auto b) {
        return a.first->getOperandNumber() < b.first->getOperandNumber();
      });
      for (auto [operand, type] : pairs)
        relayTo(*operand, type);
    });
    root->walk([&](BranchOpInterface branch) {
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        SuccessorOperands operands = branch.getSuccessorOperands(i);
        Block *successor = branch->getSuccessor(i);
        MutableOperandRange forwarded = operands.getMutableForwardedOperands();
        unsigned produced = operands.getProducedOperandCount();
        for (auto [number, operand] :
             llvm::enumerate(MutableArrayRef<OpOperand>(forwarded)))
          relayTo(operand, successor->getArgument(produced + number).getType());
      }
    });
    root->walk([&](scf::ForallOp op) {
      for (auto [argument, result] :
           llvm::zip_equal(op.getRegionIterArgs(), op.getResults()))
        argument.setType(result.getType());
    });
  }

  /// Makes the types around an operation such that it verifies: its operands'
  /// follow those of its results; or else it works without layouts.
  void relayAround(Operation *op) {
    if (isa<UnrealizedConversionCastOp>(op))
      return;
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      SymbolTableCollection symbols;
      auto function = dyn_cast_or_null<FunctionOpInterface>(
          call.resolveCallableInTable(&symbols));
      if (function)
        for (auto [operand, type] : llvm::zip(call.getArgOperandsMutable(),
                                              function.getArgumentTypes()))
          relayTo(operand, type);
    } else if (op->hasTrait<OpTrait::ReturnLike>() &&
               isa<FunctionOpInterface>(op->getParentOp())) {
      auto function = cast<FunctionOpInterface>(op->getParentOp());
      for (auto [operand, type] :
           llvm::zip(op->getOpOperands(), function.getResultTypes()))
        relayTo(operand, type);
    } else if (auto dps = dyn_cast<DestinationStyleOpInterface>(op);
               dps && op->getNumResults() != 0) {
      for (OpOperand &init : dps.getDpsInitsMutable())
        if (OpResult result = dps.getTiedOpResult(&init))
          relayTo(init, result.getType());
    } else if (OpTrait::hasElementwiseMappableTraits(op) &&
               op->getNumResults() != 0) {
      for (OpOperand &operand : op->getOpOperands())
        relayTo(operand, op->getResult(0).getType());
    }
    if (op->getNumRegions() == 0 && !verifies(op))
      workWithoutLayouts(op);
  }

  static bool verifies(Operation *op) {
    ScopedDiagnosticHandler quiet(op->getContext(),
                                  [](Diagnostic &) { return success(); });
    return succeeded(verify(op, /*verifyRecursively=*/false));
  }

  static void workWithoutLayouts(Operation *op) {
    auto getPlain = [](Type type) -> Type {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && isTiled(tensor) ? tensor.dropEncoding() : type;
    };
    for (OpOperand &operand : op->getOpOperands())
      relayTo(operand, getPlain(operand.get().getType()));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    for (OpResult result : op->getOpResults()) {
      Type type = result.getType(), plain = getPlain(type);
      if (type == plain)
        continue;
      setResultType(result, plain);
      SmallVector<OpOperand *> uses = llvm::map_to_vector(
          result.getUses(), [](OpOperand &use) { return &use; });
      Value relaid = createRelayout(builder, op->getLoc(), result,
                                    cast<RankedTensorType>(type));
      for (OpOperand *use : uses)
        use->set(relaid);
    }
  }

  /// Replaces the casts around operations that kept their layouts.
  static void replaceCasts(Operation *root) {
    IRRewriter rewriter(root->getContext());
    root->walk([&](UnrealizedConversionCastOp op) {
      if (op->getNumOperands() != 1 || op->getNumResults() != 1)
        return;
      auto source = dyn_cast<RankedTensorType>(op.getOperand(0).getType());
      auto result = dyn_cast<RankedTensorType>(op.getResult(0).getType());
      if (!source || !result || source.getShape() != result.getShape() ||
          source.getElementType() != result.getElementType() ||
          (!isTiled(source) && !isTiled(result)))
        return;
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(
          op, createRelayout(rewriter, op->getLoc(), op.getOperand(0), result));
    });
  }

  //===--------------------------------------------------------------------===//
  // The check
  //===--------------------------------------------------------------------===//

  /// Each layout that was set aside must be that of something again.
  LogicalResult checkNothingIsLost(ArrayAttr list) {
    auto note = [&](Type type) {
      type.walk([&](RankedTensorType tensor) {
        if (tensor.getEncoding())
          found.insert(tensor.getEncoding());
      });
    };
    getOperation()->walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        note(type);
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        note(function.getFunctionType());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            note(type);
    });
    bool ok = true;
    for (Attribute entry : list) {
      auto pair = cast<ArrayAttr>(entry);
      if (found.contains(pair[0]))
        continue;
      std::string text =
          "layout was dropped while it was set aside: no value has it now";
      Location loc(cast<LocationAttr>(pair[1]));
      if (allowDropped) {
        mlir::emitWarning(loc) << pair[0] << " " << text;
        continue;
      }
      mlir::emitError(loc) << pair[0] << " " << text;
      ok = false;
    }
    return success(ok);
  }

  llvm::DenseSet<Attribute> found;
};

} // namespace
