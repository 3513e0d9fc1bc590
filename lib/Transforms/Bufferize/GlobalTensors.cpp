//===- GlobalTensors.cpp - Globals of ml_program --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream gives the memory of a global tensor no memory space, so that a
// layout is lost, and takes a load for one that no store changes. Here a global
// becomes one of memref first, and a store is seen.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "../../IR/AnyWithin.h"
#include "../../IR/TypedValues.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

/// Returns the memref that holds a global, marked with the layout.
static MemRefType getGlobalType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType(),
                         MemRefLayoutAttrInterface(), getLayoutAttr(type));
}

/// True if an operation may store to a global.
static bool mayStore(Operation *op, StringRef global) {
  return anyWithin(op, [&](Operation *inner) {
    auto store = dyn_cast<ml_program::GlobalStoreOp>(inner);
    return (store && store.getGlobal().getLeafReference() == global) ||
           isa<CallOpInterface>(inner);
  });
}

/// True if nothing stores to the global before the last use of what was loaded.
/// Views of it do not count as uses that are known.
static bool isUsedBeforeStores(ml_program::GlobalLoadOp load,
                               const AnalysisState &state) {
  Operation *last = load;
  for (OpOperand &use : load->getUses()) {
    Operation *user = use.getOwner();
    if (user->getBlock() != load->getBlock() ||
        (!state.bufferizesToMemoryWrite(use) &&
         (state.getAliasingValues(use).getNumAliases() != 0 ||
          user->hasTrait<OpTrait::IsTerminator>())))
      return false;
    if (last->isBeforeInBlock(user))
      last = user;
  }
  // A store reads before it writes; a function that is called may not.
  StringRef global = load.getGlobal().getLeafReference();
  for (Operation *op = load; op != last; op = op->getNextNode())
    if (mayStore(op, global))
      return false;
  return isa<ml_program::GlobalStoreOp>(last) || !mayStore(last, global);
}

/// Replaces a load by a tensor that is not written to, and that stores do not
/// change.
static void convertLoad(RewriterBase &rewriter, Operation *op, StringRef name,
                        RankedTensorType type, bool isCopied) {
  rewriter.setInsertionPoint(op);
  Value memref = memref::GetGlobalOp::create(rewriter, op->getLoc(),
                                             getGlobalType(type), name);
  Value tensor = ToTensorOp::create(rewriter, op->getLoc(), type, memref,
                                    /*restrict=*/true, /*writable=*/false);
  if (isCopied)
    tensor = AllocTensorOp::create(rewriter, op->getLoc(), type,
                                   /*dynamicSizes=*/ValueRange(), tensor);
  rewriter.replaceOp(op, tensor);
}

static void convertStore(RewriterBase &rewriter, ml_program::GlobalStoreOp op,
                         RankedTensorType type) {
  rewriter.setInsertionPoint(op);
  Value memref =
      memref::GetGlobalOp::create(rewriter, op.getLoc(), getGlobalType(type),
                                  op.getGlobal().getLeafReference().getValue());
  auto store = MaterializeInDestinationOp::create(
      rewriter, op.getLoc(), /*result=*/Type(), op.getValue(), memref,
      /*restrict=*/true, /*writable=*/true);
  (void)store;
  rewriter.eraseOp(op);
}

/// Replaces a global by one of memref.
static void convertGlobal(RewriterBase &rewriter, ml_program::GlobalOp op,
                          RankedTensorType type) {
  rewriter.setInsertionPoint(op);
  RankedTensorType plain = type.dropEncoding();
  Attribute value;
  if (std::optional<Attribute> initial = op.getValue())
    value = writeOut(getWithType(*initial, plain));
  else
    value = rewriter.getUnitAttr();
  memref::GlobalOp::create(rewriter, op.getLoc(), op.getSymName(),
                           op.getSymVisibilityAttr(), getGlobalType(type),
                           value, /*constant=*/!op.getIsMutable(),
                           /*alignment=*/IntegerAttr());
  rewriter.eraseOp(op);
}

LogicalResult mlir::tiled_layout::convertGlobalTensors(Operation *root) {
  SmallVector<ml_program::GlobalOp> globals;
  root->walk([&](ml_program::GlobalOp op) { globals.push_back(op); });
  BufferizationOptions options;
  AnalysisState state(options);
  IRRewriter rewriter(root->getContext());
  for (ml_program::GlobalOp global : globals) {
    auto type = dyn_cast<RankedTensorType>(global.getType());
    if (!type)
      return global.emitOpError()
             << "has type " << global.getType()
             << ", but only a ranked tensor becomes memory; a single value can "
                "be a tensor of rank 0";
    if (!type.hasStaticShape())
      return global.emitOpError()
             << "has type " << type
             << ", but memory of a global must have a static shape";
    Operation *table = SymbolTable::getNearestSymbolTable(global);
    auto uses = SymbolTable::getSymbolUses(global, table);
    if (!uses)
      return global.emitOpError() << "has uses that cannot be found";
    for (SymbolTable::SymbolUse use : *uses) {
      Operation *user = use.getUser();
      if (auto load = dyn_cast<ml_program::GlobalLoadOp>(user))
        convertLoad(rewriter, user, global.getSymName(), type,
                    global.getIsMutable() && !isUsedBeforeStores(load, state));
      else if (isa<ml_program::GlobalLoadConstOp>(user))
        convertLoad(rewriter, user, global.getSymName(), type,
                    /*isCopied=*/false);
      else if (auto store = dyn_cast<ml_program::GlobalStoreOp>(user))
        convertStore(rewriter, store, type);
      else
        return user->emitOpError()
               << "uses the global tensor @" << global.getSymName()
               << " in a way that has no bufferization";
    }
    convertGlobal(rewriter, global, type);
  }
  return success();
}
