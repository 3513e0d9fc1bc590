//===- SetAsideLayouts.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "../../IR/AnyWithin.h"
#include "../LayoutCasts.h"
#include "Marks.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_SETASIDELAYOUTSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

static RankedTensorType getTiledTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isTiled(tensor) ? tensor : RankedTensorType();
}

/// Returns the encoding of a tensor with a layout of ours, else null.
static Attribute getTiledEncoding(Type type) {
  RankedTensorType tensor = getTiledTensor(type);
  return tensor ? tensor.getEncoding() : Attribute();
}

/// Reports a value whose type has tensors with layouts in it, as that of a
/// function has: nothing says what became of them.
static LogicalResult verifyNotNested(Operation *root) {
  auto hasNested = [](Type type) {
    return !isa<RankedTensorType>(type) &&
           anyWithin(type,
                     [](RankedTensorType inner) { return isTiled(inner); });
  };
  WalkResult walked = root->walk([&](Operation *op) {
    SmallVector<Type> types(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    auto *nested = llvm::find_if(types, hasNested);
    if (nested == types.end())
      return WalkResult::advance();
    op->emitOpError() << "has a value of type " << *nested
                      << ", whose layouts cannot be set aside";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

/// True for operations whose meaning depends on the layouts of their types, and
/// for those whose types a symbol has, too, such as global tensors.
static bool needsLayouts(Operation *op) {
  if (isa<SymbolUserOpInterface>(op) && !isa<CallOpInterface>(op))
    return true;
  return isa_and_present<TiledLayoutDialect>(op->getDialect()) &&
         !isa<RelayoutOp, EmptyOp>(op);
}

namespace {

class SetAsideLayoutsPass
    : public tiled_layout::impl::SetAsideLayoutsPassBase<SetAsideLayoutsPass> {
private:
  void runOnOperation() final {
    Operation *root = getOperation();
    if (root->hasAttr(asideName)) {
      mlir::emitError(root->getLoc())
          << "layouts are set aside already; "
             "tiled-layout-restore-layouts puts them back";
      return signalPassFailure();
    }
    layouts.clear();
    if (failed(verifyMemRefsBelow(root)) || failed(verifyNotNested(root)))
      return signalPassFailure();
    // Without layouts, casts between them would be none.
    replaceLayoutCasts(root);
    kept.clear();
    root->walk([&](Operation *op) {
      if (needsLayouts(op) && !kept.contains(op))
        keepLayouts(op);
    });
    root->walk([&](Operation *op) {
      if (op != root)
        setAside(op);
    });
    WalkResult checked = root->walk([](Operation *op) {
      return WalkResult(verify(op, /*verifyRecursively=*/false));
    });
    if (checked.wasInterrupted())
      return signalPassFailure();
    Builder builder(root->getContext());
    SmallVector<Attribute> list;
    for (auto [layout, loc] : layouts)
      list.push_back(builder.getArrayAttr({layout, loc}));
    root->setAttr(asideName, builder.getArrayAttr(list));
  }

  Attribute note(Attribute encoding, Location loc) {
    if (encoding)
      layouts.insert({encoding, loc});
    return encoding;
  }

  void setAside(Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      setAside(function);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          setAside(argument);
    if (kept.contains(op))
      return;
    if (isa<RelayoutOp>(op) && op->getNumResults() != 0) {
      Attribute encoding = getTiledEncoding(op->getResult(0).getType());
      op->setAttr(asideName,
                  encoding ? encoding : UnitAttr::get(op->getContext()));
    }
    SmallVector<Attribute> encodings;
    for (Type type : op->getResultTypes())
      encodings.push_back(note(getTiledEncoding(type), op->getLoc()));
    if (llvm::none_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
      return;
    op->setLoc(addMark(op->getLoc(), encodings));
    for (OpResult result : op->getOpResults())
      if (RankedTensorType type = getTiledTensor(result.getType()))
        setResultType(result, type.dropEncoding());
    if (isa<EmptyOp>(op)) {
      IRRewriter rewriter(op);
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(
          op, cast<RankedTensorType>(op->getResult(0).getType()),
          op->getOperands());
    }
  }

  void setAside(BlockArgument argument) {
    RankedTensorType type = getTiledTensor(argument.getType());
    if (!type)
      return;
    argument.setLoc(addMark(argument.getLoc(),
                            note(type.getEncoding(), argument.getLoc())));
    argument.setType(type.dropEncoding());
  }

  void setAside(FunctionOpInterface function) {
    auto stripAll = [&](ArrayRef<Type> types, auto setAttr) {
      SmallVector<Type> plain(types);
      for (auto [number, type] : llvm::enumerate(plain))
        if (RankedTensorType tensor = getTiledTensor(type)) {
          setAttr(number, note(tensor.getEncoding(), function.getLoc()));
          type = tensor.dropEncoding();
        }
      return plain;
    };
    SmallVector<Type> inputs =
        stripAll(function.getArgumentTypes(), [&](unsigned n, Attribute a) {
          function.setArgAttr(n, asideName, a);
        });
    SmallVector<Type> results =
        stripAll(function.getResultTypes(), [&](unsigned n, Attribute a) {
          function.setResultAttr(n, StringAttr::get(&getContext(), asideName),
                                 a);
        });
    // Functions of other dialects may have types that cannot be made from
    // these.
    if (inputs != function.getArgumentTypes() ||
        results != function.getResultTypes())
      function.setType(function.cloneTypeWith(inputs, results));
  }

  /// Puts casts around an operation that needs its layouts. Nothing but the
  /// other pass understands them.
  void keepLayouts(Operation *op) {
    auto cast = [&](OpBuilder &builder, Value value) {
      return UnrealizedConversionCastOp::create(builder, op->getLoc(),
                                                value.getType(), value);
    };
    OpBuilder builder(op);
    kept.insert(op);
    for (OpOperand &operand : op->getOpOperands())
      if (getTiledTensor(operand.get().getType())) {
        auto outer = cast(builder, operand.get());
        operand.set(outer.getResult(0));
        kept.insert(outer);
      }
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults())
      if (getTiledTensor(result.getType())) {
        auto inner = cast(builder, result);
        result.replaceAllUsesExcept(inner.getResult(0), inner);
      }
  }

  llvm::MapVector<Attribute, LocationAttr> layouts;
  /// Operations whose results keep their types.
  llvm::DenseSet<Operation *> kept;
};

} // namespace
